import ComponentABI
import ComponentWorkers

/// The bytes of one message, which a test may change before they are read.
final class WireBytes {
  let room: UnsafeMutableRawBufferPointer
  let functions: WireReader.Functions?

  /// What a closure writes.
  init(
    numbers: [UInt64] = [], functions: WireReader.Functions? = nil,
    _ write: (inout WireWriter) throws(WireFault) -> Void
  ) throws(WireFault) {
    var measure = WireWriter()
    try write(&measure)
    room = .allocate(byteCount: measure.count + 8, alignment: 8)
    count = measure.count
    self.functions = functions
    // What is left at the end shows whether more is written than was measured.
    room.initializeMemory(as: UInt8.self, repeating: 0xAA)
    var writer = WireWriter(
      into: UnsafeMutableRawBufferPointer(rebasing: room[..<measure.count]), numbers: numbers)
    try write(&writer)
  }

  /// Words as they come.
  init(words: [UInt64], functions: WireReader.Functions? = nil) {
    room = .allocate(byteCount: words.count * 8 + 8, alignment: 8)
    count = words.count * 8
    self.functions = functions
    for (index, word) in words.enumerated() { room.storeBytes(of: word, toByteOffset: index * 8, as: UInt64.self) }
  }

  deinit { room.deallocate() }

  let count: Int

  var words: [UInt64] { (0..<count / 8).map { room.load(fromByteOffset: $0 * 8, as: UInt64.self) } }

  /// Nothing was written behind what was measured.
  var isWhole: Bool { room[count...].allSatisfy { $0 == 0xAA } }

  func reader() -> WireReader {
    WireReader(UnsafeMutableRawBufferPointer(rebasing: room[..<count]), functions: functions)
  }

  /// What is wrong with them as one value; nil where nothing is.
  func fault() -> WireFault? {
    do throws(WireFault) {
      var reader = reader()
      _ = try reader.value()
      try reader.end()
      return nil
    } catch {
      return error
    }
  }
}
