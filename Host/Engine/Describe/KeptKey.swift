import ComponentABI
import ComponentKit

/// What a description belongs to: one file as it is, and the host that read it.
///
/// It is compared byte by byte. A file that was written to, replaced or restored has another number, size or time; times
/// alone could be set back, but not that of the last change (`ctime`). The build identifier is looked at besides
/// (`KeptDescription`), for file systems whose clocks and numbers prove nothing.
enum KeptKey {
  /// Changes with what is kept, with how it lies in the file, and with what is taken for a right registration.
  private static let form: UInt32 = 2

  static func bytes(of file: ComponentFile.Identity, _ name: String) -> [UInt8] {
    var writer = KeptWriter()
    writer.short(form)
    writer.short(COMPONENT_ABI_VERSION)
    writer.short(SwiftCompiler.own.version)
    writer.short(SwiftCompiler.own.revision)
    writer.number(file.device)
    writer.number(file.inode)
    writer.number(file.size)
    for time in [file.modified, file.changed] {
      writer.number(time.seconds)
      writer.number(time.nanoseconds)
    }
    writer.text(name)
    return writer.bytes
  }

  /// The name of the file in the cache: what comes to lie at the same path takes its place.
  static func fileName(_ name: String, in folder: String) -> String {
    var folder = folder
    let hash = folder.withUTF8 { bytesHash(component_text($0), 0x2d35_8dcc_aa6c_78a5) }
    let digits = String(hash, radix: 16)
    return "\(name).\(String(repeating: "0", count: digitCount - digits.count))\(digits)"
  }

  /// Whether a file could be named so by a host.
  static func isFileName(_ name: String) -> Bool {
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
    let digits = name.utf8[dot...].dropFirst()
    return ComponentName.isValid(name.utf8[..<dot]) && digits.count == digitCount
      && digits.allSatisfy { $0.isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
  }

  private static let digitCount = 16
}
