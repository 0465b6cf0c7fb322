import ComponentABI
import ComponentKit

@testable import ComponentHost

/// Registers piece by piece, as a component in C does, and keeps a diary of what the host gives back.
final class Registrant: Sendable {
  struct Place: @unchecked Sendable {
    // Sendable: the contract lets both be used from any thread.
    let host: HostTable
    let registration: Registration
  }

  private let place = Guarded<Place?>(nil)
  private let said = Guarded<[String]>([])

  var diary: [String] { said.withLock { $0 } }

  /// Has `body` say what is in the component; the statuses of what it says are its own matter.
  func register(_ name: String, in host: Host, _ body: (Registrant) -> Int32) throws(Refusal) {
    try host.loader.register(name) { table, registration in
      place.withLock { $0 = Place(host: table, registration: registration) }
      return body(self)
    }
  }

  /// The same in the place of a component that is there.
  func replace(_ name: String, in host: Host, _ body: (Registrant) -> Int32) throws(Refusal) -> Change? {
    try host.loader.replace(name) { table, registration in
      place.withLock { $0 = Place(host: table, registration: registration) }
      return body(self)
    }
  }

  func describe(save: component_run? = nil) -> Int32 {
    with { place in
      var about = component_about()
      head(&about.abi, &about.size, of: about)
      about.name = place.host.pointee.name
      about.context = note("component")
      about.shutdown = { Registrant.write("shut down", of: $0) }
      about.release = giveBack
      about.save = save
      return place.host.pointee.describe(place.registration, &about)
    }
  }

  func need(_ name: StaticString) -> Int32 {
    with { place in
      var need = component_need()
      head(&need.abi, &need.size, of: need)
      need.name = Ear.text(name)
      return place.host.pointee.add_need(place.registration, &need)
    }
  }

  func target(_ name: StaticString? = nil, hasInstances: Bool = true) -> Int32 {
    with { place in
      var target = component_target()
      head(&target.abi, &target.size, of: target)
      target.name = name.map(Ear.text) ?? place.host.pointee.name
      target.context = note("target")
      if hasInstances {
        target.make = { $0 }
        target.destroy = { context, _ in Registrant.write("destroy", of: context) }
      }
      target.release = giveBack
      return place.host.pointee.add_target(place.registration, &target)
    }
  }

  /// An action, which replies null where `run` does nothing else.
  func action(
    _ name: StaticString, of target: StaticString? = nil, signature: StaticString = "", mediaType: StaticString = "",
    flags: UInt32 = 0, run: component_run? = nil
  ) -> Int32 {
    with { place in
      var action = component_action(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_action>.size),
        target: target.map(Ear.text) ?? place.host.pointee.name, name: Ear.text(name), summary: component_text(),
        flags: flags, reserved: 0,
        run: run ?? { _, call in Value.null.withBorrowed { call.pointee.host.pointee.reply(call, $0) } },
        context: note(name.description), release: giveBack, signature: Ear.text(signature),
        parameter_notes: component_text(), media_type: Ear.text(mediaType))
      return place.host.pointee.add_action(place.registration, &action)
    }
  }

  /// A path below the target that leads to its action `run`. It brings a function whose `retain` and `release` run
  /// `retained` and `released`.
  func route(
    _ pattern: StaticString, retained: @escaping @Sendable () -> Void = {},
    released: @escaping @Sendable () -> Void = {}
  ) -> Int32 {
    with { place in
      bringing(retained, released, place) { fixed in
        var route = component_route()
        head(&route.abi, &route.size, of: route)
        route.target = place.host.pointee.name
        route.action = Ear.text("run")
        route.pattern = Ear.text(pattern)
        route.fixed = fixed
        route.fixed_count = 1
        return place.host.pointee.add_route(place.registration, &route)
      }
    }
  }

  /// A key of the action `run`, with a hint or without.
  func key(_ name: StaticString, hint: Value? = nil) -> Int32 {
    with { place in
      Value.map(hint.map { ["done": $0] } ?? [:]).withBorrowed { hints in
        var key = component_key()
        head(&key.abi, &key.size, of: key)
        key.key = Ear.text(name)
        key.target = place.host.pointee.name
        key.action = Ear.text("run")
        key.hints = hints.pointee.as.entries
        key.hint_count = hints.pointee.count
        return place.host.pointee.add_key(place.registration, &key)
      }
    }
  }

  /// An event of that type; of any where it is empty.
  func event(_ name: StaticString, type: StaticString = "") -> Int32 {
    with { place in
      var event = component_event()
      head(&event.abi, &event.size, of: event)
      event.name = Ear.text(name)
      event.type = Ear.text(type)
      return place.host.pointee.add_event(place.registration, &event)
    }
  }

  private func bringing(
    _ retained: @escaping @Sendable () -> Void, _ released: @escaping @Sendable () -> Void, _ place: Place,
    _ body: (UnsafePointer<component_entry>) -> Int32
  ) -> Int32 {
    let hooks = Hooks(retained: retained, released: released)
    var function = component_function(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_function>.size),
      context: Unmanaged.passRetained(hooks).toOpaque(), run: { _, _ in COMPONENT_OK },
      retain: { Hooks.of($0)?.retained() }, release: { Hooks.of($0)?.released() }, host: place.host)
    return withUnsafePointer(to: &function) { function in
      var value = component_value()
      value.kind = COMPONENT_KIND_FUNCTION
      value.as.function = function
      var entry = component_entry(key: Ear.text("done"), value: value)
      return withUnsafePointer(to: &entry, body)
    }
  }

  func with(_ body: (Place) -> Int32) -> Int32 {
    guard let place = place.withLock({ $0 }) else { return COMPONENT_FAILURE_FAILED }
    return body(place)
  }

  private func head<T>(_ abi: inout UInt32, _ size: inout UInt32, of whole: T) {
    abi = COMPONENT_ABI_VERSION
    size = UInt32(MemoryLayout<T>.size)
  }

  // Never freed, so that what is given back twice shows in the diary.
  private func note(_ what: String) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(Note(what: what, registrant: self)).toOpaque()
  }

  fileprivate static func write(_ verb: String, of context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    let note = Unmanaged<Note>.fromOpaque(context).takeUnretainedValue()
    note.registrant.said.withLock { $0.append("\(verb) \(note.what)") }
  }

  private final class Note: Sendable {
    let what: String
    let registrant: Registrant

    init(what: String, registrant: Registrant) {
      self.what = what
      self.registrant = registrant
    }
  }

  private final class Hooks: Sendable {
    let retained: @Sendable () -> Void
    let released: @Sendable () -> Void

    init(retained: @escaping @Sendable () -> Void, released: @escaping @Sendable () -> Void) {
      self.retained = retained
      self.released = released
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> Hooks? {
      context.map { Unmanaged<Hooks>.fromOpaque($0).takeUnretainedValue() }
    }
  }
}

private let giveBack: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
  Registrant.write("give back", of: $0)
}
