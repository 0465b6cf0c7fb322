import ComponentABI
import ComponentKit

/// Where a target's instances come from, and how long they live.
struct InstanceMaker: @unchecked Sendable {
  // Sendable: the contract lets the functions be called from any thread.
  let lifetime: Lifetime
  private let makes: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  private let destroys: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer) -> Void
  private let context: UnsafeMutableRawPointer?

  /// Nil for a target without instances.
  init?(_ target: component_target, _ name: String) throws(Refusal) {
    let flags = target.flags & (COMPONENT_TARGET_CACHED | COMPONENT_TARGET_PER_CALL)
    guard let make = target.make else {
      guard flags == 0 else {
        throw Refusal("no_function", "its target '\(name)' says how long its instances live, but has no 'make'")
      }
      return nil
    }
    guard let destroy = target.destroy else {
      throw Refusal("no_function", "its target '\(name)' makes instances, but has no 'destroy'")
    }
    switch flags {
    case 0: lifetime = .kept
    case COMPONENT_TARGET_CACHED: lifetime = .cached
    case COMPONENT_TARGET_PER_CALL: lifetime = .perCall
    default:
      throw Refusal("invalid_flags", "its target '\(name)' makes instances that are cached and per call: it can be one")
    }
    makes = make
    destroys = destroy
    context = target.context
  }

  /// - Parameter deadline: of the call that it is made for, 0 for none; of use where the instance is made elsewhere.
  func make(until deadline: Int64) -> UnsafeMutableRawPointer? {
    let thread = ThreadState.current
    let outer = exchange(&thread.pointee.makesUntil, with: deadline)
    defer { thread.pointee.makesUntil = outer }
    return makes(context)
  }

  func destroy(_ instance: UnsafeMutableRawPointer) { destroys(context, instance) }
}
