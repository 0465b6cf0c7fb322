import ComponentHost
import Glibc
import HostNative

/// What a build is known by, whatever the file is called and wherever it lies.
enum BuildKey {
  /// With what the key of a build without identity begins.
  static let hashMark = "sha256-"

  /// Nil where the file can't be read.
  static func of(_ component: ComponentToIsolate) -> String? {
    if let build = component.buildID { return build }
    var digest = [UInt8](repeating: 0, count: Int(HOST_SHA256_SIZE))
    guard host_sha256_of_file(component.descriptor, &digest) == 0 else { return nil }
    return hashMark + digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Whether a text can be a key, and so the name of a file.
  static func isValid(_ key: String) -> Bool {
    let digits = key.hasPrefix(hashMark) ? key.utf8.dropFirst(7) : key.utf8[...]
    return (1...128).contains(digits.count)
      && digits.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}
