import ComponentABI
import ComponentKit

@testable import ComponentHost

/// A component that speaks the contract itself, with a target in a struct of whatever size, and garbage behind it.
enum Elder {
  /// What its name ends in is the size of its target's struct: Elder48.
  static let register: component_register = { host, registration in
    let name = host.pointee.name
    let size = Int(name.string.dropFirst(5)) ?? 0
    var about = component_about()
    about.abi = COMPONENT_ABI_VERSION
    about.size = UInt32(MemoryLayout<component_about>.size)
    about.name = name
    guard host.pointee.describe(registration, &about) == COMPONENT_OK else { return COMPONENT_FAILURE_FAILED }

    var target = component_target()
    target.abi = COMPONENT_ABI_VERSION
    target.name = name
    let added = withSize(size, of: target) { host.pointee.add_target(registration, $0) }
    guard added == COMPONENT_OK else { return added }

    var action = component_action(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_action>.size), target: name,
      name: Ear.text("look"), summary: component_text(), flags: COMPONENT_ACTION_REMOTE, reserved: 0, run: look,
      context: nil, release: nil, signature: component_text(), parameter_notes: component_text())
    guard host.pointee.add_action(registration, &action) == COMPONENT_OK else { return COMPONENT_FAILURE_FAILED }

    var key = component_key()
    key.abi = COMPONENT_ABI_VERSION
    key.size = UInt32(MemoryLayout<component_key>.size)
    key.key = Ear.text("look")
    key.target = name
    key.action = Ear.text("look")
    return host.pointee.add_key(registration, &key)
  }

  /// Replies with what it sees of its call besides the parameters.
  static let look: component_run = { _, call in
    let seen: Value = [
      "flags": .int(Int(call.frame.pointee.request.pointee.flags)), "hints": .int(call.pointee.hint_count),
      "has_hints": .bool(call.pointee.hints != nil), "has_instance": .bool(call.pointee.instance != nil),
    ]
    return seen.withBorrowed { call.pointee.host.pointee.reply(call, $0) }
  }
}
