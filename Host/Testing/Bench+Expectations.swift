public import ComponentKit

// Expectations that throw, for they have more to say than a comparison.
extension Bench {
  /// Expects that the component called an action.
  ///
  /// - Parameters:
  ///   - parameters: exactly these; nil for any.
  ///   - times: exactly as often; nil for at least once.
  public func expectCall(
    to target: String, _ action: String, with parameters: Fields? = nil, times: Int? = nil,
    file: String = #fileID, line: Int = #line
  ) throws(UnmetExpectation) {
    try expect("\(target).\(action)(\(parameters?.shown ?? "…"))", times, .init(file: file, line: line)) { call in
      call.target == target && call.action == action && (parameters == nil || call.parameters == parameters)
    }
  }

  /// Expects that the component made the call of a request; what the caller leaves out counts as its default.
  public func expectCall<R: Request>(
    _ request: R, times: Int? = nil, file: String = #fileID, line: Int = #line
  ) throws {
    let parameters = try request.sent
    try expect("\(R.target).\(R.action)(\(parameters.shown))", times, .init(file: file, line: line)) { call in
      call.target == R.target && call.action == R.action && (try? R(sent: call.parameters).sent) == parameters
    }
  }

  /// Expects that the component made no call, or none to a target.
  public func expectNoCalls(
    to target: String? = nil, file: String = #fileID, line: Int = #line
  ) throws(UnmetExpectation) {
    let calls = calls
    if !calls.contains(where: { target == nil || $0.target == target }) { return }
    throw UnmetExpectation(
      "\(component) should not have called \(target ?? "anybody")\(told(calls))", .init(file: file, line: line))
  }

  private func expect(
    _ question: String, _ times: Int?, _ place: UnmetExpectation.Place, _ matches: (RecordedCall) -> Bool
  ) throws(UnmetExpectation) {
    let calls = calls
    let count = calls.count(where: matches)
    if let times, count != times {
      throw UnmetExpectation(
        "\(component) should have called \(question) \(times.times), and did \(count.times)\(told(calls))", place)
    }
    if times == nil, count == 0 {
      throw UnmetExpectation("\(component) should have called \(question), and did not\(told(calls))", place)
    }
  }

  private func told(_ calls: [RecordedCall]) -> String {
    if calls.isEmpty { return "; it called nobody" }
    return "; it made \(calls.count == 1 ? "this call" : "these calls"):" + calls.lines
  }
}

extension Int {
  fileprivate var times: String {
    switch self {
    case 0: "never"
    case 1: "once"
    default: "\(self) times"
    }
  }
}

extension [RecordedCall] {
  /// A line for each, with its number.
  var lines: String {
    let shown = 50
    let lines = prefix(shown).enumerated().map { "\n  \($0 + 1). \($1)" }.joined()
    return count > shown ? "\(lines)\n  … and \(count - shown) more" : lines
  }
}

/// What was expected of the component under test and did not happen, and what happened instead.
public struct UnmetExpectation: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String, _ place: Place) { self.description = "\(description)\n  at \(place.file):\(place.line)" }

  /// Where it was expected.
  struct Place {
    let file: String
    let line: Int
  }
}
