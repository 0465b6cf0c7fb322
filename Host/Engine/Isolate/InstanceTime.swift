package import ComponentABI
package import ComponentKit

// What passes between a host and a process that runs a component for it, and the host's own words about that.

extension Report {
  /// One that another process made.
  package init(passed kind: String, _ message: String) { self.init(Kind(rawValue: kind), message) }
}

extension Failure {
  /// The same, as the host's own words.
  package var hosts: Failure { byHost }

  /// Of what a component asks before its registration was accepted.
  package static var beforeRegistration: Failure { tooEarly.byHost }
}

/// How long what is just made on this thread is waited for.
package enum InstanceTime {
  /// The deadline of the call that an instance is made for; 0 where it has none.
  package static var deadline: Int64 { ThreadState.current.pointee.makesUntil }
}

extension Settings {
  /// Logs what a component says that has no seat yet.
  package func say(_ component: String, _ level: UInt32, _ text: component_text) {
    if let line = LogLine(component, LogLevel(rawValue: level), text) { log(line) }
  }
}
