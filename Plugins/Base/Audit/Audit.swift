import AuditFace
import AuditJournal
import ComponentKit

/// Stands before every call of a host whose policy names it, and remembers what it has seen pass.
struct Audit: Component {
  static let summary = "Sees every call pass, and tells of the last ones"

  let mediator: Mediator
  let journal = Journal()

  init(mediator: Mediator) { self.mediator = mediator }

  var actions: [Action] {
    // Nothing is awaited here: the call goes on upon its caller's thread, and none of Swift's own is kept for it, of which
    // calls within calls would soon have taken all.
    Action.deferring("intercept", "Sees a call pass, and how it ends") { [mediator, journal] call in
      let seen = try Journal.Call(call)
      mediator.start(try call.function("proceed"), within: call) { result in
        switch result {
        case .success(let reply):
          journal.add(seen, "ok")
          call.reply(reply)
        case .failure(let failure):
          journal.add(seen, failure.reason)
          call.fail(failure)
        }
      }
    }
    on(ListPassed.self) { request in
      guard (1...Journal.limit).contains(request.n) else {
        throw Failure(
          .invalidParameters, "out_of_range",
          "the parameter 'n' must be from 1 to \(Journal.limit), not \(request.n)")
      }
      return journal.last(request.n)
    }
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  Audit.register(host, registration)
}
