import ComponentABI

/// An event that a component publishes, as ``Component/events`` lists it.
public struct EventDeclaration: Sendable {
  public let name: String
  public let summary: String
  /// In the language of signatures; empty where anything may be said of it.
  package let type: String
  package private(set) var types = TypeTable()
  /// Why it can't be described; its component is then not registered.
  private(set) var failure: Failure?

  /// An event by its name, which begins with the component's.
  ///
  /// - Parameter type: what is said of it, in the language of signatures: `"{book: int}"`.
  public init(_ name: String, _ summary: String = "", type: String = "") {
    self.name = name
    self.summary = summary
    self.type = type
  }

  /// A typed event.
  public init<E: Event>(_ event: E.Type) {
    name = E.name
    summary = E.summary
    var types = TypeTable()
    do throws(Failure) {
      type = try types.name(E.self)
      self.types = types
    } catch {
      type = ""
      failure = Failure(error.code, error.reason, "the event '\(E.name)' can't be described: \(error.message)")
    }
  }
}

/// Something that the host itself publishes. The value is a map with the component's `name`; with its `generation` where
/// it was loaded, replaced or retired, and with `reason` and `message` where it was refused.
public enum HostEvent {
  /// A component's file appeared; nothing of it is loaded.
  public static let added = COMPONENT_EVENT_ADDED
  /// A component's file is another than before, was written to or got other rights, whether it is loaded or not; or a library
  /// is there for which the component was refused.
  public static let changed = COMPONENT_EVENT_CHANGED
  /// A component's file is gone, whether it was loaded or not.
  public static let removed = COMPONENT_EVENT_REMOVED
  /// A component answers calls.
  public static let loaded = COMPONENT_EVENT_LOADED
  /// A component's next generation answers calls.
  public static let replaced = COMPONENT_EVENT_REPLACED
  /// The host will not load a component, or not in the place of an earlier one.
  public static let refused = COMPONENT_EVENT_REFUSED
  /// A component was taken out and shut down.
  public static let retired = COMPONENT_EVENT_RETIRED
}
