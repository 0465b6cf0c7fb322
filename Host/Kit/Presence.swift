/// Whether something could be called, as far as that is known.
public enum Presence: Sendable, Equatable {
  case yes
  /// With what a call would fail with.
  case no(Failure)
  /// Nobody can tell without loading a component, which runs its code; or it took longer than there was time, or the host
  /// is too old to be asked.
  case unknown
}

extension Presence {
  /// Why not; nil where it could be called, or is not known.
  public var failure: Failure? { if case .no(let failure) = self { failure } else { nil } }
}
