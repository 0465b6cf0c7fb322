import ComponentABI
import ComponentHost
import ComponentKit

/// An observer of a component in a worker: what it hears of goes there, one after the other.
final class ObserverProxy: Sendable {
  private let number: Int64
  private let end: HostEnd
  private let channel: Channel

  init(_ number: Int64, _ end: HostEnd, _ channel: Channel) {
    (self.number, self.end, self.channel) = (number, end, channel)
  }

  /// What the table is given, with this as its context.
  func observer(_ events: UnsafeBufferPointer<component_text>, limit: UInt32) -> component_observer {
    component_observer(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_observer>.size), events: forced(events),
      event_count: events.count, limit: limit, flags: 0,
      heard: { context, notice in
        if let context { Unmanaged<ObserverProxy>.fromOpaque(context).takeUnretainedValue().hear(notice) }
      }, context: Unmanaged.passRetained(self).toOpaque(),
      release: { context in
        if let context { Unmanaged<ObserverProxy>.fromOpaque(context).takeRetainedValue().release() }
      })
  }

  // What has no events is refused by the table.
  private func forced(_ events: UnsafeBufferPointer<component_text>) -> UnsafePointer<component_text> {
    events.baseAddress ?? UnsafePointer(bitPattern: MemoryLayout<component_text>.alignment).unsafelyUnwrapped
  }

  private func hear(_ notice: UnsafePointer<component_notice>) {
    _ = try? end.ask(.hear, over: channel) { (writer) throws(WireFault) in
      writer.integer(number)
      writer.integer(Int64(bitPattern: notice.pointee.lost))
      try writer.text(notice.pointee.event)
      try writer.value(notice.pointee.value)
    }
  }

  // The last use of it. The other end gives its own context back then.
  private func release() {
    try? channel.notify(HostVerb.endObserver.rawValue) { (writer) throws(WireFault) in writer.integer(number) }
  }
}

extension WireReader {
  /// What an observer hears of. Too many are refused by the table, in its words, and need not be held for that.
  mutating func events(_ count: UInt32) throws(WireFault) -> [component_text] {
    guard Int(count) <= remaining / 8 else { throw WireFault(.count(UInt64(count))) }
    var events: [component_text] = []
    for _ in 0..<count {
      let event = try text()
      if events.count <= COMPONENT_EVENT_LIMIT { events.append(event) }
    }
    return events
  }
}

extension HostEnd {
  func observe(_ message: Message, _ channel: Channel) throws(WireFault) {
    guard let table else { throw WireFault(.stray) }
    var reader = message.reader()
    let number = try reader.integer()
    let (limit, count) = try reader.pair()
    let events = try reader.events(count)
    try reader.end()
    var observation: OpaquePointer?
    let proxy = ObserverProxy(number, self, channel)
    let code = events.withUnsafeBufferPointer { events in
      var observer = proxy.observer(events, limit: limit)
      let code = table.pointee.observe(table, &observer, &observation)
      // Its context is the host's only if it was taken.
      if code != COMPONENT_OK, let context = observer.context { Unmanaged<ObserverProxy>.fromOpaque(context).release() }
      return code
    }
    if let observation { keep(observation, as: number) }
    try channel.reply(to: message) { (writer) throws(WireFault) in writer.integer(Int64(code)) }
  }
}
