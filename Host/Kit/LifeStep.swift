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
  }

  public let kind: Kind
  let body: ActionBody

  private init(_ kind: Kind, _ run: @escaping @Sendable () throws -> Value) {
    self.kind = kind
    body = Action(kind.rawValue) { _ in try run() }.body
  }

  /// Opens what calls will use: once, before the first of them. The neighbours that it can't do without have started,
  /// and may be called. Where it throws, the component is refused.
  public static func start(_ run: @escaping @Sendable () throws -> Void) -> LifeStep {
    LifeStep(.start) {
      try run()
      return .null
    }
  }

  /// Gives back what can be made again, when the system's memory is short. Calls go on meanwhile.
  public static func memoryPressure(_ run: @escaping @Sendable () throws -> Void) -> LifeStep {
    LifeStep(.memoryPressure) {
      try run()
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
  }
}
