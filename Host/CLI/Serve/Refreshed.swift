import ComponentHost

/// One look at the folders that was asked for.
final class Refreshed: CrewJob {
  private let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  func work() { body() }
}
