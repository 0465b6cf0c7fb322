import Synchronization

/// The answers of messages that have come in one piece: they go back in one as well, once all are there.
final class MCPBatch: Sendable {
  private let output: StreamOutput
  private let state: Mutex<(left: Int, answers: [[UInt8]])>

  /// - Parameter count: how many requests there are, each of which is answered or dropped once.
  init(count: Int, _ output: StreamOutput) {
    self.output = output
    state = Mutex((count, []))
  }

  /// Takes an answer, or that there is none to a request; what is sent once it was the last one.
  func take(_ answer: [UInt8]?) -> [UInt8]? {
    if let answer { output.keep(answer.count) }
    return state.withLock { state in
      state.left -= 1
      if let answer { state.answers.append(answer) }
      guard state.left == 0, !state.answers.isEmpty else { return nil }
      output.keep(-state.answers.reduce(0) { $0 + $1.count })
      return MCPWriter.batch(state.answers)
    }
  }
}
