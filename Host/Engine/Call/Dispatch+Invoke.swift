import ComponentABI
import ComponentKit
import Synchronization

// Calls of function values, which are in no table.
extension Dispatch {
  /// Runs a function value, as its component's own.
  func invoke(_ function: UnsafePointer<component_function>) -> Int32 {
    guard seat.pointee.isOpen else { return end(.tooEarly) }
    let thread = ThreadState.current
    let parent = parent(thread)
    let depth = depth(below: parent)
    let slot = thread.pointee.slot
    guard depth < seat.pointee.core.pointee.depthLimit, slot < thread.pointee.end else { return failTooDeep(parent) }
    let (parameters, count) = (request.pointee.parameters, request.pointee.parameter_count)
    if let fault = function.isNull ? BorderFault(.empty("the function")) : BorderWalk.fault(function) {
      return end(.brokenFunction(fault.words))
    }
    guard request.pointee.hasNames else { return end(.unreadableName) }
    let owner = owner(of: function)
    if !BorderCheck.isFine(parameters, count, checksText: checksText) || request.pointee.hint_count != 0 {
      // An interceptor that goes on with other parameters hands them over in a map.
      let isWrapped = owner.pointee.generation == nil && parent?.questions.isEmpty == false
      if let failure = fault(parameters, count, isWrapped: isWrapped) { return end(failure) }
    }
    let entry = owner.pointee.generation?._withUnsafeGuaranteedRef { $0.functions }
    if let entry {
      while !publish(entry, in: slot) {
        // Who decides about them does not see this call, and holds no lock while a component's code runs.
        if entry.pointee.generation._withUnsafeGuaranteedRef({ $0.areFunctionsOver }) { return end(gone(owner)) }
      }
      thread.pointee.slot = slot + 1
    }
    defer {
      thread.pointee.slot = slot
      slot.pointee.store(nil, ordering: .releasing)
    }
    return run(
      function.pointee.run, function.pointee.context, entry, UnsafeMutablePointer(mutating: owner), parameters, count,
      thread, parent, depth, lease: nil)
  }

  @inline(never)
  private func gone(_ owner: UnsafePointer<Seat>) -> Failure {
    let isClosed = owner.pointee.core.pointee.host._withUnsafeGuaranteedRef { $0.loader.isClosed }
    return isClosed ? .closed : .shutDown(owner.pointee.table.name.string)
  }

  private func owner(of function: UnsafePointer<component_function>) -> UnsafePointer<Seat> {
    if let host = function.pointee.host { return host.seat }
    return seat.pointee.core.pointee.host._withUnsafeGuaranteedRef { $0.programSeat }
  }
}
