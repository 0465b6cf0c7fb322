import ComponentABI
import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

@testable import ComponentWorkers

/// What goes on while as many requests are served as there can be, or more comes than can be read.
@Suite(.offPool) struct CrowdTests {
  /// Answers a number once it is let go on, or at once with 9 where the call is given up; with verb 2 a value with itself.
  private final class Holding: ChannelService {
    let begun = Supply()
    private let goesOn = Guarded(false)
    private let adding = Adding()

    func letGoOn() { goesOn.withLock { $0 = true } }

    func serve(_ message: Message, on channel: Channel) {
      if message.verb == 2 { return adding.serve(message, on: channel) }
      let isGivenUp = Guarded(false)
      message.whenCancelled { isGivenUp.withLock { $0 = true } }
      begun.add()
      while !goesOn.withLock({ $0 }), !isGivenUp.withLock({ $0 }) { usleep(2000) }
      let isOver = isGivenUp.withLock { $0 }
      try? channel.reply(to: message) { $0.integer(isOver ? 9 : 1) }
    }
    func ended(_ end: ChannelEnd, of channel: Channel) {}
  }

  private static func write(_ count: Int, _ writer: inout WireWriter) throws(WireFault) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 8)
    bytes.initializeMemory(as: UInt8.self, repeating: 7)
    defer { bytes.deallocate() }
    var value = component_value()
    value.kind = COMPONENT_KIND_BYTES
    value.as.bytes = UnsafePointer(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    value.count = count
    try writer.value(value)
  }

  // As many calls as are served at once, all of which wait.
  private func crowd(_ host: Channel, _ holding: Holding) throws -> [OpenCall] {
    let calls = try (0..<256).map { _ in try host.begin(1) { _ in } }
    for _ in calls { try #require(holding.begun.take(within: 30)) }
    return calls
  }

  @Test func `a cancel is heard while as many requests are served as there can be`() throws {
    let holding = Holding()
    let (host, worker) = try ends(holding)
    defer { close(host, worker) }
    let calls = try crowd(host, holding)
    calls[100].cancel()
    let answer = calls[100].wait(until: Deadline(after: .seconds(30)).nanoseconds)
    #expect(try integer(answer) == 9)
    holding.letGoOn()
  }

  @Test func `a worker serves one more after a while, however long the others take`() throws {
    let holding = Holding()
    let (host, worker) = try ends(holding)
    defer { close(host, worker) }
    _ = try crowd(host, holding)
    let late = try (0..<3).map { _ in try host.begin(1) { _ in } }
    for _ in late { #expect(holding.begun.take(within: 30)) }
    holding.letGoOn()
    for call in late { #expect(try integer(call.wait()) == 1) }
  }

  @Test func `at the host one more waits for one of them`() throws {
    let holding = Holding()
    let (host, worker) = try ends(Silent(), holding)
    defer { close(host, worker) }
    let calls = try crowd(worker, holding)
    let late = try worker.begin(1) { _ in }
    #expect(!holding.begun.take(within: 1))
    calls[0].cancel()
    #expect(holding.begun.take(within: 30))
    holding.letGoOn()
    #expect(try integer(late.wait()) == 1)
  }

  @Test func `a long answer passes a long request that waits for credit`() throws {
    let holding = Holding()
    let (host, worker) = try ends(Adding(), holding)
    defer { close(host, worker) }
    _ = try crowd(worker, holding)
    // These take all credit, since nobody serves them, at the host's end.
    for _ in 0..<2 { _ = try worker.begin(1) { writer throws(WireFault) in try CrowdTests.write(600_000, &writer) } }
    let waits = Guarded(true)
    let thread = Thread {
      _ = try? worker.begin(1) { writer throws(WireFault) in try CrowdTests.write(100_000, &writer) }
      waits.withLock { $0 = false }
    }
    usleep(100_000)
    let asked = try host.begin(2) { writer throws(WireFault) in try CrowdTests.write(200_000, &writer) }
    let answer = asked.wait(until: Deadline(after: .seconds(30)).nanoseconds)
    guard case .reply(let message)? = answer else {
      Issue.record("no answer: \(String(describing: answer))")
      return holding.letGoOn()
    }
    #expect(message.length > 200_000 && waits.withLock { $0 })
    holding.letGoOn()
    thread.join()
  }

  /// Tells progress for ever.
  private final class Flooding: ChannelService {
    func serve(_ message: Message, on channel: Channel) {
      let isGivenUp = Guarded(false)
      message.whenCancelled { isGivenUp.withLock { $0 = true } }
      while !isGivenUp.withLock({ $0 }), channel.overMark.end == nil {
        try? channel.progress(of: message) { $0.number(0.5) }
      }
      try? channel.reply(to: message) { $0.integer(9) }
    }
    func ended(_ end: ChannelEnd, of channel: Channel) {}
  }

  @Test func `a deadline holds however much the other side says`() throws {
    let (host, worker) = try ends(Flooding())
    defer { close(host, worker) }
    let (call, answer) = (try host.begin(1) { _ in }, Guarded<Answer??>(nil))
    let isOver = finishes {
      let waited = call.wait(until: Deadline(after: .milliseconds(50)).nanoseconds)
      answer.withLock { $0 = .some(waited) }
    }
    #expect(isOver)
    if case .some(.some) = answer.withLock({ $0 }) { Issue.record("it has not ended") }
    call.cancel()
    #expect(try integer(call.wait()) == 9)
  }

  @Test func `one that does not read what it is answered has its channel ended`() throws {
    let sockets = try #require(Channel.sockets())
    let host = try Channel.host(sockets.host, Adding(), answerLimit: .milliseconds(200))
    let worker = try Channel.worker(sockets.worker, Silent())
    host.start()
    defer { close(host, worker) }
    // It asks, and reads nothing: of what it is answered more waits than the ring holds.
    for _ in 0..<8 { _ = try worker.begin(2) { writer throws(WireFault) in try CrowdTests.write(60_000, &writer) } }
    for _ in 0..<3000 where host.overMark.end == nil { usleep(10_000) }
    #expect(host.overMark.end == .broken("it does not read what it is answered"))
  }

  @Test func `a channel that was over before it began is kept by nobody`() throws {
    let sockets = try #require(Channel.sockets())
    weak var kept: Channel?
    do {
      let host = try Channel.host(sockets.host, Silent())
      kept = host
      host.hangUp()
      host.close()
      host.start()
    }
    Glibc.close(sockets.worker)
    for _ in 0..<1000 where kept != nil { usleep(10_000) }
    #expect(kept == nil)
  }

  @Test func `a host's end that can't be made leaves the socket to whoever has it`() throws {
    let sockets = try #require(Channel.sockets())
    Glibc.close(sockets.worker)
    signal(SIGPIPE, SIG_IGN)
    #expect(throws: ChannelFault.over(.hungUp)) { try Channel.host(sockets.host, Silent()) }
    #expect(Glibc.close(sockets.host) == 0)
  }
}
