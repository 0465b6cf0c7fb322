import ComponentKit

/// The owner's page: what the host has, forms that call it, and what becomes of that.
///
/// It is one answer without anything from elsewhere. What it shows it asks the host for, by the rights of whoever opens it: so
/// none of its actions is open to callers from outside.
struct Console: Component {
  static let summary = "A page that shows the host's components and calls their actions"

  init(mediator: Mediator) {}

  var actions: [Action] {
    Action("page", "Shows the page, for the owner of a host that serves") { _ in .text(Page().text) }
      .reads.replying(as: "text/html")
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  Console.register(host, registration)
}
