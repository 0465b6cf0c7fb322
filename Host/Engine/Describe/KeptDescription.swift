import ComponentABI
import ComponentKit
import Glibc

/// What a component said at its registration, as it is kept: the bytes of one file of the cache.
///
/// Behind a head and the key lies what the file says that it needs, then everything that was registered, in an order in
/// which it can be said again.
struct KeptDescription {
  private let bytes: [UInt8]
  private let start: Int
  /// The libraries that the component's file names.
  let libraries: LibraryNeeds

  // "cdescr" and what follows it, as a number.
  private static let head: UInt64 = 0x6364_6573_6372_0a00
  private static let seed: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Nothing is longer: that is more than the contract's limits leave room for in what is not made to be long.
  static let limit = 4 << 20

  /// Nil for what no host has written, or has of another file.
  ///
  /// - Parameter file: the component's, for a look whether its build is the same.
  init?(_ bytes: [UInt8], key: [UInt8], file: Descriptor) {
    self.bytes = bytes
    let read: (start: Int, libraries: LibraryNeeds)? = bytes.withUnsafeBytes { all in
      var reader = KeptReader(all)
      do throws(KeptReader.Fault) {
        guard try reader.number() == KeptDescription.head else { return nil }
        let sum = try reader.number()
        guard KeptDescription.sum(UnsafeRawBufferPointer(rebasing: all[16...])) == sum else { return nil }
        guard try reader.run().elementsEqual(key) else { return nil }
        guard KeptDescription.holds(try reader.number(), try reader.run(), of: file) else { return nil }
        let libraries = try LibraryNeeds(&reader)
        return (all.count - reader.rest().count, libraries)
      } catch {
        return nil
      }
    }
    guard let read else { return nil }
    (start, libraries) = read
  }

  /// Whether bytes begin as those of a description with that key do.
  static func begins(_ bytes: [UInt8], key: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { all in
      var reader = KeptReader(all)
      do throws(KeptReader.Fault) {
        guard try reader.number() == head else { return false }
        _ = try reader.number()
        return try reader.run().elementsEqual(key)
      } catch {
        return false
      }
    }
  }

  /// How many bytes of a file are enough for `begins`.
  static func beginning(key: [UInt8]) -> Int { 20 + key.count }

  // The build identifier stands where it stood. Most files have one.
  private static func holds(_ offset: UInt64, _ build: UnsafeRawBufferPointer, of file: Descriptor) -> Bool {
    if build.isEmpty { return true }
    guard build.count <= 64 else { return false }
    return withUnsafeTemporaryAllocation(byteCount: build.count, alignment: 1) { own in
      do throws(Descriptor.Failure) { try file.read(into: own, at: offset) } catch { return false }
      return own.elementsEqual(build)
    }
  }

  private static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    bytesHash(component_text(bytes.assumingMemoryBound(to: UInt8.self)), seed)
  }

  /// Everything in the form of a file.
  static func file(key: [UInt8], _ image: Elf, _ registered: KeptWriter) throws(ElfFault) -> [UInt8] {
    var rest = KeptWriter()
    rest.bytes(key)
    let build = try image.buildPlace()
    rest.number(build?.offset ?? 0)
    rest.bytes(build?.bytes ?? [])
    LibraryNeeds(try image.dynamic()).write(&rest)
    return summed([UInt8](repeating: 0, count: 16) + rest.bytes + registered.bytes)
  }

  /// The same bytes with the right head and sum.
  static func summed(_ bytes: [UInt8]) -> [UInt8] {
    var whole = KeptWriter()
    whole.number(head)
    whole.number(bytes.withUnsafeBytes { sum(UnsafeRawBufferPointer(rebasing: $0[16...])) })
    return whole.bytes + bytes[16...]
  }

  /// Says to a registration what the component has said, in functions that fail: the first code that is none of success, as
  /// the component would return it. All of it is checked as any registration is.
  func say(to staging: Staging) -> Int32 {
    bytes.withUnsafeBytes { all in
      var said = SaidAgain(staging, KeptReader(UnsafeRawBufferPointer(rebasing: all[start...])))
      do throws(KeptReader.Fault) { return try said.all() } catch { return COMPONENT_FAILURE_INVALID }
    }
  }
}

extension LibraryNeeds {
  init(_ reader: inout KeptReader) throws(KeptReader.Fault) {
    var needed: [String] = []
    for _ in 0..<(try reader.count()) { needed.append(try reader.text()) }
    self.init(needed: needed, runpath: try reader.optionalText(), rpath: try reader.optionalText())
  }

  func write(_ writer: inout KeptWriter) {
    writer.count(needed.count)
    for name in needed { writer.text(name) }
    writer.text(runpath)
    writer.text(rpath)
  }
}
