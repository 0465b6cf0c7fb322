import ComponentKit

// What operations refer to, since it is the same for all of them.
extension OperationText {
  /// The statuses of failures, as fields of an operation's responses, by what they are called among the shared ones.
  static func fields(_ ways: HTTPStatus.Meaning.Ways) -> [UInt8] {
    var text = DocumentText()
    for (status, _) in failures(ways) {
      text.field(named: "\(status.rawValue)", ["$ref": .text("#/components/responses/\(status.word)")])
    }
    return text.bytes
  }

  /// The shared responses.
  static var responses: Value {
    .map(Fields(failures(nil).map { status, words in (status.word, response(status, words)) }))
  }

  // By their numbers; all ways where nil.
  private static func failures(_ ways: HTTPStatus.Meaning.Ways?) -> [(status: HTTPStatus, words: String)] {
    let all = HTTPStatus.meanings.filter { $0.ways == .all || ways == nil || $0.ways == ways }
    return all.flatMap { meaning in meaning.statuses.map { (status: $0, words: meaning.words) } }
      .filter { $0.status != .ok }.sorted { $0.status.rawValue < $1.status.rawValue }
  }

  private static func response(_ status: HTTPStatus, _ words: String) -> Value {
    var fields: Fields = ["description": .text(words.prefix(1).uppercased() + words.dropFirst())]
    var headers: Fields = [:]
    if status == .methodNotAllowed {
      headers["Allow"] = ["required": true, "description": "The methods that there are", "schema": ["type": "string"]]
    }
    if status == .tooManyRequests || status == .unavailable {
      headers["Retry-After"] = [
        "description": "In so many seconds there may be room", "schema": ["type": "integer", "minimum": 1],
      ]
    }
    if !headers.isEmpty { fields["headers"] = .map(headers) }
    let failure: Value = ["$ref": "#/components/schemas/Failure"]
    // In the place of what is not there, or refused, a stand-in may answer with whatever it likes.
    fields["content"] =
      status == .notFound || status == .unavailable
      ? [
        "application/json": ["schema": ["anyOf": [failure, [:]]]], "text/plain": ["schema": ["type": "string"]],
        "application/octet-stream": [:],
      ] : ["application/json": ["schema": failure]]
    return .map(fields)
  }

  /// The shared parameters.
  static let parameters: Value = [
    "Prefer": [
      "name": "Prefer", "in": "header", "example": "wait=10",
      "description": "How many seconds the call may take", "schema": ["type": "string"],
    ],
    "RequestID": [
      "name": "X-Request-Id", "in": "header",
      "description":
        "What the request is called in logs; one of another form than up to 128 of A-Z a-z 0-9 . _ : + / = @ - is passed over",
      "schema": ["type": "string"],
    ],
  ]

  /// References to these, as items of a list.
  static let references: [UInt8] = {
    var text = DocumentText()
    for name in ["Prefer", "RequestID"] { text.value(["$ref": .text("#/components/parameters/\(name)")]) }
    return text.bytes
  }()
}

extension HTTPStatus {
  // "BadRequest"
  fileprivate var word: String { String(phrase.filter { $0 != " " && $0 != "-" }) }
}
