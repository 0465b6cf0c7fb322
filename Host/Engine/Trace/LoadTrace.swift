import ComponentKit

/// The steps of one component's load, as a tracer hears of them.
struct LoadTrace {
  private let core: UnsafeMutablePointer<Core>
  private let name: String

  init(_ core: UnsafeMutablePointer<Core>, _ name: String) { (self.core, self.name) = (core, name) }

  /// One of them, `copy Reader`.
  func step<R, E>(_ verb: String, _ body: () throws(E) -> R) throws(E) -> R {
    try core.trace(.load, "\(verb) \(name)", ["component": .text(name)], body)
  }

  /// A thread stands still for its sake: `until Reader is written`.
  func wait<R, E>(_ what: @autoclosure () -> String, _ body: () throws(E) -> R) throws(E) -> R {
    try core.trace(.wait, what(), ["component": .text(name)], body)
  }
}

extension Loader {
  func steps(of name: String) -> LoadTrace { LoadTrace(core, name) }
}
