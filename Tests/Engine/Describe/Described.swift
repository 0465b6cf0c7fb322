import ComponentABI
import ComponentKit
import Testing

@testable import ComponentHost

/// What these tests keep: everything that a registration can say.
enum Described {
  /// A generation that has registered all of it.
  static func generation(in host: Host = Host()) throws -> Generation {
    try host.register("Rich", register)
    return try #require(host.loader.loaded["Rich"])
  }

  private static func text(_ text: StaticString) -> component_text {
    component_text(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private static func size<T>(_ type: T.Type) -> UInt32 { UInt32(MemoryLayout<T>.size) }
  private static let abi = COMPONENT_ABI_VERSION

  private static let register: component_register = { host, registration in
    let table = host.pointee
    var about = component_about()
    (about.abi, about.size) = (abi, size(component_about.self))
    (about.name, about.summary) = (text("Rich"), text("Has everything – even wörds"))
    about.version = component_version(major: 3, minor: 2, patch: 1)
    var code = table.describe(registration, &about)
    var need = component_need(
      abi: abi, size: size(component_need.self), name: text("Poor"),
      minimum: component_version(major: 1, minor: 5, patch: 0), flags: COMPONENT_NEED_OPTIONAL)
    code += table.add_need(registration, &need)
    for (name, definition) in [("Page", "{number: int, parts: [Part]?}"), ("Part", "\"a b\" | \"c\"")]
      as [(StaticString, StaticString)]
    {
      var type = component_type(
        abi: abi, size: size(component_type.self), name: text(name), definition: text(definition),
        summary: text("A type"))
      code += table.add_type(registration, &type)
    }
    for (name, flags, makes) in [
      ("Rich", 0, false), ("Rich.Kept", COMPONENT_TARGET_SERIAL, true), ("Rich.Cached", COMPONENT_TARGET_CACHED, true),
      ("Rich.PerCall", COMPONENT_TARGET_PER_CALL, true),
    ] as [(StaticString, UInt32, Bool)] {
      var target = component_target(
        abi: abi, size: size(component_target.self), name: text(name), summary: text("A target"), flags: flags,
        reserved: 0, make: makes ? { _ in nil } : nil, destroy: makes ? { _, _ in } : nil, context: nil, release: nil)
      code += table.add_target(registration, &target)
      for (action, signature, flags) in [
        (
          "show", "(id: int, page: int = 1, part: Part = \"c\") -> Page",
          COMPONENT_ACTION_REMOTE | COMPONENT_ACTION_READS
        ),
        ("watch", "(done: function, words: text? = null)", COMPONENT_ACTION_PROGRESS), ("anything", "", 0),
      ] as [(StaticString, StaticString, UInt32)] {
        var whole = component_action(
          abi: abi, size: size(component_action.self), target: text(name), name: text(action),
          summary: text("An action"), flags: flags, reserved: 0, run: { _, _ in COMPONENT_OK }, context: nil,
          release: nil, signature: text(signature),
          parameter_notes: action.utf8CodeUnitCount == 4 ? text("id: which") : text(""),
          media_type: signature.utf8CodeUnitCount == 0 ? text("image/png") : text(""))
        code += table.add_action(registration, &whole)
      }
    }
    let fixed: Fields = ["page": 2]
    code += fixed.withBorrowed { fixed in
      let renames: Fields = ["number": "id", "p": "page"]
      return renames.withBorrowed { renames in
        var route = component_route(
          abi: abi, size: size(component_route.self), target: text("Rich"), pattern: text("/pages/:id<int>"),
          action: text("show"), scheme: text("app"), fixed: fixed.baseAddress, fixed_count: fixed.count,
          renames: renames.baseAddress, rename_count: renames.count,
          flags: COMPONENT_ROUTE_FOLDS_CASE | COMPONENT_ROUTE_TAKES_LONGER, priority: -7)
        return table.add_route(registration, &route)
      }
    }
    let hints: Fields = [
      "all": .list([
        nil, true, false, -1, 1.5, .double(.infinity), "text", .bytes([0, 255]), .map(["in": ["deep": 1]]),
      ])
    ]
    code += hints.withBorrowed { hints in
      var key = component_key(
        abi: abi, size: size(component_key.self), key: text("sheet"), target: text("Rich.Kept"), action: text("watch"),
        hints: hints.baseAddress, hint_count: hints.count)
      return table.add_key(registration, &key)
    }
    for (name, type) in [("Rich.changed", "{page: Page}"), ("Rich.Kept.gone", "")] as [(StaticString, StaticString)] {
      var event = component_event(
        abi: abi, size: size(component_event.self), name: text(name), summary: text("An event"), type: text(type),
        flags: 0, reserved: 0)
      code += table.add_event(registration, &event)
    }
    let heard = [text("Library.changed"), text("host:loaded")]
    code += heard.withUnsafeBufferPointer { heard in
      guard let first = heard.baseAddress else { return COMPONENT_FAILURE_INVALID }
      var observer = component_observer(
        abi: abi, size: size(component_observer.self), events: first, event_count: heard.count, limit: 9,
        flags: 0, heard: { _, _ in }, context: nil, release: nil)
      return table.add_observer(registration, &observer)
    }
    return code
  }
}
