import ComponentABI
import ComponentHost
import ComponentKit
import ComponentWorkers
import Glibc
import Synchronization
import Testing

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

/// Answers a number with the next one, and with verb 2 a value with itself.
final class Adding: ChannelService {
  func serve(_ message: Message, on channel: Channel) {
    var reader = message.reader()
    if message.verb == 2 {
      guard let value = try? reader.value() else { return }
      return try! channel.reply(to: message) { writer throws(WireFault) in try writer.value(value) }
    }
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

/// Does the same on so many threads at once.
func together(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let left = Atomic(count)
  for thread in 0..<count {
    _ = Worker.run {
      body(thread)
      left.wrappingSubtract(1, ordering: .releasing)
    }
  }
  while left.load(ordering: .acquiring) > 0 { usleep(500) }
}

/// Answers once its call was given up, with 9.
final class Cancellable: ChannelService {
  func serve(_ message: Message, on channel: Channel) {
    message.whenCancelled { try? channel.reply(to: message) { $0.integer(9) } }
  }
  func ended(_ end: ChannelEnd, of channel: Channel) {}
}

/// Asks back once: in the service of what it serves, where the number is 1.
final class AskingBack: ChannelService {
  func serve(_ message: Message, on channel: Channel) {
    var reader = message.reader()
    guard let number = try? reader.integer() else { return }
    _ = try? channel.begin(1, within: number == 1 ? message.call : 0) { _ in }.wait()
    try? channel.reply(to: message) { $0.integer(number) }
  }
  func ended(_ end: ChannelEnd, of channel: Channel) {}
}

/// Notes on which threads it serves.
final class NotingThreads: ChannelService {
  let threads = Guarded<[pthread_t]>([])

  func serve(_ message: Message, on channel: Channel) {
    threads.withLock { $0.append(pthread_self()) }
    try? channel.reply(to: message) { _ in }
  }
  func ended(_ end: ChannelEnd, of channel: Channel) {}
}

/// Counts what it is told.
final class Counting: ChannelService {
  private let count = Atomic(0)

  func serve(_ message: Message, on channel: Channel) { count.wrappingAdd(1, ordering: .relaxed) }
  func ended(_ end: ChannelEnd, of channel: Channel) {}
  func wait(for number: Int) { while count.load(ordering: .relaxed) < number { usleep(500) } }
}

/// Closes the descriptor that came along, and says whether there was one.
final class Closing: ChannelService {
  func serve(_ message: Message, on channel: Channel) {
    let descriptor = message.takeDescriptor()
    if let descriptor { Glibc.close(descriptor) }
    try? channel.reply(to: message) { $0.integer(descriptor == nil ? 0 : 1) }
  }
  func ended(_ end: ChannelEnd, of channel: Channel) {}
}

/// The same, and counts the notices.
final class CountingCancellable: ChannelService {
  private let counting = Counting()
  private let cancellable = Cancellable()

  func serve(_ message: Message, on channel: Channel) {
    if message.manner == .notice {
      counting.serve(message, on: channel)
    } else {
      cancellable.serve(message, on: channel)
    }
  }
  func ended(_ end: ChannelEnd, of channel: Channel) {}
  func wait(for number: Int) { counting.wait(for: number) }
}

/// Numbers functions, and does something each time.
final class Numbering: WireNumbering, Sendable {
  let given = Guarded(0)
  let takenBack = Guarded(0)
  private let retain: @Sendable () -> Void

  init(_ retain: @escaping @Sendable () -> Void) { self.retain = retain }

  func number(_ function: UnsafePointer<component_function>) -> UInt64 {
    retain()
    return given.withLock { given in
      given += 1
      return UInt64(given)
    }
  }

  func takeBack(_ number: UInt64, of function: UnsafePointer<component_function>) { takenBack.withLock { $0 += 1 } }
}

extension Lender {
  /// A value that is a function, which nobody calls; it is kept for good.
  var function: component_value {
    let place = UnsafeMutablePointer<component_function>.allocate(capacity: 1)
    place.initialize(
      to: component_function(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_function>.size), context: nil,
        run: { _, _ in COMPONENT_OK }, retain: nil, release: nil, host: nil))
    var value = component_value()
    value.kind = COMPONENT_KIND_FUNCTION
    value.as.function = UnsafePointer(place)
    return value
  }
}

/// Whether something on a thread of its own comes to an end.
func finishes(_ body: @escaping @Sendable () -> Void) -> Bool {
  let isOver = Guarded(false)
  _ = Worker.run {
    body()
    isOver.withLock { $0 = true }
  }
  let deadline = Deadline(after: .seconds(20))
  while !isOver.withLock({ $0 }), !deadline.hasPassed { usleep(500) }
  return isOver.withLock { $0 }
}

/// Answers 1, after a while.
final class Slow: ChannelService {
  func serve(_ message: Message, on channel: Channel) {
    usleep(100_000)
    try? channel.reply(to: message) { $0.integer(1) }
  }
  func ended(_ end: ChannelEnd, of channel: Channel) {}
}
