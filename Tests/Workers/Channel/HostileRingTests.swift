import ComponentKit
import Glibc
import HostNative
import TestThreads
import Testing

@testable import ComponentWorkers

/// What a worker may make of the memory that it shares, or say over it, without a word of it being true.
@Suite struct HostileRingTests {
  private static let hostile: [(String, @Sendable (HostileWorker) -> Void, String)] = [
    ("a tail before its beginning", { $0.tail = .max }, "a ring that holds -1 bytes"),
    ("a tail beyond the ring", { $0.tail = 1 << 40 }, "a ring that holds 1099511627776 bytes"),
    ("a tail within a frame", { $0.tail = 8 }, "a ring that holds 8 bytes"),
    ("a frame longer than what is there", { $0.say([frame(1, length: 64)]) }, "a frame of 64 bytes where there are 32"),
    ("a frame of an odd length", { $0.say([frame(1, length: 7), [0]]) }, "a frame of 7 bytes where there are 40"),
    ("a frame longer than any", { $0.say([frame(1, length: .max)]) }, "a frame of 4294967295 bytes where there are 32"),
    ("an unknown manner", { $0.say([frame(17)]) }, "a message of the manner 17"),
    ("unknown flags", { $0.say([frame(5, flags: 8)]) }, "a frame with the flags 8"),
    ("a part of nothing", { $0.say([frame(5, flags: 2)]) }, "a part of a message that was not begun"),
    ("more than there is", { $0.say([frame(5, left: 8)]) }, "a frame of 0 bytes of 8"),
    ("less than it says", { $0.say([frame(5, length: 8, flags: 1, left: 8), [0]]) }, "a frame of 8 bytes of 8"),
    (
      "more than any message has", { $0.say([frame(5, length: 8, flags: 1, left: 1 << 40), [0]]) },
      "a frame of 8 bytes of 1099511627776"
    ),
    (
      "a part that is not the next one",
      { $0.say([frame(5, length: 8, flags: 1, left: 32), [0], frame(5, length: 8, flags: 3, left: 16), [0]]) },
      "a part of another message"
    ),
    ("a descriptor", { $0.say([frame(5, flags: 4)]) }, "a descriptor"),
    ("an answer to nothing", { $0.say([frame(1, call: 77)]) }, "an answer to call 77, which was not asked"),
    ("a failure of nothing", { $0.say([frame(2, call: 0)]) }, "an answer to call 0, which was not asked"),
    ("a request without a number", { $0.say([frame(0)]) }, "a request without a number"),
    ("a notice in the service of a call", { $0.say([frame(5, within: 3)]) }, "a notice in the service of a call"),
    (
      "a cancel twice", { $0.say([frame(0, call: 3), frame(4, call: 3), frame(4, call: 3)]) }, "a second cancel of 3"
    ),
    ("a cancel of something", { $0.say([frame(4, length: 8), [0]]) }, "a cancel with the verb 0 of 8 bytes"),
    ("an unknown kind of progress", { $0.say([frame(3, verb: 2)]) }, "a progress with the verb 2"),
    ("a notice's verb as a request", { $0.say([frame(0, verb: 9, call: 3)]) }, "a request with the verb 9"),
    (
      "more than its verb says", { $0.say([frame(5, verb: 9, length: 16), [0, 0]]) },
      "a notice with the verb 9 of 16 bytes"
    ),
    ("a request twice", { $0.say([frame(0, call: 3), frame(0, call: 3)]) }, "a second request 3"),
  ]

  @Test(arguments: hostile.indices)
  func `a hostile worker ends its channel, and the end says why`(index: Int) throws {
    let (name, act, said) = HostileRingTests.hostile[index]
    let ends = Ends()
    let worker = try HostileWorker(ends)
    act(worker)
    #expect(ends.wait() == .broken(said), "\(name)")
  }

  @Test func `more requests than there is credit for end the channel`() throws {
    let ends = Ends()
    let worker = try HostileWorker(ends)
    // The host serves nothing, all of its threads being kept, and one that waits for a call reads.
    ends.holds = true
    let call = try worker.channel.begin(1) { _ in }
    together(2) { thread in
      if thread == 0 { return _ = call.wait() }
      for number in 1...UInt64(2000) {
        if ends.now != nil { break }
        worker.say([frame(0, call: number, length: 8192)], filledUpBy: 8192)
      }
    }
    #expect(ends.wait() == .broken("more than it has credit for"))
    ends.holds = false
  }

  @Test func `more requests than may be open end the channel, though each is handled at once`() throws {
    let ends = Ends()
    let worker = try HostileWorker(ends)
    for first in stride(from: UInt64(1), through: 65_537, by: 512) {
      if ends.now != nil { break }
      worker.say((first..<first + 512).map { frame(0, call: $0) })
      worker.waitUntilRead()
    }
    #expect(ends.wait() == .broken("more than 65536 open requests"))
  }

  @Test func `requests in the service of a call, whose thread handles none of them, have an end`() throws {
    let ends = Ends()
    let worker = try HostileWorker(ends)
    let call = try worker.channel.begin(1) { _ in }
    for number in 1...UInt64(9000) {
      if ends.now != nil { break }
      worker.say([frame(0, call: number, within: call.id, length: 8192)], filledUpBy: 8192)
    }
    #expect(ends.wait() == .broken("more than 67108864 bytes of requests that nobody can handle yet"))
  }

  @Test func `of progress that nobody hears only so much is kept`() throws {
    let worker = try HostileWorker(Ends())
    let call = try worker.channel.begin(1) { _ in }
    for _ in 0..<10 { worker.say([[UInt64]](repeating: frame(3, call: call.id), count: 500)) }
    worker.waitUntilRead()
    worker.say([frame(1, call: call.id)])
    var count = 0
    #expect(call.wait(until: Deadline(after: .seconds(20)).nanoseconds, progressed: { _ in count += 1 }) != nil)
    #expect(count == 1024)
  }

  @Test func `a worker that gives and does not read is told so much and no more`() throws {
    let ends = Ends()
    let worker = try HostileWorker(ends)
    let end = ChannelEnd.broken("it does not read what is said to it")
    #expect(throws: ChannelFault.over(end)) {
      for _ in 0..<200_000 { try worker.channel.notify(1) { $0.integer(1) } }
    }
    #expect(ends.wait() == end)
  }

  @Test(arguments: [UInt64(1) << 40, 1])
  func `a worker that read what was never written ends its channel`(head: UInt64) throws {
    let ends = Ends()
    let worker = try HostileWorker(ends)
    worker.head = head
    let end = ChannelEnd.broken("it read what was never written")
    #expect(throws: ChannelFault.over(end)) { try worker.channel.notify(1) { _ in } }
    #expect(ends.wait() == end)
  }

  @Test func `what was given up half-way costs no credit`() throws {
    let worker = try HostileWorker(Ends())
    let lender = Lender()
    let filler = lender.text(String(repeating: "x", count: 1 << 20))
    for _ in 0..<3 {
      #expect(throws: ChannelFault.late) {
        try worker.channel.begin(1, until: Deadline(after: .milliseconds(20)).nanoseconds) {
          writer throws(WireFault) in try writer.text(filler)
        }
      }
      worker.readAll()
    }
    _ = try worker.channel.begin(1, until: Deadline(after: .seconds(10)).nanoseconds) { $0.integer(1) }
    withExtendedLifetime(lender) {}
  }

  @Test func `who is about to wait is awake for the other side, and no more once it has given the call up`() throws {
    let worker = try HostileWorker(Ends())
    let awake: UInt32 = 1 << 31
    let call = try worker.channel.begin(1) { _ in }
    #expect(eventually { worker.sleepers & awake == 0 })
    call.abandon()
    let read = try worker.channel.begin(1, waitsNext: true) { _ in }
    #expect(worker.sleepers & awake != 0)
    read.abandon()
    #expect(eventually { worker.sleepers & awake == 0 })
    // What comes then is read by one of the channel's own threads.
    worker.say([frame(1, call: read.id)])
    worker.waitUntilRead()
  }

  @Test func `wake-ups for nothing and words about who sleeps do no harm`() throws {
    let ends = Ends()
    let worker = try HostileWorker(ends)
    for round in 0..<2000 {
      worker.sleepers = UInt32(truncatingIfNeeded: round &* 0x9e37_79b9)
      worker.wakeAll()
    }
    worker.sleepers = 0
    worker.wakeAll()
    let call = try worker.channel.begin(1) { _ in }
    worker.sleepers = .max
    #expect(call.wait(until: Deadline(after: .milliseconds(10)).nanoseconds) == nil)
    worker.sleepers = 0
    worker.say([frame(1, call: call.id)])
    #expect(call.wait(until: Deadline(after: .seconds(10)).nanoseconds) != nil)
  }

  @Test func `a thread that sleeps hears of the end although the worker undoes every wake-up`() throws {
    let ends = Ends()
    let worker = try HostileWorker(ends)
    let call = try worker.channel.begin(1) { _ in }
    together(2) { thread in
      if thread == 0 { return _ = call.wait() }
      usleep(20_000)
      worker.hangUp()
      for _ in 0..<10_000 { worker.bell = 0 }
    }
    #expect(ends.wait() == .hungUp)
  }
}

private func frame(
  _ manner: UInt8, verb: UInt16 = 0, call: UInt64 = 0, within: UInt64 = 0, length: UInt32 = 0, flags: UInt8 = 0,
  left: UInt64? = nil
) -> [UInt64] {
  let first = UInt64(length) | UInt64(manner) << 32 | UInt64(flags) << 40 | UInt64(verb) << 48
  return [first, call, within, left ?? UInt64(length)]
}

/// A worker that has the memory, and writes into it whatever it likes.
final class HostileWorker: @unchecked Sendable {
  let channel: Channel
  private let socket: Int32
  private let memory: UnsafeMutableRawPointer
  private static let size = 4096 + (2 << 18)
  // The host reads the second ring.
  private static let words = 2048

  init(_ service: some ChannelService) throws {
    let sockets = try #require(Channel.sockets())
    socket = sockets.worker
    channel = try Channel.host(sockets.host, service)
    var greeting: (UInt64, UInt64) = (0, 0)
    let descriptor = host_receive_descriptor(socket, &greeting, 16)
    memory = try #require(mmap(nil, HostileWorker.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0))
    Glibc.close(descriptor)
    channel.start()
  }

  deinit {
    channel.close()
    munmap(memory, HostileWorker.size)
    Glibc.close(socket)
  }

  func hangUp() { shutdown(socket, Int32(SHUT_RDWR)) }

  var tail: UInt64 {
    get { memory.load(fromByteOffset: HostileWorker.words, as: UInt64.self) }
    set {
      memory.storeBytes(of: newValue, toByteOffset: HostileWorker.words, as: UInt64.self)
      ring()
    }
  }

  /// How much of the host's ring was read.
  var head: UInt64 {
    get { memory.load(fromByteOffset: 128, as: UInt64.self) }
    set { memory.storeBytes(of: newValue, toByteOffset: 128, as: UInt64.self) }
  }

  /// Reads all of the host's ring, and handles none of it.
  func readAll() { head = memory.load(as: UInt64.self) }

  var sleepers: UInt32 {
    get { memory.load(fromByteOffset: HostileWorker.words + 384, as: UInt32.self) }
    set { memory.storeBytes(of: newValue, toByteOffset: HostileWorker.words + 384, as: UInt32.self) }
  }

  var bell: UInt32 {
    get { memory.load(fromByteOffset: HostileWorker.words + 512, as: UInt32.self) }
    set { memory.storeBytes(of: newValue, toByteOffset: HostileWorker.words + 512, as: UInt32.self) }
  }

  func wakeAll() {
    bell &+= 1
    host_futex_wake(memory + HostileWorker.words + 512, .max, .max, true)
  }

  // As a reader's own process would be told.
  private func ring() {
    sleepers = 0
    wakeAll()
  }

  /// How much of this worker's ring the host has read.
  private var read: UInt64 { memory.load(fromByteOffset: HostileWorker.words + 128, as: UInt64.self) }

  /// Waits until the host has read all of this worker's ring, or has ended the channel.
  func waitUntilRead() {
    let deadline = Deadline(after: .seconds(20))
    while read != tail, channel.overMark.end == nil, !deadline.hasPassed { usleep(100) }
  }

  /// Writes words behind what it wrote before, once there is room.
  func say(_ frames: [[UInt64]], filledUpBy bytes: Int = 0) {
    let ring = memory + 4096 + (1 << 18)
    let words = frames.flatMap { $0 } + [UInt64](repeating: 0, count: bytes / 8)
    let start = tail
    // A host that has ended the channel makes no room any more.
    let deadline = Deadline(after: .seconds(2))
    while start + UInt64(words.count * 8) - read > 1 << 18, !deadline.hasPassed { usleep(100) }
    for (index, word) in words.enumerated() {
      ring.storeBytes(of: word, toByteOffset: (Int(start) + index * 8) & ((1 << 18) - 1), as: UInt64.self)
    }
    tail = start + UInt64(words.count * 8)
  }
}

/// Notes how its channel ended; may keep what it is to serve.
final class Ends: ChannelService {
  private let state = Guarded<(end: ChannelEnd?, holds: Bool)>((nil, false))

  var now: ChannelEnd? { state.withLock { $0.end } }
  var holds: Bool {
    get { state.withLock { $0.holds } }
    set { state.withLock { $0.holds = newValue } }
  }

  // 9 is the verb of a notice with one word.
  func limit(of verb: UInt16, _ manner: Manner) -> Int? { verb == 9 ? (manner == .notice ? 8 : nil) : 1 << 20 }
  func serve(_ message: Message, on channel: Channel) { while holds { usleep(1000) } }
  func ended(_ end: ChannelEnd, of channel: Channel) { state.withLock { $0.end = end } }

  func wait() -> ChannelEnd? {
    let deadline = Deadline(after: .seconds(20))
    while now == nil, !deadline.hasPassed { usleep(500) }
    return now
  }
}
