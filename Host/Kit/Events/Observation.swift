import ComponentABI

/// One observer at work. It ends when it is cancelled, or when nothing refers to it any more.
public final class Observation: Sendable {
  private let mediator: Mediator
  // The address of the host's; 0 once it has ended.
  private let address: Guarded<UInt>

  init(_ mediator: Mediator, _ pointer: OpaquePointer) {
    self.mediator = mediator
    address = Guarded(UInt(bitPattern: pointer))
  }

  /// Has nothing be heard any more that waits. It waits for nobody: on another thread the observer may just be hearing an
  /// event.
  public func cancel() {
    let ended = address.withLock { address in
      defer { address = 0 }
      return OpaquePointer(bitPattern: address)
    }
    if let ended { mediator.host.pointee.end_observation(ended) }
  }

  deinit { cancel() }
}
