import ComponentKit

/// Neighbours that say what they said before.
final class Replay: Sendable {
  private let recording: Recording
  private let played: Guarded<[Bool]>

  init(_ recording: Recording) {
    self.recording = recording
    played = Guarded(Array(repeating: false, count: recording.calls.count))
  }

  /// What was said to that call, the first time the first answer, then the second.
  func play(_ target: String, _ action: String, _ parameters: Fields) -> Result<Value, Failure> {
    let call = RecordedCall(target, action, parameters, .pending)
    let found = played.withLock { played in
      let index = recording.calls.indices.first { !played[$0] && recording.calls[$0].asks(call) }
      if let index { played[index] = true }
      return index
    }
    switch found.map({ recording.calls[$0].outcome }) {
    case .reply(let value): return .success(value)
    case .failure(let failure): return .failure(failure)
    case .pending, nil:
      return .failure(
        Failure(.failed, Replay.notRecorded, "\(call.question) is not in the recording: \(nearest(call))"))
    }
  }

  static let notRecorded = "not_recorded"

  /// The recorded calls that were not made yet.
  var unplayed: [RecordedCall] {
    let played = played.withLock { $0 }
    return zip(recording.calls, played).filter { !$1 }.map(\.0)
  }

  // What the recording has instead.
  private func nearest(_ call: RecordedCall) -> String {
    let calls = recording.calls
    if calls.isEmpty { return "it is empty" }
    let count = calls.count { $0.asks(call) }
    if count > 0 { return "it has that call \(count == 1 ? "once" : "\(count) times"), and it was played already" }
    let same = calls.filter { $0.target == call.target && $0.action == call.action }
    if let nearest = same.max(by: { $0.likeness(to: call) < $1.likeness(to: call) }) {
      return "the nearest that it has is \(nearest.question)"
    }
    let ofTarget = Replay.distinct(calls.filter { $0.target == call.target }.map(\.action))
    if !ofTarget.isEmpty { return "of \(call.target) it has only \(ofTarget.joined(separator: ", "))" }
    return "it has only calls to \(Replay.distinct(calls.map(\.target)).joined(separator: ", "))"
  }

  private static func distinct(_ names: [String]) -> [String] { Set(names).sorted() }
}

extension RecordedCall {
  /// Whether it asks the same, whatever comes of it.
  fileprivate func asks(_ other: RecordedCall) -> Bool {
    target == other.target && action == other.action && parameters == other.parameters
  }

  /// How many parameters are the same, less those that one of the two doesn't have.
  fileprivate func likeness(to other: RecordedCall) -> Int {
    let same = parameters.count { other.parameters[$0.key] == $0.value }
    let shared = parameters.count { other.parameters[$0.key] != nil }
    return same * 4 + shared * 2 - parameters.count - other.parameters.count
  }
}
