public import AuditFace
public import ComponentKit
import Synchronization

/// The last calls that have passed, kept in memory.
public final class Journal: Sendable {
  public static let limit = 100
  private let kept = Mutex<[Passed]>([])

  public init() {}

  /// A call as the host asks an interceptor about it.
  public struct Call: Sendable {
    let target: String
    let action: String
    let caller: String

    public init(_ question: DeferredCall) throws(Failure) {
      target = try question.text("target")
      action = try question.text("action")
      switch try question.text("source") {
      case "component": caller = try question.text("component")
      case "remote": caller = "outside"
      default: caller = "the program"
      }
    }

    init(target: String, action: String, caller: String) {
      (self.target, self.action, self.caller) = (target, action, caller)
    }
  }

  public func add(_ call: Call, _ end: String) {
    let passed = Passed(target: call.target, action: call.action, caller: call.caller, end: end)
    kept.withLock { kept in
      if kept.count == Journal.limit { kept.removeFirst() }
      kept.append(passed)
    }
  }

  public func last(_ count: Int) -> [Passed] { kept.withLock { Array($0.suffix(count)) } }
}
