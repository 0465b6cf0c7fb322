import ComponentKit
import Synchronization

/// A request and its one answer, or none where the client has given it up.
final class MCPExchange: Sendable {
  let id: MCPRequestID
  let revision: MCPRevision
  private let writer: MCPWriter
  private let output: StreamOutput
  private let batch: MCPBatch?
  private let limit: Int
  private let isOver = Mutex(false)

  init(_ id: MCPRequestID, _ revision: MCPRevision, _ batch: MCPBatch?, _ core: MCPCore) {
    (self.id, self.revision, self.batch) = (id, revision, batch)
    (writer, output, limit) = (core.writer, core.output, core.settings.unreadLimit)
  }

  /// Whether so much waits for the client that its answer might be left out.
  var isCrowded: Bool { output.unread > limit / 2 }

  /// Answers it, if it is not over yet.
  func answer(_ outcome: Result<Fields, MCPFault>) {
    // Put together before, since others of this request wait for the lock.
    var bytes = writer.answer(id, outcome, revision)
    // One alone may have any length.
    let unread = output.unread
    if unread > 0, unread + bytes.count > limit { bytes = writer.answer(id, .failure(.unread(unread)), revision) }
    end(bytes)
  }

  /// Nobody waits for the answer any more.
  func drop() { end(nil) }

  private func end(_ answer: [UInt8]?) {
    isOver.withLock { isOver in
      guard !isOver else { return }
      isOver = true
      output.send(answer, of: batch)
    }
  }

  /// Sends what belongs to it, if it is not over yet. The message is put together under the lock, so that none comes behind
  /// the answer.
  func tell(_ message: () -> [UInt8]) { isOver.withLock { isOver in if !isOver { output.send(message()) } } }
}

extension StreamOutput {
  /// Sends an answer, if there is one: by itself, or with the others that its request has come with.
  func send(_ answer: [UInt8]?, of batch: MCPBatch?) {
    if let message = batch.map({ $0.take(answer) }) ?? answer { send(message) }
  }
}
