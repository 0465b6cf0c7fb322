import ComponentABI
import ComponentKit

/// What a component has registered, said once more from what is kept of it.
///
/// It is said as a component says it, in the contract's structs, so that nothing is believed which a registration would not
/// be. No code of the component is behind it: whatever would run fails.
struct SaidAgain {
  private let staging: Staging
  private var reader: KeptReader

  init(_ staging: Staging, _ reader: KeptReader) { (self.staging, self.reader) = (staging, reader) }

  mutating func all() throws(KeptReader.Fault) -> Int32 {
    var code = try describe()
    for part in [Part.need, .type, .target, .route, .key, .event, .observer] where code == COMPONENT_OK {
      code = try each(part)
    }
    guard code != COMPONENT_OK || reader.isAtEnd else { throw KeptReader.Fault() }
    return code
  }

  private enum Part { case need, type, target, route, key, event, observer, action(of: component_text) }

  // Until the first that is not taken.
  private mutating func each(_ part: Part) throws(KeptReader.Fault) -> Int32 {
    for _ in 0..<(try reader.count()) {
      let code = try add(part)
      if code != COMPONENT_OK { return code }
    }
    return COMPONENT_OK
  }

  private mutating func add(_ part: Part) throws(KeptReader.Fault) -> Int32 {
    switch part {
    case .need: try addNeed()
    case .type: try addType()
    case .target: try addTarget()
    case .action(let target): try addAction(to: target)
    case .route: try addRoute()
    case .key: try addKey()
    case .event: try addEvent()
    case .observer: try addObserver()
    }
  }

  private func size<T>(_ type: T.Type) -> UInt32 { UInt32(MemoryLayout<T>.size) }

  private mutating func version() throws(KeptReader.Fault) -> component_version {
    component_version(major: try reader.short(), minor: try reader.short(), patch: try reader.short())
  }

  private mutating func describe() throws(KeptReader.Fault) -> Int32 {
    let (summary, version) = (try reader.lent(), try version())
    return staging.name.utf8.span.withUnsafeBufferPointer { name in
      var about = component_about(
        abi: COMPONENT_ABI_VERSION, size: size(component_about.self), name: component_text(name), summary: summary,
        version: version, reserved: 0, shutdown: nil, context: nil, release: nil, start: nil, memory_pressure: nil,
        save: nil, restore: nil)
      return staging.describe(&about)
    }
  }

  private mutating func addNeed() throws(KeptReader.Fault) -> Int32 {
    var need = component_need(
      abi: COMPONENT_ABI_VERSION, size: size(component_need.self), name: try reader.lent(), minimum: try version(),
      flags: try reader.flag() ? COMPONENT_NEED_OPTIONAL : 0)
    return staging.add(&need)
  }

  private mutating func addType() throws(KeptReader.Fault) -> Int32 {
    var type = component_type(
      abi: COMPONENT_ABI_VERSION, size: size(component_type.self), name: try reader.lent(),
      definition: try reader.lent(), summary: try reader.lent())
    return staging.add(&type)
  }

  private mutating func addTarget() throws(KeptReader.Fault) -> Int32 {
    let name = try reader.lent()
    var target = component_target(
      abi: COMPONENT_ABI_VERSION, size: size(component_target.self), name: name, summary: try reader.lent(),
      flags: try reader.flag() ? COMPONENT_TARGET_SERIAL : 0, reserved: 0, make: nil, destroy: nil, context: nil,
      release: nil)
    let lifetime = try reader.short()
    guard lifetime <= KeptLifetime.last else { throw KeptReader.Fault() }
    if lifetime != KeptLifetime.none {
      target.make = { _ in nil }
      target.destroy = { _, _ in }
      if lifetime == KeptLifetime.cached { target.flags |= COMPONENT_TARGET_CACHED }
      if lifetime == KeptLifetime.perCall { target.flags |= COMPONENT_TARGET_PER_CALL }
    }
    let code = staging.add(&target)
    return code == COMPONENT_OK ? try each(.action(of: name)) : code
  }

  private mutating func addAction(to target: component_text) throws(KeptReader.Fault) -> Int32 {
    let (name, summary) = (try reader.lent(), try reader.lent())
    let (signature, notes, mediaType) = (try reader.lent(), try reader.lent(), try reader.lent())
    let flags = try reader.short()
    guard flags & ~KeptFlags.ofAction == 0 else { throw KeptReader.Fault() }
    var action = component_action(
      abi: COMPONENT_ABI_VERSION, size: size(component_action.self), target: target, name: name, summary: summary,
      flags: flags, reserved: 0, run: { _, _ in COMPONENT_FAILURE_FAILED }, context: nil, release: nil,
      signature: signature, parameter_notes: notes, media_type: mediaType)
    return staging.add(&action)
  }

  private mutating func addRoute() throws(KeptReader.Fault) -> Int32 {
    let (target, pattern) = (try reader.lent(), try reader.lent())
    let (action, scheme) = (try reader.lent(), try reader.lent())
    let (fixed, renames) = (try reader.fields(), try reader.fields())
    let (flags, priority) = (try reader.short(), Int32(bitPattern: try reader.short()))
    guard flags & ~KeptFlags.ofRoute == 0 else { throw KeptReader.Fault() }
    return fixed.withBorrowed { fixed in
      renames.withBorrowed { renames in
        var route = component_route(
          abi: COMPONENT_ABI_VERSION, size: size(component_route.self), target: target, pattern: pattern,
          action: action, scheme: scheme, fixed: fixed.baseAddress, fixed_count: fixed.count,
          renames: renames.baseAddress, rename_count: renames.count, flags: flags, priority: priority)
        return staging.add(&route)
      }
    }
  }

  private mutating func addKey() throws(KeptReader.Fault) -> Int32 {
    let (name, target, action) = (try reader.lent(), try reader.lent(), try reader.lent())
    return try reader.fields().withBorrowed { hints in
      var key = component_key(
        abi: COMPONENT_ABI_VERSION, size: size(component_key.self), key: name, target: target, action: action,
        hints: hints.baseAddress, hint_count: hints.count)
      return staging.add(&key)
    }
  }

  private mutating func addEvent() throws(KeptReader.Fault) -> Int32 {
    var event = component_event(
      abi: COMPONENT_ABI_VERSION, size: size(component_event.self), name: try reader.lent(),
      summary: try reader.lent(), type: try reader.lent(), flags: 0, reserved: 0)
    return staging.add(&event)
  }

  private mutating func addObserver() throws(KeptReader.Fault) -> Int32 {
    let limit = try reader.short()
    var events: [component_text] = []
    for _ in 0..<(try reader.count()) { events.append(try reader.lent()) }
    return events.withUnsafeBufferPointer { events in
      // An empty one is refused as an observer of nothing.
      guard let first = events.baseAddress else { return COMPONENT_FAILURE_INVALID }
      var observer = component_observer(
        abi: COMPONENT_ABI_VERSION, size: size(component_observer.self), events: first,
        event_count: events.count, limit: limit, flags: 0, heard: { _, _ in }, context: nil, release: nil)
      return staging.add(&observer)
    }
  }
}

/// How long instances live, as it is kept. The numbers stay what they are.
enum KeptLifetime {
  static let none: UInt32 = 0
  static let kept: UInt32 = 1
  static let cached: UInt32 = 2
  static let perCall: UInt32 = 3
  static let last = perCall

  static func number(_ lifetime: Lifetime?) -> UInt32 {
    switch lifetime {
    case nil: none
    case .kept: kept
    case .cached: cached
    case .perCall: perCall
    }
  }
}

/// What the contract's flags may be in what is kept.
enum KeptFlags {
  static let ofAction = COMPONENT_ACTION_REMOTE | COMPONENT_ACTION_PROGRESS | COMPONENT_ACTION_READS
  static let ofRoute = COMPONENT_ROUTE_FOLDS_CASE | COMPONENT_ROUTE_TAKES_LONGER
}
