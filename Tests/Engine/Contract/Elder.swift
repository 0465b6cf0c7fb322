import ComponentABI
import ComponentKit

@testable import ComponentHost

/// A component that speaks the contract itself, with a target in a struct of whatever size, and garbage behind it.
enum Elder {
  /// What its name ends in is the size of its target's struct: Elder48.
  static let register: component_register = { host, registration in
    let name = host.pointee.name
    let size = Int(name.string.dropFirst(5)) ?? 0
    let opened = host.open(registration, targetSize: size)
    guard opened == COMPONENT_OK else { return opened }
    let added = host.add("look", to: registration, flags: COMPONENT_ACTION_REMOTE, run: look)
    guard added == COMPONENT_OK else { return added }

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
    // Whether it was started is the host's own word among them.
    let flags = call.frame.pointee.request.pointee.flags & ~component_request.startedBits
    let seen: Value = [
      "flags": .int(Int(flags)), "hints": .int(call.pointee.hint_count),
      "has_hints": .bool(call.pointee.hints != nil), "has_instance": .bool(call.pointee.instance != nil),
    ]
    return seen.withBorrowed { call.pointee.host.pointee.reply(call, $0) }
  }
}
