import ComponentABI

/// Something that a component does besides answering calls, when the host asks for it.
///
/// A component lists those that it has; what it leaves out costs nothing. Each runs on a thread of its own, and the host
/// waits for it until a deadline; what it throws is its failure.
public struct LifeStep: Sendable {
  /// Which of them it is, as the contract names it.
  public enum Kind: String, Sendable, CaseIterable {
    case start
    case memoryPressure = "memory_pressure"
    case save, restore
  }

  public let kind: Kind
  let body: ActionBody

  private init(_ kind: Kind, _ run: @escaping @Sendable (borrowing Call) throws -> Value) {
    self.kind = kind
    body = Action(kind.rawValue, "", run).body
  }

  /// Opens what calls will use: once, before the first of them. The neighbours that it can't do without have started,
  /// and may be called. Where it throws, the component is refused.
  public static func start(_ run: @escaping @Sendable () throws -> Void) -> LifeStep {
    LifeStep(.start) { _ in
      try run()
      return .null
    }
  }

  /// The same, for one that takes its time: once `call.isCancelled` the component is refused, and what it has opened is to be
  /// let go of.
  public static func start(_ run: @escaping @Sendable (borrowing Call) throws -> Void) -> LifeStep {
    LifeStep(.start) { call in
      try run(call)
      return .null
    }
  }

  /// Gives back what can be made again, when the system's memory is short. Calls go on meanwhile.
  public static func memoryPressure(_ run: @escaping @Sendable () throws -> Void) -> LifeStep {
    LifeStep(.memoryPressure) { _ in
      try run()
      return .null
    }
  }

  /// Gives the component's state to the next generation, and lets go of what only one can own: a port, a file that it
  /// writes. Nothing of the component is under way then, and its calls wait.
  ///
  /// What follows is the shutdown. Where the next generation fails, the component gets its own state back by its `restore`,
  /// then its `start` runs again, and it goes on. One that throws has let go of nothing.
  public static func save(_ run: @escaping @Sendable () throws -> Value) -> LifeStep {
    LifeStep(.save) { _ in try run() }
  }

  /// The same, for one that takes its time: once `call.isCancelled` the component goes on, and what it has let go of is to be
  /// taken back.
  public static func save(_ run: @escaping @Sendable (borrowing Call) throws -> Value) -> LifeStep {
    LifeStep(.save, run)
  }

  /// Takes the state of the generation before, ahead of the start. Where it throws, the component starts without.
  public static func restore(_ run: @escaping @Sendable (Value) throws -> Void) -> LifeStep {
    restore { state, _ in try run(state) }
  }

  /// The same, for one that takes its time: once `call.isCancelled` the component starts without.
  public static func restore(_ run: @escaping @Sendable (Value, borrowing Call) throws -> Void) -> LifeStep {
    LifeStep(.restore) { call in
      try run(call.value("state") ?? .null, call)
      return .null
    }
  }
}

/// What a component does around its calls, which the context of its description points to.
final class Life: Sendable {
  private let steps: [LifeStep]
  private let end: @Sendable () -> Void

  init(_ steps: [LifeStep], shutdown: @escaping @Sendable () -> Void) {
    self.steps = steps
    end = shutdown
  }

  func shutDown() { end() }

  /// The first of that kind.
  func step(_ kind: LifeStep.Kind) -> LifeStep? { steps.first { $0.kind == kind } }

  private func run(_ kind: LifeStep.Kind, _ call: UnsafeMutablePointer<component_call>) -> Int32 {
    step(kind)?.body.run(call) ?? COMPONENT_FAILURE_FAILED
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> Life? {
    context.map { Unmanaged<Life>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Puts in the rows of what there is.
  func lay(into about: inout component_about) {
    if step(.start) != nil { about.start = { Life.of($0)?.run(.start, $1) ?? COMPONENT_FAILURE_FAILED } }
    if step(.memoryPressure) != nil {
      about.memory_pressure = { Life.of($0)?.run(.memoryPressure, $1) ?? COMPONENT_FAILURE_FAILED }
    }
    if step(.save) != nil { about.save = { Life.of($0)?.run(.save, $1) ?? COMPONENT_FAILURE_FAILED } }
    if step(.restore) != nil { about.restore = { Life.of($0)?.run(.restore, $1) ?? COMPONENT_FAILURE_FAILED } }
  }
}
