public import ComponentHost
import ComponentKit

/// An answer to a request, before it is written.
public struct HTTPAnswer: Sendable, Equatable {
  public var status: HTTPStatus
  /// Header fields besides those that each answer has. Nothing in them may end a line.
  public var fields: [(name: StaticString, value: String)] = []
  public var type: MediaType
  public var body: [UInt8]
  /// Why no call was made of the request; nil where it says something else.
  var refusal: Refused?

  /// What a door counts and tells of a request that it refuses.
  struct Refused: Sendable {
    /// One word of the door's own.
    let reason: String
    let message: String
    /// Whether it is counted by its reason; what has no room is counted for itself.
    var isCounted = true
    /// Nil where it can't be read, or has not come whole.
    var request: RequestWords?
  }

  /// What a body is made of.
  public enum MediaType: Sendable, Equatable {
    case none, json, text, bytes, events, metrics
    /// What an action declares of its texts, or its bytes.
    case declared(ComponentHost.MediaType, isText: Bool)

    func append(to output: inout [UInt8]) {
      switch self {
      case .none: break
      case .json: output.append("application/json")
      case .text: output.append("text/plain; charset=utf-8")
      case .bytes: output.append("application/octet-stream")
      case .events: output.append("text/event-stream")
      case .metrics: output.append("text/plain; version=0.0.4; charset=utf-8")
      case .declared(let type, let isText): output += type.named(isText: isText).utf8
      }
    }
  }

  public init(_ status: HTTPStatus, _ type: MediaType = .none, _ body: [UInt8] = []) {
    (self.status, self.type, self.body) = (status, type, body)
  }

  /// A value as one line of JSON; null, where the value can't be written down.
  init(_ status: HTTPStatus, json value: Value) {
    self.init(status, .json)
    value.appendLine(to: &body)
  }

  public static func == (one: HTTPAnswer, other: HTTPAnswer) -> Bool {
    one.status == other.status && one.type == other.type && one.body == other.body
      && one.fields.elementsEqual(other.fields) { "\($0.name): \($0.value)" == "\($1.name): \($1.value)" }
  }
}

extension Value {
  /// As `--json` of the program writes it; null where it can't be written down.
  func appendLine(to bytes: inout [UInt8]) {
    do throws(JSONWriteError) { try appendJSON(to: &bytes) } catch { bytes += "null".utf8 }
    bytes.append(.lineFeed)
  }
}
