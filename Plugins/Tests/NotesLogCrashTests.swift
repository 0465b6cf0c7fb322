import Glibc
import Testing

@testable import NotesLog

// Each of these runs a copy of the test program that appends, says what was acknowledged, and is killed.
@Suite(.serialized) struct NotesLogCrashTests {
  let folder = TemporaryFolder()

  @Test func `after kill -9 at any moment every acknowledged note is there`() async throws {
    let path = folder.path
    for round in 0..<15 {
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, round = round as Int] in
        killSoon(after: 1000 + UInt32(round) * 3700)
        appendForever("\(path)/notes.log", acknowledging: "\(path)/acknowledged", compacting: round % 3 == 0)
      }
    }
    try checkAcknowledged()
  }

  @Test func `several processes that append at once and are killed lose nothing`() async throws {
    let path = folder.path
    for _ in 0..<3 {
      await withTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, writer = writer as Int] in
              killSoon(after: 100_000 + UInt32(writer) * 39_000)
              appendForever("\(path)/notes.log", acknowledging: "\(path)/acknowledged", compacting: writer == 0)
            }
          }
        }
      }
    }
    try checkAcknowledged()
  }

  private func checkAcknowledged() throws {
    let lines = String(decoding: folder.read("acknowledged"), as: UTF8.self).split(separator: "\n").map(String.init)
    let notes = try NotesLog(path: "\(folder.path)/notes.log").notes()
    let kept = Set(notes.map { "\($0.id) \($0.text)" })
    #expect(lines.count > 20)
    #expect(Set(lines).count == lines.count)
    #expect(lines.filter { !kept.contains($0) } == [])
    #expect(Set(notes.map(\.id)).count == notes.count)
    #expect(try NotesLog(path: "\(folder.path)/notes.log").report().damaged == [])
  }
}

private func killSoon(after microseconds: UInt32) {
  var thread = pthread_t()
  let context = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
  context.pointee = microseconds
  pthread_create(
    &thread, nil,
    { context in
      usleep(context?.assumingMemoryBound(to: UInt32.self).pointee ?? 0)
      kill(getpid(), SIGKILL)
      return nil
    }, context)
}

private func appendForever(_ path: String, acknowledging acknowledged: String, compacting: Bool) {
  let file = open(acknowledged, O_WRONLY | O_CREAT | O_APPEND, 0o600)
  let log = NotesLog(path: path, patience: .seconds(60))
  for count in 0... {
    let text = "\(getpid()) " + String(repeating: "\(count) ", count: count % 50 + 1)
    guard let id = try? log.add(book: 1, page: nil, kind: "note", text: text, time: count) else { continue }
    let line = Array("\(id) \(text)\n".utf8)
    _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    // Makes dead records, until the log is worth compacting.
    if compacting { for page in 0..<20 { try? log.setPlace(book: 1, page: page, time: count) } }
  }
}
