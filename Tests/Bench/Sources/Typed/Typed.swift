import BenchFace
import ComponentKit

/// The component that is called through its face, and loaded under many names: it takes its file's.
struct Typed: Component {
  static var name: String { Divide.target }

  init(mediator: Mediator) {}

  var actions: [Action] {
    on(Divide.self) { request in Quotient(quotient: request.number / 10, rest: request.number % 10) }
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  let name = host.pointee.name
  Divide.target = String(decoding: UnsafeRawBufferPointer(start: name.bytes, count: name.length), as: UTF8.self)
  return Typed.register(host, registration)
}
