import ComponentABI
import ComponentKit
import ComponentWorkers
import Glibc
import Synchronization
import Testing

@Suite struct ChannelTests {
  @Test func `an int goes out and comes back`() throws {
    let (host, worker) = try ends(Adding())
    defer { close(host, worker) }
    for number in 0..<100 { #expect(try add(host, number) == number + 1) }
  }

  @Test func `a thread that waits does what is asked in the service of its call`() throws {
    let (host, worker) = try ends(Descending(), Descending())
    defer { close(host, worker) }
    #expect(try add(host, 40) == 0)
  }

  @Test func `several calls are in flight at once`() throws {
    let (host, worker) = try ends(Adding())
    defer { close(host, worker) }
    let calls = try (0..<64).map { number in
      try host.begin(1) { writer in writer.integer(Int64(number)) }
    }
    for (number, call) in calls.enumerated() { #expect(try integer(call.wait()) == number + 1) }
  }

  @Test func `a listener hears progress and then the end`() throws {
    let (host, worker) = try ends(Progressing())
    defer { close(host, worker) }
    let heard = Heard()
    _ = try host.begin(1, listener: { heard.hear($0) }) { _ in }
    #expect(heard.wait() == ["0.25", "0.5", "reply"])
  }

  @Test func `all who wait hear at once that the other side is gone`() throws {
    let (host, worker) = try ends(Silent())
    let heard = Heard()
    _ = try host.begin(1, listener: { heard.hear($0) }) { _ in }
    let call = try host.begin(1) { _ in }
    worker.close()
    guard case .over(.hungUp) = call.wait() else { throw Unexpected() }
    #expect(heard.wait() == ["over"])
    #expect(throws: ChannelFault.over(.hungUp)) { try host.begin(1) { _ in } }
  }
}

struct Unexpected: Error {}

/// Both ends of a channel in one process, which read already.
func ends(
  _ worker: any ChannelService, _ host: any ChannelService = Silent()
) throws -> (host: Channel, worker: Channel) {
  let sockets = try #require(Channel.sockets())
  let hostEnd = try Channel.host(sockets.host, host)
  let workerEnd = try Channel.worker(sockets.worker, worker)
  hostEnd.start()
  workerEnd.start()
  return (hostEnd, workerEnd)
}

func add(_ channel: Channel, _ number: Int, within: CallID = 0) throws -> Int {
  try integer(
    channel.begin(1, within: within) { writer in writer.integer(Int64(number)) }.wait())
}

func integer(_ answer: Answer?) throws -> Int {
  guard case .reply(let message) = answer else { throw Unexpected() }
  var reader = message.reader()
  let number = try reader.integer()
  try reader.end()
  return Int(number)
}

/// Answers nothing.
final class Silent: ChannelService {
  func serve(_ message: Message, on channel: Channel) {}
  func ended(_ end: ChannelEnd, of channel: Channel) {}
}

/// Answers a number with the next one.
final class Adding: ChannelService {
  func serve(_ message: Message, on channel: Channel) {
    var reader = message.reader()
    guard let number = try? reader.integer() else { return }
    try? channel.reply(to: message) { writer in writer.integer(number + 1) }
  }
  func ended(_ end: ChannelEnd, of channel: Channel) {}
}

/// Asks back for the number below, in the service of what it serves, until there is none.
final class Descending: ChannelService {
  func serve(_ message: Message, on channel: Channel) {
    var reader = message.reader()
    guard let number = try? reader.integer() else { return }
    let below = number == 0 ? 0 : (try? add(channel, Int(number) - 1, within: message.call)) ?? -1
    try? channel.reply(to: message) { writer in writer.integer(Int64(below)) }
  }
  func ended(_ end: ChannelEnd, of channel: Channel) {}
}

final class Progressing: ChannelService {
  func serve(_ message: Message, on channel: Channel) {
    for fraction in [0.25, 0.5] {
      try? channel.progress(of: message) { writer in writer.number(fraction) }
    }
    try? channel.reply(to: message) { _ in }
  }
  func ended(_ end: ChannelEnd, of channel: Channel) {}
}

/// What a listener heard, in order.
final class Heard: Sendable {
  private let lines = Guarded<[String]>([])
  private let isOver = Atomic(false)

  func hear(_ heard: OpenCall.Heard) {
    switch heard {
    case .progress(let message):
      var reader = message.reader()
      let fraction = (try? reader.number()) ?? -1
      lines.withLock { $0.append("\(fraction)") }
    case .ended(let answer):
      let line =
        switch answer {
        case .reply: "reply"
        case .failure: "failure"
        case .over: "over"
        }
      lines.withLock { $0.append(line) }
      isOver.store(true, ordering: .releasing)
    }
  }

  func wait() -> [String] {
    while !isOver.load(ordering: .acquiring) { usleep(1000) }
    return lines.withLock { $0 }
  }
}

func close(_ channels: Channel...) { for channel in channels { channel.close() } }
