package import ComponentABI
package import ComponentKit

/// The one component of a process that serves a host in another one.
///
/// It is loaded as any is, and what it registers is checked as any registration. But its table's functions are others
/// where they ask the mediator for something, since that is in the other process; and there its calls were looked up,
/// checked and given their turn, so here they only run.
package final class ServedComponent: @unchecked Sendable {
  // Sendable: what changes is written before the first call is served, or belongs to the registration's thread.
  package let name: String
  private let host: Host
  private let seat: UnsafeMutablePointer<Seat>
  private let staging: Staging

  /// - Parameters:
  ///   - report: hears what the host would be told of its calls.
  ///   - change: puts other functions into its table.
  package init(
    _ name: String, folder: String, program: HostProgram, report: @escaping @Sendable (Report) -> Void,
    change: (inout component_host) -> Void
  ) {
    self.name = name
    var settings = Settings()
    settings.program = program
    settings.report = report
    // Without a deadline of its own a call is the other host's to give up.
    settings.timeLimit = nil
    host = Host(settings)
    seat = Seat.make(host.loader.core, program, name: name, directory: folder)
    change(&seat.pointee.table)
    staging = Staging(name: name)
    // Kept for good: the component may hold the pointer.
    _ = Unmanaged.passRetained(staging)
  }

  package var table: UnsafePointer<component_host> { UnsafePointer(seat).handle }

  /// Loads and registers it.
  ///
  /// - Parameter descriptor: of what was checked; it is this component's from now on.
  package func load(
    descriptor: Int32, path: String, inPlace: Bool, trustsAny: Bool
  ) throws(Refusal) {
    let loaded = try Doing.load.of(name) { () throws(Refusal) in
      try LoadedFile(
        passed: Descriptor(owning: descriptor), path: path, folder: seat.pointee.table.directory.string,
        inPlace: inPlace, trustsAny: trustsAny)
    }
    _ = loaded.copy.map(Unmanaged.passRetained)
    try register(loaded.entry)
  }

  package func register(_ entry: component_register) throws(Refusal) {
    let status = Doing.register.of(name) { entry(table, staging.handle) }
    do throws(Refusal) {
      _ = try staging.close(status: status)
    } catch {
      staging.release()
      throw error.ofCode
    }
    seat.pointee.admitCalls()
  }

  /// Gives back all contexts, behind its shutdown.
  package func release() { staging.release() }

  /// Runs something of it for a call in the other process, on this thread: it has ended then, or is open.
  ///
  /// - Parameters:
  ///   - flags: the call's, COMPONENT_CALL_*.
  ///   - lease: let go of once the component is done with the call.
  package func run(
    _ run: component_run, _ context: UnsafeMutableRawPointer?, for request: UnsafePointer<component_request>,
    flags: UInt32, instance: UnsafeMutableRawPointer?, lease: AnyObject
  ) {
    var function = component_function(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_function>.size), context: context, run: run,
      retain: nil, release: nil, host: table)
    let held = ServedLease(lease)
    withExtendedLifetime(held) {
      withUnsafePointer(to: &function) { function in
        let dispatch = Dispatch(seat: caller(flags), request: request, waits: false)
        dispatch.holding {
          let attempt = Attempt(dispatch, .function(function, of: UnsafePointer(seat)), lease: held, instance: instance)
          _ = attempt.run()
        }
      }
    }
  }

  // Whose calls say so of themselves.
  private func caller(_ flags: UInt32) -> UnsafePointer<Seat> {
    let isRouted = flags & COMPONENT_CALL_ROUTED != 0
    if flags & COMPONENT_CALL_REMOTE == 0 { return host.programSeat }
    return host.outside.seat(flags & COMPONENT_CALL_LOCAL != 0 ? .local : [], isRouted: isRouted)
  }
}

private final class ServedLease: CallLease, @unchecked Sendable {
  // Sendable: it does not change; what it holds is any thread's to let go of.
  private let held: AnyObject
  init(_ held: AnyObject) { self.held = held }
}

extension UnsafeMutablePointer<component_call> {
  /// What the request of this call, made in this process with that listener, has as its context; nil of another one's.
  package func context(ofListener ended: Ended) -> UnsafeMutableRawPointer? {
    let request = frame.pointee.request
    guard unsafeBitCast(request.pointee.ended, to: UInt.self) == unsafeBitCast(ended, to: UInt.self) else { return nil }
    return request.pointee.context
  }

  /// Whether it can be given up, or has a deadline.
  package var isWatched: Bool { frame.pointee.isWatched }
}

extension ServedComponent {
  /// What a call that runs on this thread was asked with, as `context(ofListener:)`; nil where none does.
  package static func context(ofListener ended: Ended) -> UnsafeMutableRawPointer? {
    ThreadState.current.pointee.frame?.handle.context(ofListener: ended)
  }
}
