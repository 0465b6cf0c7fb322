public import ComponentKit

// Neighbours that answer from a recording.
extension Bench {
  /// Has the component's calls answered from a recording from now on, except where a stub does.
  ///
  /// A call is known by its target, action and parameters; the same call made again gets the next answer of its kind.
  /// One that is not in the recording fails with the reason `not_recorded` and says what is nearest. The test's own
  /// calls are not replayed.
  public func replay(_ recording: Recording) throws(Failure) {
    guard recording.component == component else {
      throw Failure(
        .failed, "foreign_recording", "the recording is of \(recording.component), and this bench of \(component)")
    }
    neighbourhood.replay = Replay(recording)
  }

  /// Recorded calls that the component has not made, in their order.
  public var unplayed: [RecordedCall] { neighbourhood.replay?.unplayed ?? [] }

  /// Expects that the component made all recorded calls, and no other.
  public func expectReplayed(file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
    let unknown = calls.filter {
      if case .failure(let failure) = $0.outcome { failure.reason == Replay.notRecorded } else { false }
    }
    let unplayed = unplayed
    if unknown.isEmpty, unplayed.isEmpty { return }
    var text = "\(component) did not repeat what was recorded"
    if !unknown.isEmpty { text += "\nit made calls that are not in the recording:\(unknown.lines)" }
    if !unplayed.isEmpty { text += "\nit did not make these calls:\(unplayed.lines)" }
    throw UnmetExpectation(text, .init(file: file, line: line))
  }
}
