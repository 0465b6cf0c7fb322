import ComponentKit
import Synchronization

/// The component that is replaced: it counts its calls, so the first answer of each copy is 1. It takes its file's name.
struct Counting: Component {
  nonisolated(unsafe) static var name = "Counting"  // Set at most once, by `register`.
  private static let count = Atomic(0)

  init(mediator: Mediator) {}

  var actions: [Action] {
    Action("count") { _ in .int(Counting.count.add(1, ordering: .relaxed).newValue) }
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  let name = host.pointee.name
  Counting.name = String(decoding: UnsafeRawBufferPointer(start: name.bytes, count: name.length), as: UTF8.self)
  return Counting.register(host, registration)
}
