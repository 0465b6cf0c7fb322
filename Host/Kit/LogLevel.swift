import ComponentABI

/// How much a line of the log matters; more levels may come.
public struct LogLevel: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// For the component's author.
  public static let debug = LogLevel(rawValue: COMPONENT_LEVEL_DEBUG)
  /// For whoever runs the host.
  public static let info = LogLevel(rawValue: COMPONENT_LEVEL_INFO)
  /// Something is not as it should be, and the component goes on.
  public static let warning = LogLevel(rawValue: COMPONENT_LEVEL_WARNING)
  /// Something failed that no caller hears of.
  public static let error = LogLevel(rawValue: COMPONENT_LEVEL_ERROR)

  /// The next lower one that is known here; the lowest where there is none.
  package var known: LogLevel { [.error, .warning, .info].first { $0 <= self } ?? .debug }

  /// "warning"; that of the next lower one for a level that is not known here.
  public var name: String {
    switch known {
    case .error: "error"
    case .warning: "warning"
    case .info: "info"
    default: "debug"
    }
  }

  public static func < (one: LogLevel, other: LogLevel) -> Bool { one.rawValue < other.rawValue }
}

extension LogLevel: CustomStringConvertible {
  /// Its name, `warning`, or its number where it has none.
  public var description: String { known == self ? name : "level \(rawValue)" }
}

extension Mediator {
  /// Says something for the log of whoever runs the host: one line, or a few.
  ///
  /// May be called from any thread, also while the component is made. A host cuts what is longer than a few thousand
  /// bytes, and leaves lines out of a component that says very much.
  public func log(_ level: LogLevel, _ message: String) {
    message.withText { host.pointee.log(host, level.rawValue, $0) }
  }

  /// What hosts the component: the program's name, for messages.
  public var hostName: String { host.pointee.host_name.string }

  /// The version of the program that hosts the component, for messages.
  public var hostVersion: Version { Version(host.pointee.host_version) }
}
