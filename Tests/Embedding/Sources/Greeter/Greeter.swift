import ComponentKit

struct Greeter: Component {
  init(mediator: Mediator) {}
  var actions: [Action] {
    Action("hello", "Greets a person") { call in
      .text("Hello, \(try call.text("name"))")
    }
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  Greeter.register(host, registration)
}
