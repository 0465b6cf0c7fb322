import ComponentABI

/// A handle by which calls can be given up, from any thread.
///
/// Sendable although it holds a pointer: the contract lets the host's functions on it be used from any thread.
public final class Cancellation: @unchecked Sendable {
  let host: HostTable
  package let pointer: OpaquePointer

  public init(_ mediator: Mediator) {
    host = mediator.ownHost
    pointer = host.pointee.make_cancellation(host)
  }

  deinit { host.pointee.release_cancellation(pointer) }

  /// Gives up every call made with it, and their nested calls.
  public func cancel() { host.pointee.cancel(pointer) }
}
