import ComponentHost
import ComponentKit

extension Problem {
  /// What TARGET, and perhaps ACTION, of a command line lead to, or the error that a call of them would give.
  ///
  /// The component that owns the target is loaded, and no other.
  static func lookUp(_ target: String, _ action: String? = nil, in host: Host) throws(Problem) -> LookUp {
    do throws(Failure) {
      return try host.lookUp(target, action)
    } catch {
      throw Problem(error, target: target, action: action)
    }
  }
}
