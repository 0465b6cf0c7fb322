import ComponentHost
import ComponentKit

/// Linked into the program.
struct Counter: Component {
  let mediator: Mediator
  init(mediator: Mediator) { self.mediator = mediator }

  var actions: [Action] {
    Action("twice", "Twice a number") { call in .int(2 * (try call.int("number"))) }
    Action("greet", "Greets by a neighbour") { [mediator] call in
      try mediator.call("Greeter", "hello", ["name": .text(try call.text("name"))])
    }
  }
}

@main
struct Embedding {
  static func main() async throws {
    let host = Host(Settings(directories: [CommandLine.arguments[1]]))
    try host.register(Counter.self)
    print(try await host.mediator.call("Counter", "twice", ["number": 21]))
    print(try await host.mediator.call("Greeter", "hello", ["name": "Ann"]))
    print(try await host.mediator.call("Counter", "greet", ["name": "Bob"]))
    do {
      print(try await host.mediator.call("Greter", "hello"))
    } catch {
      print(error.reason, error.details["suggestions"] ?? nil)
    }
    host.close()
  }
}
