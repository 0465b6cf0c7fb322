public import ComponentKit

extension Recording {
  /// Reads what `json()` has written; fails where it is anything else, and says where.
  public init(json: String) throws(Failure) {
    let value: Value
    do throws(JSONError) {
      value = try Value(json: json)
    } catch {
      throw Failure(.failed, "invalid_recording", "the recording is not valid JSON: \(error)")
    }
    let place = RecordingPlace(value, "")
    let format = try place["format"].int
    guard format == Recording.format else {
      throw Failure(
        .failed, "invalid_recording", "the recording has the format \(format); only \(Recording.format) is known")
    }
    try place.expect(["format", "component", "calls"])
    component = try place["component"].text
    calls = []
    for call in try place["calls"].items { calls.append(try RecordedCall(call)) }
  }
}

extension RecordedCall {
  fileprivate init(_ place: RecordingPlace) throws(Failure) {
    try place.expect(["target", "action", "parameters", "reply", "failure"])
    target = try place["target"].text
    action = try place["action"].text
    parameters = try place["parameters"].fields
    switch (place.has("reply"), place.has("failure")) {
    case (true, false): outcome = .reply(try place["reply"].unescaped)
    case (false, true): outcome = .failure(try Failure(place["failure"]))
    default: throw place.fault("must have either a reply or a failure")
    }
  }
}

extension Failure {
  fileprivate init(_ place: RecordingPlace) throws(Failure) {
    try place.expect(["code", "reason", "message", "details", "answer"])
    guard let code = Int32(exactly: try place["code"].int), code != 0 else {
      throw try place["code"].fault("is no code of a failure")
    }
    self.init(
      Code(rawValue: code), try place["reason"].text, try place["message"].text,
      details: try place["details"].fields)
    if place.has("answer") { answer = try place["answer"].unescaped }
  }
}

/// A place in a recording that is being read.
private struct RecordingPlace {
  let value: Value
  let path: String

  init(_ value: Value, _ path: String) {
    self.value = value
    self.path = path
  }

  func fault(_ message: String) -> Failure {
    Failure(
      .failed, "invalid_recording", "the recording is damaged: \(path.isEmpty ? "it" : "'\(path)'") \(message)")
  }

  private func mistyped(_ kind: String) -> Failure { fault("must be \(kind), and is \(value.kindName)") }

  var int: Int {
    get throws(Failure) {
      guard let int = value.int else { throw mistyped("int") }
      return int
    }
  }

  var text: String {
    get throws(Failure) {
      guard let text = value.text else { throw mistyped("text") }
      return text
    }
  }

  var items: [RecordingPlace] {
    get throws(Failure) {
      guard let list = value.list else { throw mistyped("list") }
      return list.enumerated().map { RecordingPlace($1, "\(path)[\($0)]") }
    }
  }

  private var map: Fields {
    get throws(Failure) {
      guard let map = value.map else { throw mistyped("map") }
      return map
    }
  }

  func has(_ key: String) -> Bool { value[key] != nil }

  subscript(key: String) -> RecordingPlace {
    get throws(Failure) {
      guard let value = try map[key] else { throw fault("has no '\(key)'") }
      return RecordingPlace(value, path.isEmpty ? key : "\(path).\(key)")
    }
  }

  /// Fails where there is a key that is none of these.
  func expect(_ keys: [String]) throws(Failure) {
    guard let unknown = try map.keys.first(where: { !keys.contains($0) }) else { return }
    throw fault("has the unknown key \(Value.text(unknown).shown)")
  }

  /// The value as it was recorded, with its bytes.
  var unescaped: Value {
    get throws(Failure) {
      switch value {
      case .list:
        var list: [Value] = []
        for item in try items { list.append(try item.unescaped) }
        return .list(list)
      case .map(let fields):
        guard fields.count == 1, let text = fields[Recording.bytesKey] else { return .map(try self.fields) }
        guard let bytes = text.text.flatMap({ Base64.decode($0) }) else { throw fault("is no base64") }
        return .bytes(bytes)
      default: return value
      }
    }
  }

  var fields: Fields {
    get throws(Failure) {
      var fields: [(String, Value)] = []
      for key in try map.keys {
        let place = try self[key]
        if key.hasPrefix("$"), !key.hasPrefix("$$") { throw fault("has the unknown key \(Value.text(key).shown)") }
        fields.append((key.hasPrefix("$") ? String(key.dropFirst()) : key, try place.unescaped))
      }
      return Fields(fields)
    }
  }
}
