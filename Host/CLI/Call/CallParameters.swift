import ComponentHost
import ComponentKit

/// The parameters of a call, from `key=text`, `key:=json` and `--params`.
struct CallParameters: Sendable {
  /// One parameter as it was typed.
  enum Item: Sendable, Equatable {
    case text(key: String, String)
    case json(key: String, String)
  }

  private(set) var fields: Fields
  /// The keys of texts that an action may read as what it asks for.
  private(set) var loose: [String] = []

  /// - Parameter whole: the JSON of `--params`, already read.
  init(_ items: [Item], whole: Fields) throws(Problem) {
    var entries = whole.map { ($0.key, $0.value) }
    // A set is used for many keys only: it is dear to set up, and most calls have a few parameters.
    var keys = items.count > CallParameters.searchLimit ? Set(whole.keys.map(ByteKey.init)) : nil
    for item in items {
      let key: String
      let value: Value
      switch item {
      case .text(let name, let text):
        (key, value) = (name, .text(text))
        loose.append(key)
      case .json(let name, let text): (key, value) = (name, try JSONText(text, of: quoted(name)).value())
      }
      let isNew = keys?.insert(ByteKey(key)).inserted ?? !entries.contains { $0.0.hasBytes(of: key) }
      guard isNew else {
        throw Problem(
          .invalidParameters, "duplicate_parameter", "the parameter \(quoted(key)) is given twice",
          details: ["parameter": .text(key)])
      }
      entries.append((key, value))
    }
    fields = Fields(unique: entries)
  }

  private static let searchLimit = 64
}

extension CallParameters.Item {
  /// Reads `key=text` or `key:=json`. The first `=` counts, and makes JSON if a `:` stands before it.
  init(_ word: String) throws(Problem) {
    guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      throw .usage("\(quoted(word)) is no parameter", help: "write key=text, or key:=json for what is no text")
    }
    let key = word[..<sign]
    let rest = String(word[word.utf8.index(after: sign)...])
    if key.utf8.last == UInt8(ascii: ":") {
      self = .json(key: String(key.utf8.dropLast()) ?? "", rest)
    } else {
      self = .text(key: String(key), rest)
    }
    if name.isEmpty { throw .usage("the parameter \(quoted(word)) has no key", help: "write key=text or key:=json") }
  }

  private var name: String {
    switch self {
    case .text(let key, _), .json(let key, _): key
    }
  }
}

/// A piece of JSON that was typed or sent.
struct JSONText {
  let bytes: [UInt8]
  /// What is invalid if it is, for the message.
  let origin: String

  init(_ text: String, of origin: String) { self.init(Array(text.utf8), of: origin) }

  init(_ bytes: [UInt8], of origin: String) {
    self.bytes = bytes
    self.origin = origin
  }

  func value() throws(Problem) -> Value {
    do throws(JSONError) {
      return try Value(json: bytes)
    } catch {
      throw Problem(
        .invalidParameters, "invalid_json", "the JSON of \(origin) is invalid: \(error)",
        details: ["line": .int(error.line), "column": .int(error.column)])
    }
  }

  /// The value, which must be a map.
  func map() throws(Problem) -> Fields {
    let value = try value()
    if let map = value.map { return map }
    throw Problem(
      .invalidParameters, "invalid_parameters", "\(origin) must be a JSON object, not \(JSONText.described(value))")
  }

  private static func described(_ value: Value) -> String {
    switch value {
    case .null: "null"
    case .bool: "a bool"
    case .int, .double: "a number"
    case .list: "a list"
    default: "a text"
    }
  }
}
