package import ComponentABI

/// Tells once when a call that runs is given up, or one around it.
package final class CallWatch: CancelListener, @unchecked Sendable {
  // Sendable: nothing in it changes.
  private let cancellations: [Cancelled]
  private let tell: @Sendable () -> Void

  /// Nil for a call that nobody can give up. A deadline is no part of this.
  package init?(_ call: UnsafeMutablePointer<component_call>, _ tell: @escaping @Sendable () -> Void) {
    guard call.isWatched else { return nil }
    cancellations = call.frame.cancellations
    self.tell = tell
    if cancellations.isEmpty { return nil }
  }

  package func begin() { for cancellation in cancellations { cancellation.add(self) } }

  package func end() { for cancellation in cancellations { cancellation.remove(self) } }

  func giveUp() { tell() }
}

/// Tells when a handle for giving calls up is used.
package final class CancellationWatch: CancelListener, @unchecked Sendable {
  // Sendable: nothing in it changes.
  private let cancelled: Cancelled
  private let tell: @Sendable () -> Void

  package init(_ handle: OpaquePointer, _ tell: @escaping @Sendable () -> Void) {
    cancelled = Cancelled.of(handle)
    self.tell = tell
  }

  package func begin() { cancelled.add(self) }

  package func end() { cancelled.remove(self) }

  func giveUp() { tell() }
}
