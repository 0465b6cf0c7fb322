/// Something that reads bytes from outside, and what must hold whatever they are.
///
/// `Scripts/fuzz` runs it on made-up bytes, the tests on the kept ones.
public struct FuzzTarget: Sendable {
  public let name: String

  /// Reads the bytes; throws where a promise is broken, and returns whether they were read rather than refused.
  public let check: @Sendable (UnsafeRawBufferPointer) throws(BrokenPromise) -> Bool

  public static let all: [FuzzTarget] = [url, json, route, wire, http, mcp, nats, cache]

  public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// What should hold and does not.
public struct BrokenPromise: Error, CustomStringConvertible {
  public let description: String

  /// Throws unless the condition holds.
  static func unless(_ condition: Bool, _ promise: @autoclosure () -> String) throws(BrokenPromise) {
    if !condition { throw BrokenPromise(description: promise()) }
  }
}

extension String {
  /// Whether a terminal can print it without being acted on.
  var isPrintable: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
      default: true
      }
    }
  }

  /// Whether the bytes are the same, not just the letters.
  func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
