import ComponentABI
import ComponentHost
import ComponentKit

/// Says to a registration what a component in a worker has said to its own, in the same order, as it was said.
struct RegistrationReplay {
  private let host: HostTable
  private let registration: Registration
  private let component: LinkedComponent

  init(_ host: HostTable, _ registration: Registration, _ component: LinkedComponent) {
    (self.host, self.registration, self.component) = (host, registration, component)
  }

  /// So many things, and so many bytes of them, one registration says at most.
  static let itemLimit: Int64 = 65_536
  static let sizeLimit = 16 << 20

  /// The first code that is none of success, as a component in this process would return it.
  mutating func run(_ message: Message) throws(WireFault) -> Int32 {
    let arrivals = component.functions.arrivals()
    defer { withExtendedLifetime(arrivals) {} }
    var reader = message.reader(functions: arrivals.function)
    let count = try reader.integer()
    guard count <= RegistrationReplay.itemLimit else {
      "it registers \(count) things, and may register 65,536".withBytes { host.pointee.explain(registration, $0) }
      return COMPONENT_FAILURE_INVALID
    }
    for _ in 0..<max(0, count) {
      guard let kind = RegistrationItem(rawValue: try reader.integer()) else { throw WireFault(.stray) }
      let code = try say(kind, &reader)
      if code != COMPONENT_OK { return code }
    }
    try reader.end()
    return COMPONENT_OK
  }

  private func size<T>(_ type: T.Type) -> UInt32 { UInt32(MemoryLayout<T>.size) }

  private func say(_ kind: RegistrationItem, _ reader: inout WireReader) throws(WireFault) -> Int32 {
    let table = host.pointee
    switch kind {
    case .about: return try describe(&reader)
    case .need:
      let name = try reader.text()
      let (major, minor) = try reader.pair()
      let (patch, flags) = try reader.pair()
      var need = component_need(
        abi: COMPONENT_ABI_VERSION, size: size(component_need.self), name: name,
        minimum: component_version(major: major, minor: minor, patch: patch), flags: flags)
      return table.add_need(registration, &need)
    case .target: return try addTarget(&reader)
    case .type:
      var type = component_type(
        abi: COMPONENT_ABI_VERSION, size: size(component_type.self), name: try reader.text(),
        definition: try reader.text(), summary: try reader.text())
      return table.add_type(registration, &type)
    case .action: return try addAction(&reader)
    case .route:
      var route = try reader.route()
      return table.add_route(registration, &route)
    case .key:
      let (key, target, action) = (try reader.text(), try reader.text(), try reader.text())
      let hints = try reader.entries()
      var whole = component_key(
        abi: COMPONENT_ABI_VERSION, size: size(component_key.self), key: key, target: target, action: action,
        hints: hints.baseAddress, hint_count: hints.count)
      return table.add_key(registration, &whole)
    case .event:
      let (name, summary, type) = (try reader.text(), try reader.text(), try reader.text())
      var event = component_event(
        abi: COMPONENT_ABI_VERSION, size: size(component_event.self), name: name, summary: summary, type: type,
        flags: try reader.pair().low, reserved: 0)
      return table.add_event(registration, &event)
    case .observer: return try addObserver(&reader)
    }
  }

  private func describe(_ reader: inout WireReader) throws(WireFault) -> Int32 {
    let (name, summary) = (try reader.text(), try reader.text())
    let (major, minor) = try reader.pair()
    let (patch, steps) = try reader.pair()
    let context = Unmanaged.passRetained(component)
    var about = component_about(
      abi: COMPONENT_ABI_VERSION, size: size(component_about.self), name: name, summary: summary,
      version: component_version(major: major, minor: minor, patch: patch), reserved: 0, shutdown: nil,
      context: context.toOpaque(), release: AboutProxy.release, start: nil, memory_pressure: nil, save: nil,
      restore: nil)
    if steps & AboutSteps.shutdown != 0 { about.shutdown = AboutProxy.shutdown }
    if steps & AboutSteps.start != 0 { about.start = AboutProxy.start }
    if steps & AboutSteps.memoryPressure != 0 { about.memory_pressure = AboutProxy.memoryPressure }
    if steps & AboutSteps.save != 0 { about.save = AboutProxy.save }
    if steps & AboutSteps.restore != 0 { about.restore = AboutProxy.restore }
    let code = host.pointee.describe(registration, &about)
    if code != COMPONENT_OK { context.release() }
    return code
  }

  private func addTarget(_ reader: inout WireReader) throws(WireFault) -> Int32 {
    let (name, summary) = (try reader.text(), try reader.text())
    let (flags, makes) = try reader.pair()
    let proxy = NumberedProxy(component, try reader.number32())
    var target = component_target(
      abi: COMPONENT_ABI_VERSION, size: size(component_target.self), name: name, summary: summary, flags: flags,
      reserved: 0, make: nil, destroy: nil, context: proxy.context, release: NumberedProxy.release)
    if makes != 0 { (target.make, target.destroy) = (NumberedProxy.make, NumberedProxy.destroy) }
    let code = host.pointee.add_target(registration, &target)
    if code != COMPONENT_OK { NumberedProxy.release(target.context) }
    return code
  }

  private func addAction(_ reader: inout WireReader) throws(WireFault) -> Int32 {
    let (target, name, summary) = (try reader.text(), try reader.text(), try reader.text())
    let (signature, notes, mediaType) = (try reader.text(), try reader.text(), try reader.text())
    let flags = try reader.pair().low
    let proxy = NumberedProxy(component, try reader.number32())
    var action = component_action(
      abi: COMPONENT_ABI_VERSION, size: size(component_action.self), target: target, name: name, summary: summary,
      flags: flags, reserved: 0, run: NumberedProxy.run, context: proxy.context, release: NumberedProxy.release,
      signature: signature, parameter_notes: notes, media_type: mediaType)
    let code = host.pointee.add_action(registration, &action)
    if code != COMPONENT_OK { NumberedProxy.release(action.context) }
    return code
  }

  private func addObserver(_ reader: inout WireReader) throws(WireFault) -> Int32 {
    let (limit, count) = try reader.pair()
    let number = try reader.integer()
    let events = try reader.events(count)
    return events.withUnsafeBufferPointer { events in
      var observer = component.observer(number).observer(events, limit: limit)
      let code = host.pointee.add_observer(registration, &observer)
      if code != COMPONENT_OK, let context = observer.context { Unmanaged<ObserverProxy>.fromOpaque(context).release() }
      return code
    }
  }
}

/// Which of its steps a component has.
enum AboutSteps {
  static let shutdown: UInt32 = 1
  static let start: UInt32 = 2
  static let memoryPressure: UInt32 = 4
  static let save: UInt32 = 8
  static let restore: UInt32 = 16
}

extension WireReader {
  mutating func number32() throws(WireFault) -> UInt32 {
    let (number, stray) = try pair()
    guard stray == 0 else { throw WireFault(.stray) }
    return number
  }
}
