import ComponentKit
import Glibc
import Testing

@testable import ComponentWorkers

/// How much memory messages take.
struct HeldBytesTests {
  private func message(_ length: Int, _ held: HeldBytes) -> Message {
    var frame = Frame(.request, length: 0)
    frame.left = UInt64(length)
    return Message(.request, frame, descriptor: -1, held)
  }

  @Test func `what is announced takes nothing, what comes is counted until its message goes`() throws {
    let held = HeldBytes(limit: 100)
    let bytes = [UInt8](repeating: 7, count: 200)
    var first: Message? = message(1 << 30, held)
    try first?.append(bytes, 20)
    // With room for what may come, of which there may be more than this.
    #expect(throws: ChannelEnd.broken("more than its messages may take here")) {
      try message(1 << 30, held).append(bytes, 8)
    }
    try message(16, held).append(bytes, 16)
    first = nil
    try message(100, held).append(bytes, 100)
  }

  @Test func `where there is no memory the channel ends, and the process goes on`() throws {
    let size = 1 << 60
    let byte: UInt8 = 0
    let end = ChannelEnd.broken("a message of \(size) bytes, for which there is no memory")
    _ = withUnsafePointer(to: byte) { byte in
      #expect(throws: end) { try message(size, HeldBytes(limit: .max)).append(byte, size) }
    }
  }

  @Test func `only what nobody waits for needs credit`() {
    #expect(Credit.cost(.notice, within: 0, length: 8) > 0 && Credit.cost(.request, within: 0, length: 1 << 20) > 0)
    #expect(Credit.cost(.request, within: 1, length: 1 << 20) == 0 && Credit.cost(.cancel, within: 0, length: 0) == 0)
  }

  @Test func `a thread that nobody needs any more leaves`() throws {
    let (host, worker) = try ends(Slow())
    defer { close(host, worker) }
    let calls = try (0..<12).map { _ in try host.begin(1) { _ in } }
    for call in calls { #expect(try integer(call.wait()) == 1) }
    let spares = { worker.lock.locked { worker.spares } }
    #expect(spares() > 6)
    for _ in 0..<400 where spares() > 3 { usleep(50_000) }
    #expect((1...3).contains(spares()))
    #expect(try integer(host.begin(1) { _ in }.wait()) == 1)
  }
}
