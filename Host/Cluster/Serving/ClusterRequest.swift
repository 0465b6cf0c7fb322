import ComponentDoors
import ComponentHost
import ComponentKit

/// A call that a message asks for, as its subject and headers say it.
struct ClusterRequest: Sendable {
  let target: String
  let action: String
  /// The major version of the component that is asked for, as the subject has it.
  let major: UInt32
  let reply: Subject?
  /// A JSON object, or nothing; it is read where the call has its thread.
  let payload: [UInt8]
  /// How long the caller waits; nil where it does not say.
  var wait: Duration?
  /// How the caller calls it.
  var id: String?
  var trace: TraceParent?
  var hearsProgress = false
  /// The version that is asked for at least; nil for any.
  var minimum: Version?
  /// Its way from other hosts; nil where it has come from none.
  var journey: CallJourney?
  var hints: Fields = [:]

  /// - Parameter start: how many bytes the subject has before the major version.
  init(_ delivery: Delivery, start: Int) throws(Failure) {
    // A version, a target of one or more parts, and an action.
    let parts = delivery.subject.utf8.dropFirst(start).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 3, let action = parts.last, let major = UInt32(String(Substring(parts[0]))) else {
      throw Failure(.notFound, "invalid_name", "the subject names no major version, target and action")
    }
    target = parts[1..<(parts.count - 1)].map { String(Substring($0)) }.joined(separator: ".")
    self.action = String(Substring(action))
    self.major = major
    (reply, payload) = (delivery.reply, delivery.payload)
    if delivery.isCut { throw Failure(.invalidParameters, "too_long", "the message is longer than is taken") }
    try read(delivery.headers)
  }

  private mutating func read(_ bytes: [UInt8]) throws(Failure) {
    let headers: MessageHeaders
    do throws(MessageHeaders.Fault) { headers = try MessageHeaders(bytes) } catch {
      throw Failure(.invalidParameters, "invalid_header", "the headers can't be read: \(error.rawValue)")
    }
    if let text = try headers.value(.wait) {
      guard let wait = ClusterRequest.milliseconds(text) else {
        throw Failure(
          .invalidParameters, "invalid_header",
          "the header \(ClusterHeader.wait.rawValue) takes a number of milliseconds from 0 to 86400000")
      }
      self.wait = .milliseconds(wait)
    }
    if let text = try headers.value(.request) {
      id = Array(text.utf8).withUnsafeBytes { RequestID.read($0) }
      guard id != nil else {
        throw Failure(
          .invalidParameters, "invalid_header",
          "the header \(ClusterHeader.request.rawValue) takes up to 128 letters, digits and -_.:+/=@")
      }
    }
    // A trace that can't be read is none, as W3C has it.
    trace = try headers.value(.trace).flatMap { text in Array(text.utf8).withUnsafeBytes { TraceParent($0) } }
    hearsProgress = try headers.value(.progress) != nil
    if let text = try headers.value(.minimum) {
      minimum = Version(told: text)
      if minimum == nil { throw ClusterRequest.invalid(.minimum, "a version such as 1.2.0") }
    }
    if let text = try headers.value(.hints) {
      guard let hints = HintsText.read(text) else {
        throw ClusterRequest.invalid(.hints, "a JSON object of up to \(HintsText.limit) bytes")
      }
      self.hints = hints
    }
    try readJourney(headers)
  }

  private mutating func readJourney(_ headers: MessageHeaders) throws(Failure) {
    let hops = try headers.value(.hops)
    let components = headers.values(ClusterHeader.ways.rawValue)
    if hops == nil, components.isEmpty { return }
    guard let hops = hops.map({ ClusterRequest.milliseconds($0) }) ?? 0 else {
      throw ClusterRequest.invalid(.hops, "a number")
    }
    guard hops <= CallJourney.hopLimit else {
      throw Failure(.refused, "too_many_hops", "the call has come through \(hops) hosts, and is not made any more")
    }
    guard components.count <= CallJourney.hopLimit, components.allSatisfy(ClusterRequest.isName) else {
      throw ClusterRequest.invalid(.ways, "the name of a component, and comes \(CallJourney.hopLimit) times at most")
    }
    journey = CallJourney(hops: hops, components: components)
  }

  private static func isName(_ text: String) -> Bool {
    Subject(text) != nil && !text.utf8.contains(UInt8(ascii: ".")) && text.utf8.count <= 128
  }

  private static func invalid(_ header: ClusterHeader, _ words: String) -> Failure {
    Failure(.invalidParameters, "invalid_header", "the header \(header.rawValue) takes \(words)")
  }

  private static func milliseconds(_ text: String) -> Int? {
    guard (1...8).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit), let number = Int(text),
      number <= 86_400_000
    else { return nil }
    return number
  }

  /// What the call is made with.
  func parameters() throws(Failure) -> Fields {
    if payload.isEmpty { return [:] }
    let value: Value
    do throws(JSONError) { value = try Value(json: payload) } catch {
      throw Failure(
        .invalidParameters, "invalid_json", "the JSON of the message is invalid: \(error)",
        details: ["line": .int(error.line), "column": .int(error.column)])
    }
    guard let fields = value.map else {
      throw Failure(.invalidParameters, "invalid_parameters", "the message must be a JSON object")
    }
    return fields
  }
}
