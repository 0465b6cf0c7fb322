import ComponentKit

/// What a client calls a request: a text or an integer, which may be written as 1.0, and is 1.
enum MCPRequestID: Hashable, Sendable {
  case text(String)
  case int(Int)

  /// Nil for what can't be one.
  init?(_ value: Value?) {
    switch value {
    case .text(let text): self = .text(text)
    case .int(let int): self = .int(int)
    case .double(let double):
      guard let int = Int(exactly: double) else { return nil }
      self = .int(int)
    default: return nil
    }
  }

  var value: Value {
    switch self {
    case .text(let text): .text(text)
    case .int(let int): .int(int)
    }
  }

  // By bytes: two spellings that look the same are two names.
  static func == (one: MCPRequestID, other: MCPRequestID) -> Bool {
    switch (one, other) {
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.int(let one), .int(let other)): one == other
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text):
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .int(let int): hasher.combine(int)
    }
  }
}
