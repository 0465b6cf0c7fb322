import ComponentHost
import ComponentKit

/// The parameters of a call, from `key=text`, `key:=json`, `key=@FILE` and `--params`.
struct CallParameters: Sendable {
  /// One parameter as it was typed.
  enum Item: Sendable, Equatable {
    case text(key: String, String)
    case json(key: String, String)
    case file(key: String, ParameterFile)
  }

  private(set) var fields: Fields
  /// The keys of texts that an action may read as what it asks for.
  private(set) var loose: [String] = []

  /// - Parameters:
  ///   - whole: the JSON of `--params`, already read.
  ///   - files: reads those that parameters name.
  init(_ items: [Item], whole: Fields, files: ParameterFiles? = nil) throws(Problem) {
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
      case .file(let name, let file):
        key = name
        value = try files?.value(of: file, for: name) ?? .null
        if value.text != nil, !file.isJSON { loose.append(key) }
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
  /// Reads `key=text`, `key:=json` or `key=@FILE`. The first `=` counts, and makes JSON if a `:` stands before it. A text
  /// that begins with `@` has it twice.
  init(_ word: String) throws(Problem) {
    guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      throw .usage("\(quoted(word)) is no parameter", help: "write key=text, or key:=json for what is no text")
    }
    let isJSON = word[..<sign].utf8.last == UInt8(ascii: ":")
    let key = String(word[..<sign].utf8.dropLast(isJSON ? 1 : 0)) ?? ""
    if key.isEmpty { throw .usage("the parameter \(quoted(word)) has no key", help: "write key=text or key:=json") }
    let rest = word.utf8[sign...].dropFirst()
    let behind = rest.dropFirst()
    let isFile = rest.first == UInt8(ascii: "@")
    if isFile, behind.first != UInt8(ascii: "@") {
      guard !behind.isEmpty else {
        throw .usage(
          "the parameter \(quoted(word)) names no file", help: "write \(key)=@FILE, or \(key)=@- for the standard input"
        )
      }
      self = .file(key: key, ParameterFile(path: String(Substring(behind)), isJSON: isJSON))
    } else if isJSON {
      self = .json(key: key, String(Substring(rest)))
    } else {
      self = .text(key: key, String(Substring(isFile ? behind : rest)))
    }
  }

  /// The file that it names.
  var file: ParameterFile? { if case .file(_, let file) = self { file } else { nil } }
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
