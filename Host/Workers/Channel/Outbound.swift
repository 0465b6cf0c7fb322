import HostNative
import Synchronization

/// The writing end of a ring.
///
/// Whatever the other side makes of its indices, what is written lies in the ring: at worst it is not read.
final class Outbound: @unchecked Sendable {
  // Sendable: what changes is touched under the lock.
  private let way: RingWay
  private let sleepers: Sleepers
  private let over: OverMark
  private let socket: Int32
  private let lock = ChannelLock()
  // Under the lock.
  private var tail: UInt64 = 0
  private var said: UInt64 = 0
  private var postponed = Postponed()
  // A thread waits to send what is postponed.
  private var isPostponedSent = false
  // The turn to send a long message; one thread has it at a time.
  private var isLongOnItsWay = false
  private let longTurn = WakeWord()

  init(_ way: RingWay, _ over: OverMark, socket: Int32) {
    (self.way, self.over, self.socket) = (way, over, socket)
    sleepers = Sleepers(way)
  }

  deinit { longTurn.free() }

  /// How full the ring may be with it. Long messages leave room for others, which so overtake them, and all leave some
  /// for ends and cancels.
  private static func limit(_ manner: Manner, _ length: Int, isLong: Bool) -> Int {
    if isLong { return SharedRings.capacity / 2 }
    let isControl = length <= 1024 && (manner == .reply || manner == .failure || manner == .cancel)
    return isControl ? SharedRings.capacity : SharedRings.capacity - (1 << 14)
  }

  /// Sends a message that fits into a frame, and a descriptor by the socket before it can be read.
  ///
  /// - Parameter written: is called, without the lock, before the other side is woken.
  func send(
    _ frame: Frame, _ manner: Manner, _ descriptor: Int32?, until deadline: Int64, written: () -> Void,
    _ fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(ChannelFault) {
    let limit = Outbound.limit(manner, Int(frame.length), isLong: false)
    let cost = Credit.cost(manner, within: frame.within, length: Int(frame.length))
    try lockWithRoom(Frame.size + Int(frame.length), limit, cost, deadline)
    guard send(descriptor) else {
      lock.unlock()
      throw .over(.hungUp)
    }
    put(frame, cost, fill)
    lock.unlock()
    written()
    sleepers.ring()
  }

  /// Sends something short if there is room, and else keeps it until there is. It waits for nothing.
  ///
  /// - Returns: whether somebody has to call `sendPostponed`.
  func sendSoon(
    _ frame: Frame, _ manner: Manner, _ fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(ChannelFault) -> Bool {
    let cost = Credit.cost(manner, within: 0, length: Int(frame.length))
    let limit = Outbound.limit(manner, Int(frame.length), isLong: false)
    return try lock.locked { () throws(ChannelFault) in
      if let end = over.end { throw .over(end) }
      try sendWhatFits()
      if postponed.isEmpty(of: manner), try hasRoom(Frame.size + Int(frame.length), limit, cost) {
        put(frame, cost, fill)
        sleepers.ring()
        return false
      }
      guard postponed.add(Postponed.Message(frame, manner, fill)) else {
        throw .over(.broken("it does not read what is said to it"))
      }
      let isFirst = !isPostponedSent
      isPostponedSent = true
      return isFirst
    }
  }

  /// Sends what is postponed, until there is nothing: a thread's whole work. Says how the channel is over, if it is.
  func sendPostponed() -> ChannelEnd? {
    do throws(ChannelFault) {
      try takeLock(until: .max) { () throws(ChannelFault) in postponed.isEmpty }
      isPostponedSent = false
      lock.unlock()
    } catch {
      if case .over(let end) = error { return end }
    }
    return nil
  }

  /// There is no thread for that: the next one that says something does it.
  func isSentByNobody() { lock.locked { isPostponedSent = false } }

  /// Sends a message in parts, between which others come.
  func sendLong(
    _ frame: Frame, _ manner: Manner, _ descriptor: Int32?, length: Int, until deadline: Int64,
    numbers: [UInt64], _ write: Channel.Writing
  ) throws(ChannelFault) {
    // Credit comes before the turn: what has it waits for nothing but room, so that answers, which need none, have their
    // turn whatever waits for credit.
    let cost = Credit.cost(manner, within: frame.within, length: length)
    if cost > 0 {
      try lockWithRoom(0, SharedRings.capacity, cost, deadline)
      said &+= UInt64(cost)
      lock.unlock()
    }
    do throws(ChannelFault) { try takeTurn(until: deadline) } catch {
      takeBack(cost)
      throw error
    }
    defer { giveTurn() }
    let parts = PartsOutlet(self, frame, length, cost, deadline, descriptor)
    defer { parts.free() }
    var writer = WireWriter(into: parts.next(), outlet: parts, numbers: numbers)
    try? write(&writer)
    try parts.end()
  }

  private func takeTurn(until deadline: Int64) throws(ChannelFault) {
    while true {
      var seen: UInt32 = 0
      let isMine = lock.locked {
        seen = longTurn.now
        if isLongOnItsWay { return false }
        isLongOnItsWay = true
        return true
      }
      if isMine { return }
      if let end = over.end { throw .over(end) }
      if Channel.hasPassed(deadline) { throw .late }
      longTurn.sleep(seen, until: deadline)
    }
  }

  private func giveTurn() {
    lock.locked {
      isLongOnItsWay = false
      longTurn.mark()
    }
    longTurn.wake()
  }

  /// Takes the lock when there is room for so much, and credit; the lock is not taken where it throws.
  fileprivate func lockWithRoom(_ size: Int, _ limit: Int, _ cost: Int, _ deadline: Int64) throws(ChannelFault) {
    try takeLock(until: deadline) { () throws(ChannelFault) in try hasRoom(size, limit, cost) }
  }

  // What is postponed goes first.
  private func takeLock(until deadline: Int64, _ fits: () throws(ChannelFault) -> Bool) throws(ChannelFault) {
    while true {
      lock.lock()
      if let end = over.end {
        lock.unlock()
        throw .over(end)
      }
      var seen: UInt32 = 0
      do throws(ChannelFault) {
        try sendWhatFits()
        if try fits() { return }
        seen = way.room.pointee.load(ordering: .sequentiallyConsistent)
        way.isFull.pointee.store(1, ordering: .sequentiallyConsistent)
        try sendWhatFits()
        if try fits() { return }
      } catch {
        lock.unlock()
        throw error
      }
      lock.unlock()
      if Channel.hasPassed(deadline) { throw .late }
      over.sleep { host_futex_wait(way.room, seen, .max, deadline, true) }
    }
  }

  private func hasRoom(_ size: Int, _ limit: Int, _ cost: Int) throws(ChannelFault) -> Bool {
    let used = tail &- way.head.pointee.load(ordering: .sequentiallyConsistent)
    guard used <= UInt64(SharedRings.capacity) else { throw .over(.broken("it read what was never written")) }
    if Int(used) + size > limit { return false }
    if cost == 0 { return true }
    let owed = said &- way.taken.pointee.load(ordering: .sequentiallyConsistent)
    guard owed <= UInt64(Credit.window) else { throw .over(.broken("it handled what was never said")) }
    return Int(owed) + cost <= Credit.window
  }

  // Under the lock, and in all below.
  private func sendWhatFits() throws(ChannelFault) {
    if postponed.isEmpty { return }
    let before = tail
    try postponed.take { (message) throws(ChannelFault) in
      let length = Int(message.frame.length)
      let cost = Credit.cost(message.manner, within: 0, length: length)
      let limit = Outbound.limit(message.manner, length, isLong: false)
      guard try hasRoom(Frame.size + length, limit, cost) else { return false }
      put(message.frame, cost) { room in message.words.withUnsafeBytes { room.copyMemory(from: $0) } }
      return true
    }
    if tail != before { sleepers.ring() }
  }

  private func put(_ frame: Frame, _ cost: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
    said &+= UInt64(cost)
    fill(write(frame))
    publish(Frame.size + Int(frame.length))
  }

  fileprivate func send(_ descriptor: Int32?) -> Bool {
    guard let descriptor else { return true }
    var byte: UInt8 = 0
    return host_send_descriptor(socket, &byte, 1, descriptor)
  }

  // Where the content of a frame goes.
  fileprivate func write(_ frame: Frame) -> UnsafeMutableRawBufferPointer {
    let place = way.data + Int(tail & UInt64(SharedRings.capacity - 1))
    place.storeBytes(of: frame, as: Frame.self)
    return UnsafeMutableRawBufferPointer(start: place + Frame.size, count: Int(frame.length))
  }

  fileprivate func publish(_ size: Int) {
    tail &+= UInt64(size)
    way.tail.pointee.store(tail, ordering: .sequentiallyConsistent)
  }

  // What was begun and not ended is not counted over there.
  fileprivate func takeBack(_ cost: Int) { lock.locked { said &-= UInt64(cost) } }
  fileprivate func unlock() { lock.unlock() }
  fileprivate func ring() { sleepers.ring() }

  /// Wakes all that wait here: each looks whether the channel is over.
  func wakeAll() {
    way.room.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    host_futex_wake(way.room, .max, .max, true)
    longTurn.mark()
    longTurn.wake(.max)
  }

  /// Sends one part after the other; once one can't be sent the rest goes nowhere.
  private final class PartsOutlet: WireOutlet {
    private let out: Outbound
    private var frame: Frame
    private var left: Int
    private let cost: Int
    private let deadline: Int64
    private let descriptor: Int32?
    private var isWriting = false
    private var fault: ChannelFault?
    private var sink: UnsafeMutableRawBufferPointer?

    init(
      _ out: Outbound, _ frame: Frame, _ length: Int, _ cost: Int, _ deadline: Int64, _ descriptor: Int32?
    ) {
      (self.out, self.frame, left, self.cost) = (out, frame, length, cost)
      (self.deadline, self.descriptor) = (deadline, descriptor)
    }

    func free() { sink?.deallocate() }

    func next() -> UnsafeMutableRawBufferPointer {
      finish()
      let length = min(left, Frame.longest)
      frame.left = UInt64(left)
      left -= length
      frame.length = UInt32(length)
      frame.flags = frame.flags & ~Frame.more | (left > 0 ? Frame.more : 0)
      if fault == nil {
        do throws(ChannelFault) {
          try out.lockWithRoom(Frame.size + length, SharedRings.capacity / 2, 0, deadline)
          isWriting = true
          return out.write(frame)
        } catch {
          fault = error
        }
      }
      let sink = self.sink ?? .allocate(byteCount: Frame.longest, alignment: 8)
      self.sink = sink
      return sink
    }

    // Sends the part that was filled.
    private func finish() {
      guard isWriting else { return }
      isWriting = false
      if frame.flags & Frame.part == 0, !out.send(descriptor) {
        fault = .over(.hungUp)
        return out.unlock()
      }
      out.publish(Frame.size + Int(frame.length))
      out.unlock()
      out.ring()
      frame = Frame(.notice, length: 0)
      frame.flags = Frame.part
    }

    func end() throws(ChannelFault) {
      finish()
      guard let fault else { return }
      out.takeBack(cost)
      throw fault
    }
  }
}
