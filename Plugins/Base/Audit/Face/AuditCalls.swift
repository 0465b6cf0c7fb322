import ComponentKit

/// What Audit can be asked: `try mediator.audit.list()`.
public struct AuditCalls: Sendable {
  let mediator: Mediator
}

extension Mediator {
  /// Who called what.
  public var audit: AuditCalls { AuditCalls(mediator: self) }
}

extension AuditCalls {
  /// The last calls, the newest last.
  @available(*, noasync)
  public func list(n: Int? = nil) throws(Failure) -> [Passed] { try mediator.call(ListPassed(n: n)) }
}

// The same without keeping the thread.
extension AuditCalls {
  public func list(n: Int? = nil) async throws(Failure) -> [Passed] { try await mediator.call(ListPassed(n: n)) }
}
