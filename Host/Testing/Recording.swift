/// What a component asked of its neighbours and what they said, kept as text.
///
/// The text is JSON, one map:
///
///     {
///       "format": 1,
///       "component": "Reader",
///       "calls": [
///         {"target": "Library", "action": "book", "parameters": {"id": 1}, "reply": {"title": "Emma"}},
///         {
///           "target": "Notes", "action": "list", "parameters": {},
///           "failure": {"code": 3, "reason": "no_such_component", "message": "…", "details": {}}
///         }
///       ]
///     }
///
/// Each call has a reply or a failure, and a failure has an `answer` where a stand-in had one. JSON has no bytes: they are written as `{"$bytes": "AAEC"}`, in base64, and a key
/// that begins with `$` gets another one.
public struct Recording: Sendable, Equatable {
  /// The component that made the calls.
  public var component: String
  /// The calls, in the order in which they were made.
  public var calls: [RecordedCall]

  public init(of component: String, _ calls: [RecordedCall]) {
    self.component = component
    self.calls = calls
  }

  static let format = 1
}

extension Bench {
  /// The calls up to now that have ended.
  public var recording: Recording {
    Recording(of: component, calls.filter { $0.outcome != .pending })
  }
}
