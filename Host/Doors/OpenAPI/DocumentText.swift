import ComponentKit

/// JSON that is written from front to back. A whole tree of values would take more time than all the rest.
struct DocumentText {
  private(set) var bytes: [UInt8] = []
  // Whether a comma comes before the next key or item.
  private var isFollowing = false

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func open(_ sign: Unicode.Scalar = "{") {
    separate()
    bytes.append(UInt8(ascii: sign))
    isFollowing = false
  }

  mutating func close(_ sign: Unicode.Scalar = "}") {
    bytes.append(UInt8(ascii: sign))
    isFollowing = true
  }

  /// A key in which nothing has to be escaped; what comes next is its value.
  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    isFollowing = false
  }

  /// The same, whatever is in it.
  mutating func key(named name: String) {
    separate()
    append(.text(name))
    bytes.append(UInt8(ascii: ":"))
    isFollowing = false
  }

  /// What may be null is left out.
  mutating func field(_ name: StaticString, _ value: Value) {
    key(name)
    self.value(value)
  }

  mutating func field(named name: String, _ value: Value) {
    key(named: name)
    self.value(value)
  }

  mutating func value(_ value: Value) {
    separate()
    append(value)
    isFollowing = true
  }

  /// JSON that was written before: fields of an object, or items of a list.
  mutating func written(_ json: [UInt8]) {
    if json.isEmpty { return }
    separate()
    bytes += json
    isFollowing = true
  }

  /// What is written in it, to be written `again`: fields of an object, or items of a list.
  mutating func part(_ write: (inout DocumentText) -> Void) -> Range<Int> {
    separate()
    isFollowing = false
    let start = bytes.count
    write(&self)
    return start..<bytes.count
  }

  mutating func again(_ part: Range<Int>) { written(Array(bytes[part])) }

  /// A new line before the next key or item, so that two documents can be compared by lines.
  mutating func line() {
    separate()
    isFollowing = false
    bytes.append(.lineFeed)
  }

  /// The last line ends.
  mutating func end() { bytes.append(.lineFeed) }

  private mutating func separate() { if isFollowing { bytes.append(UInt8(ascii: ",")) } }

  // What can't be written down is null: that is in no schema.
  private mutating func append(_ value: Value) {
    do throws(JSONWriteError) { try value.appendJSON(to: &bytes) } catch { bytes += "null".utf8 }
  }
}
