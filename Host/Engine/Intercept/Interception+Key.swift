import ComponentABI
import ComponentKit

// Behind the interceptors of a map key.
extension Interception {
  /// Calls what the key leads to, which is found anew where that takes no calls any more. False, and nothing was called,
  /// where an interceptor has seen where it leads: then it goes by those names.
  func run(_ key: KeySearch, _ changed: Fields?, _ heard: @escaping @Sendable (Outcome) -> Void) -> Bool {
    let patience = patience
    var rounds = Rounds()
    while !key.isSeen, !rounds.areOver, !host.loader.isClosed {
      var hasBegun = false
      withParameters(changed) { parameters in
        hasBegun = begin(heard) { dispatch in
          dispatch.runFound(key.known, from: dispatch.seat, patience) {
            ($0.parameters, $0.parameter_count) = (parameters.baseAddress, parameters.count)
          }
        }
      }
      if hasBegun { return true }
      do throws(Failure) {
        try rounds.next(patience)
        try key.anew(patience)
      } catch {
        heard(.failure(error.byHost))
        return true
      }
    }
    return false
  }
}
