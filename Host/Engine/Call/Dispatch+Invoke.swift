import ComponentABI
import ComponentKit
import Synchronization

// Calls of function values, which are in no table.
extension Dispatch {
  /// Runs a function value, as its component's own.
  func invoke(_ function: UnsafePointer<component_function>) -> Int32 {
    guard seat.pointee.isOpen else { return end(.tooEarly) }
    if let fault = function.isNull ? BorderFault(.empty("the function")) : BorderWalk.fault(function) {
      return end(.brokenFunction(fault.words))
    }
    guard request.pointee.hasNames else { return end(.unreadableName) }
    let owner = owner(of: function)
    let attempt = Attempt(self, .function(function, of: owner))
    guard attempt.hasRoom else { return failTooDeep(attempt.parent) }
    // An interceptor that goes on with other parameters hands them over in a map.
    if !attempt.isFine {
      let isWrapped = owner.pointee.generation == nil && attempt.parent?.questions.isEmpty == false
      if let failure = attempt.borderFault(isWrapped: isWrapped) { return end(failure) }
    }
    while !attempt.enter() {
      // The end of the functions is decided without a look at this call, and no lock is held while a component's code runs.
      guard let generation = owner.pointee.generation?.takeUnretainedValue() else { continue }
      // Within its own call, or its own save, it waits for nobody.
      if home(of: generation.name, attempt.parent) === generation, generation.state == .live, attempt.enterAnyway() {
        break
      }
      let patience = Patience(self, attempt.parent)
      let loader = owner.pointee.core.pointee.host._withUnsafeGuaranteedRef { $0.loader }
      if let new = loader.next(generation),
        patience.comes(from: new) || waits && loader.isStartedBehind(generation.name, patience)
      {
        // What it would wait for waits for it.
        return end(.replacing(generation.name))
      }
      if !waits, let kept = loader.keep(self, function.pointee, of: generation) { return kept }
      do throws(Failure) {
        if try generation.areFunctionsOver(patience) { return end(gone(owner)) }
      } catch {
        return end(error)
      }
    }
    defer { attempt.leave() }
    return attempt.run()
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
