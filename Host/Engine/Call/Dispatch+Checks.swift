import ComponentABI
import ComponentKit

// What is wrong with what a call brings.
extension Dispatch {
  /// Whether texts in the parameters may not be UTF-8. A program is trusted that they are, a component is not.
  var checksText: Bool {
    seat.pointee.generation != nil || request.pointee.flags & COMPONENT_REQUEST_UTF8 == 0
  }

  /// What is wrong with parameters, or with the request's hints.
  ///
  /// - Parameter isWrapped: whether a map of the contract's own is around what somebody passes, as it is in the host's
  ///   question to an interceptor.
  @inline(never)
  func fault(
    _ parameters: UnsafePointer<component_entry>?, _ count: Int, isWrapped: Bool = false
  ) -> Failure? {
    let wrappings = isWrapped || request.pointee.isQuestion ? 1 : 0
    if let fault = BorderCheck.fault(parameters, count, checksText: checksText, wrappings: wrappings) {
      return fault.failure(of: "parameters")
    }
    return hintFault
  }

  /// What is wrong with the names of interceptors that the request goes past.
  @inline(__always)
  var skipFault: Failure? { request.pointee.skip_count == 0 ? nil : findSkipFault() }

  @inline(never)
  private func findSkipFault() -> Failure? {
    BorderCheck.fault(names: request.pointee.skips, request.pointee.skip_count)?.failure(of: "interceptors to skip")
  }

  /// What is wrong with the request's hints.
  var hintFault: Failure? {
    BorderCheck.fault(request.pointee.hints, request.pointee.hint_count)?.failure(of: "hints")
  }
}
