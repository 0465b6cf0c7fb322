/// What an isolated component may do in its worker, and how much it may take.
///
/// Without anything granted it reads the plugin folders, the system's libraries and what the C library needs, writes to a data
/// folder of its own, and computes: no network, no new processes, no signals to others.
public struct Confinement: Sendable, Equatable {
  /// Further files, and folders with all in them, that it may read: absolute paths.
  public var reads: [String] = []
  /// Those that it may read and write, make and remove things in: absolute paths.
  public var writes: [String] = []
  /// Whether it may use the network, in either direction.
  public var usesNetwork = false
  public var processes = Processes.none
  /// Whether it may send signals to whom the user of the host may.
  public var signals = false
  /// Whether nothing is refused: only the limits hold.
  public var allowsEverything = false
  public var limits = WorkerLimits()

  /// New processes, and programs that they become. What is confined stays so in them.
  public enum Processes: Sendable, Equatable {
    case none
    /// Processes and threads at once, those of the worker among them: the system counts both alike.
    case upTo(Int)
    case any

    /// Less than that, and a worker can't begin.
    public static let least = 16
  }

  public init() {}
}

extension Settings {
  /// What holds for an isolated component: what the policy says of it, or of all; nil where it is not confined and has no
  /// limits.
  package func confinement(of name: String) -> Confinement? {
    policy.confinements[name] ?? policy.confinement ?? (confines ? Confinement() : nil)
  }

  /// Whether a component is isolated for the reason that it is to be confined: the policy names it, or all are, and nothing
  /// says which are isolated.
  func isolatesToConfine(_ name: String) -> Bool {
    policy.confinements[name] != nil || confines && isolation == .none && policy.isolation == .none
  }
}
