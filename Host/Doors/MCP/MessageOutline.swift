import ComponentKit

/// What can be told of a message whose values can't be held: a client that numbers its requests waits for the answer to this
/// one, too.
struct MessageOutline {
  /// Nil as well where it occurs twice.
  private(set) var id: MCPRequestID?
  private var hasID = false
  private(set) var hasMethod = false
  /// Where its parameters lie.
  private(set) var parameters: Range<Int>?

  /// Nil for what is no object from its first byte to its last.
  ///
  /// - Parameter bytes: JSON.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var depth = 0
    var place = 0
    var isOver = false
    // Of the object itself: the key that was read, and where its value begins.
    var key: Range<Int>?
    var value: Int?
    while place < bytes.count {
      let byte = bytes[place]
      let start = place
      place += 1
      if byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A { continue }
      if isOver || depth == 0 && byte != UInt8(ascii: "{") { return nil }
      switch byte {
      case UInt8(ascii: "\""):
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
          place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        place += 1
        if place > bytes.count { return nil }
        if depth == 1, value == nil { key = (start + 1)..<(place - 1) }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 1 {
          end(key, value, start, bytes)
          isOver = true
        }
        depth -= 1
      case UInt8(ascii: ":") where depth == 1: value = place
      case UInt8(ascii: ",") where depth == 1:
        end(key, value, start, bytes)
        (key, value) = (nil, nil)
      default: break
      }
    }
    if !isOver { return nil }
  }

  private mutating func end(_ key: Range<Int>?, _ value: Int?, _ end: Int, _ bytes: UnsafeRawBufferPointer) {
    guard let key, let value else { return }
    func isKey(_ name: String) -> Bool { bytes[key].elementsEqual(name.utf8) }
    if isKey("id") {
      id = hasID ? nil : MCPRequestID(try? Value(json: UnsafeRawBufferPointer(rebasing: bytes[value..<end])))
      hasID = true
    } else if isKey("method") {
      hasMethod = true
    } else if isKey("params") {
      parameters = value..<end
    }
  }
}
