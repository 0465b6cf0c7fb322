import ComponentKit

/// The kit's, by reference: a test shares one with closures, and with suites and actions that are copied.
final class Guarded<Value>: Sendable {
  private let guarded: ComponentKit.Guarded<Value>

  init(_ value: sending Value) { guarded = ComponentKit.Guarded(value) }

  func withLock<Result, Fault: Error>(_ body: (inout Value) throws(Fault) -> Result) throws(Fault) -> Result {
    try guarded.withLock(body)
  }
}
