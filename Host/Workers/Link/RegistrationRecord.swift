import ComponentABI
import ComponentHost
import ComponentKit

/// What the component here has said to its registration, for the host to hear it in the same order, and the functions that
/// it gave, by the numbers of which the host asks for them.
///
/// It is written while the component registers, on that thread, and read after that.
final class RegistrationRecord: @unchecked Sendable {
  // Sendable: see above.
  private(set) var about = component_about()
  private(set) var targets: [component_target] = []
  private(set) var actions: [component_action] = []
  private var items: [Item] = []

  // A copy of what was said.
  private enum Item {
    case about(name: String, summary: String, component_version, steps: UInt32)
    case need(name: String, component_version, flags: UInt32)
    case target(name: String, summary: String, flags: UInt32, makes: Bool, number: Int)
    case type(name: String, definition: String, summary: String)
    case action([String], flags: UInt32, number: Int)
    case route([String], fixed: Fields, renames: Fields, flags: UInt32, priority: Int32)
    case key([String], hints: Fields)
    case event([String], flags: UInt32)
    case observer([String], limit: UInt32, number: Int64)
  }

  static let empty = RegistrationRecord()

  func add(_ said: component_about) {
    about = said
    var steps: UInt32 = 0
    if said.shutdown != nil { steps |= AboutSteps.shutdown }
    if said.start != nil { steps |= AboutSteps.start }
    if said.memory_pressure != nil { steps |= AboutSteps.memoryPressure }
    if said.save != nil { steps |= AboutSteps.save }
    if said.restore != nil { steps |= AboutSteps.restore }
    items.append(.about(name: said.name.string, summary: said.summary.string, said.version, steps: steps))
  }

  func add(_ need: component_need) {
    items.append(.need(name: need.name.string, need.minimum, flags: need.flags))
  }

  func add(_ target: component_target) {
    items.append(
      .target(
        name: target.name.string, summary: target.summary.string, flags: target.flags, makes: target.make != nil,
        number: targets.count))
    targets.append(target)
  }

  func add(_ type: component_type) {
    items.append(.type(name: type.name.string, definition: type.definition.string, summary: type.summary.string))
  }

  func add(_ action: component_action) {
    let texts = [
      action.target, action.name, action.summary, action.signature, action.parameter_notes, action.media_type,
    ]
    items.append(.action(texts.map(\.string), flags: action.flags, number: actions.count))
    actions.append(action)
  }

  func add(_ route: component_route) {
    let texts = [route.target, route.pattern, route.action, route.scheme].map(\.string)
    items.append(
      .route(
        texts, fixed: Fields(copying: UnsafeBufferPointer(start: route.fixed, count: route.fixed_count)),
        renames: Fields(copying: UnsafeBufferPointer(start: route.renames, count: route.rename_count)),
        flags: route.flags, priority: route.priority))
  }

  func add(_ key: component_key) {
    items.append(
      .key(
        [key.key, key.target, key.action].map(\.string),
        hints: Fields(copying: UnsafeBufferPointer(start: key.hints, count: key.hint_count))))
  }

  func add(_ event: component_event) {
    items.append(.event([event.name, event.summary, event.type].map(\.string), flags: event.flags))
  }

  /// - Parameter number: by which the host asks for it.
  func add(_ observer: component_observer, _ number: Int64) {
    let events = UnsafeBufferPointer(start: observer.events, count: observer.event_count).map(\.string)
    items.append(.observer(events, limit: observer.limit, number: number))
  }

  // MARK: written

  func write(_ writer: inout WireWriter) throws(WireFault) {
    writer.integer(Int64(items.count))
    for item in items { try RegistrationRecord.write(item, &writer) }
  }

  private static func write(_ item: Item, _ writer: inout WireWriter) throws(WireFault) {
    func begin(_ kind: RegistrationItem, _ texts: [String]) throws(WireFault) {
      writer.integer(kind.rawValue)
      for text in texts { try writer.text(text) }
    }
    func version(_ version: component_version, _ other: UInt32) {
      writer.pair(version.major, version.minor)
      writer.pair(version.patch, other)
    }
    switch item {
    case .about(let name, let summary, let number, let steps):
      try begin(.about, [name, summary])
      version(number, steps)
    case .need(let name, let minimum, let flags):
      try begin(.need, [name])
      version(minimum, flags)
    case .target(let name, let summary, let flags, let makes, let number):
      try begin(.target, [name, summary])
      writer.pair(flags, makes ? 1 : 0)
      writer.pair(UInt32(number), 0)
    case .type(let name, let definition, let summary): try begin(.type, [name, definition, summary])
    case .action(let texts, let flags, let number):
      try begin(.action, texts)
      writer.pair(flags, 0)
      writer.pair(UInt32(number), 0)
    case .route(let texts, let fixed, let renames, let flags, let priority):
      try begin(.route, texts)
      try writer.fields(fixed)
      try writer.fields(renames)
      writer.pair(flags, UInt32(bitPattern: priority))
    case .key(let texts, let hints):
      try begin(.key, texts)
      try writer.fields(hints)
    case .event(let texts, let flags):
      try begin(.event, texts)
      writer.pair(flags, 0)
    case .observer(let events, let limit, let number):
      writer.integer(RegistrationItem.observer.rawValue)
      writer.pair(limit, UInt32(events.count))
      writer.integer(number)
      for event in events { try writer.text(event) }
    }
  }
}

extension WireWriter {
  mutating func fields(_ fields: Fields) throws(WireFault) {
    var (own, fault) = (self, WireFault?.none)
    fields.withBorrowed { entries in
      do throws(WireFault) { try own.entries(UnsafePointer(entries.baseAddress), entries.count) } catch {
        fault = error
      }
    }
    self = own
    if let fault { throw fault }
  }
}
