/// One shared library's worth of targets, written in Swift.
///
/// The host makes one instance when it loads the component. Making it and reading `actions` must be cheap and
/// have no effect: open files and call neighbours in its ``lifecycle``, or when an action first needs them.
public protocol Component: Sendable {
  /// The name in the file's name; the type's own name if nothing else is said.
  static var name: String { get }
  static var version: Version { get }
  /// One line for people.
  static var summary: String { get }
  /// The neighbours it calls.
  static var needs: [Need] { get }
  /// Whether the host gives the component's own target one call at a time.
  static var isSerial: Bool { get }

  init(mediator: Mediator)

  /// What its own target can do.
  @ListBuilder<Action> var actions: [Action] { get }
  /// What its own target is besides: one whose actions work on an instance, which has these and those of `actions`.
  ///
  ///     var own: Target {
  ///       Target(lifetime: .kept, instance: { Drawer() }) { drawer in
  ///         drawer.action("sum") { drawer, call in .int(drawer.sum) }
  ///       }
  ///     }
  var own: Target { get }
  /// Further targets, below its own.
  @ListBuilder<Target> var targets: [Target] { get }

  /// Paths of URLs that lead to its actions.
  @ListBuilder<Path> var paths: [Path] { get }
  /// Short stable names of its actions.
  @ListBuilder<Key> var keys: [Key] { get }

  /// What it publishes.
  @ListBuilder<EventDeclaration> var events: [EventDeclaration] { get }
  /// What it hears of, from the moment it is loaded until it is taken out.
  ///
  ///     var observers: [Observer] {
  ///       Observer("Library.changed") { [index] _ in index.forget() }
  ///     }
  @ListBuilder<Observer> var observers: [Observer] { get }

  /// What it does besides answering calls:
  ///
  ///     var lifecycle: [LifeStep] {
  ///       LifeStep.start { try store.open() }
  ///       LifeStep.memoryPressure { store.dropCache() }
  ///     }
  @ListBuilder<LifeStep> var lifecycle: [LifeStep] { get }

  /// Called once, after its last call has ended, or after its start has failed.
  func shutdown()
}

extension Component {
  public static var name: String { TypeName.own(Self.self) }
  public static var version: Version { Version(1) }
  public static var summary: String { "" }
  public static var needs: [Need] { [] }
  public static var isSerial: Bool { false }
  public var actions: [Action] { [] }
  public var own: Target { Target {} }
  public var targets: [Target] { [] }
  public var paths: [Path] { [] }
  public var keys: [Key] { [] }
  public var lifecycle: [LifeStep] { [] }
  public var events: [EventDeclaration] { [] }
  public var observers: [Observer] { [] }
  public func shutdown() {}
}

/// A neighbour that a component calls.
public struct Need: Sendable, Equatable {
  public let name: String
  /// Calls to an older one fail.
  public let minimum: Version
  /// Whether the component works without it.
  public let isOptional: Bool

  public init(_ name: String, from minimum: Version = Version(0), optional: Bool = false) {
    self.name = name
    self.minimum = minimum
    isOptional = optional
  }
}
