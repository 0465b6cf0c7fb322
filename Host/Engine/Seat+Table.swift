import ComponentABI
import ComponentKit

extension Seat {
  /// A seat for one component, or for the embedding program. Never freed: a component may call as long as it lives.
  static func make(
    _ core: UnsafeMutablePointer<Core>, _ program: HostProgram, name: String, directory: String
  ) -> UnsafeMutablePointer<Seat> {
    var block = PermanentBlock<Seat>(
      count: 1, textLength: name.utf8.count + directory.utf8.count + program.name.utf8.count)
    block.values.initialize(
      to: Seat(
        table: component_host(
          abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_host>.size), name: block.keep(name),
          directory: block.keep(directory), host_name: block.keep(program.name),
          host_version: component_version(program.version), reserved: 0, describe: describe, add_need: addNeed,
          add_target: addTarget, add_type: addType, add_action: addAction, add_route: addRoute, add_key: addKey,
          explain: explain, call: call, start: start, invoke: invoke, start_invoke: startInvoke, open: open,
          start_open: startOpen, open_key: openKey, start_open_key: startOpenKey, reply: CallFunctions.reply,
          fail: CallFunctions.fail, progress: CallFunctions.progress, defer: CallFunctions.defer,
          release: CallFunctions.release, is_cancelled: CallFunctions.isCancelled,
          when_cancelled: CallFunctions.whenCancelled, make_cancellation: makeCancellation, cancel: cancel,
          release_cancellation: releaseCancellation, log: log, open_with: openWith, start_open_with: startOpenWith,
          publish_route: publishRoute, withdraw_route: withdrawRoute, write_url: writeURL, has: hasAction,
          can_open: canOpen,
          release_instance: releaseInstance, add_event: addEvent, add_observer: addObserver, publish: publishEvent,
          observe: observeEvents, end_observation: endObservation, trace: CallFunctions.trace),
        core: core))
    return block.values
  }

  /// A seat for callers from outside.
  static func outside(
    _ core: UnsafeMutablePointer<Core>, _ program: HostProgram, flags: UInt32, onlyReads: Bool, isOwners: Bool
  ) -> UnsafePointer<Seat> {
    let seat = make(core, program, name: "", directory: "")
    seat.pointee.callFlags = flags
    (seat.pointee.onlyReads, seat.pointee.isOwners) = (onlyReads, isOwners)
    seat.pointee.admitCalls()
    return UnsafePointer(seat)
  }
}

// Each of these is one entry of the table; what it does is in the type it hands over to.

private let describe: @convention(c) (OpaquePointer, UnsafePointer<component_about>) -> Int32 = {
  Staging.of($0)?.describe($1) ?? COMPONENT_FAILURE_INVALID
}

private let addNeed: @convention(c) (OpaquePointer, UnsafePointer<component_need>) -> Int32 = {
  Staging.of($0)?.add($1) ?? COMPONENT_FAILURE_INVALID
}

private let addTarget: @convention(c) (OpaquePointer, UnsafePointer<component_target>) -> Int32 = {
  Staging.of($0)?.add($1) ?? COMPONENT_FAILURE_INVALID
}

private let addType: @convention(c) (OpaquePointer, UnsafePointer<component_type>) -> Int32 = {
  Staging.of($0)?.add($1) ?? COMPONENT_FAILURE_INVALID
}

private let addAction: @convention(c) (OpaquePointer, UnsafePointer<component_action>) -> Int32 = {
  Staging.of($0)?.add($1) ?? COMPONENT_FAILURE_INVALID
}

private let addRoute: @convention(c) (OpaquePointer, UnsafePointer<component_route>) -> Int32 = {
  Staging.of($0)?.add($1) ?? COMPONENT_FAILURE_INVALID
}

private let addKey: @convention(c) (OpaquePointer, UnsafePointer<component_key>) -> Int32 = {
  Staging.of($0)?.add($1) ?? COMPONENT_FAILURE_INVALID
}

private let addEvent: @convention(c) (OpaquePointer, UnsafePointer<component_event>) -> Int32 = {
  Staging.of($0)?.add($1) ?? COMPONENT_FAILURE_INVALID
}

private let addObserver: @convention(c) (OpaquePointer, UnsafePointer<component_observer>) -> Int32 = {
  Staging.of($0)?.add($1) ?? COMPONENT_FAILURE_INVALID
}

private typealias OpenFunction =
  @convention(c) (UnsafePointer<component_host>, component_text, UnsafePointer<component_request>) -> Int32

// The request's own names are not looked at.
private let open: OpenFunction = { host, url, request in asked(host, request, waits: true) { $0.open(url: url) } }
private let startOpen: OpenFunction = { host, url, request in asked(host, request, waits: false) { $0.open(url: url) } }
private let openWith: OpenFunction = { host, url, request in
  asked(host, request, waits: true) { $0.open(url: url, adding: true) }
}
private let startOpenWith: OpenFunction = { host, url, request in
  asked(host, request, waits: false) { $0.open(url: url, adding: true) }
}
private let openKey: OpenFunction = { host, key, request in asked(host, request, waits: true) { $0.open(key: key) } }
private let startOpenKey: OpenFunction = { host, key, request in
  asked(host, request, waits: false) { $0.open(key: key) }
}

/// Does something with a whole request.
private func asked(
  _ host: UnsafePointer<component_host>, _ request: UnsafePointer<component_request>, waits: Bool,
  _ body: (Dispatch) -> Int32
) -> Int32 {
  if host.isNull || request.isNull { return COMPONENT_FAILURE_INVALID }
  return withWholeStruct(request) { request in
    guard request.pointee.isHeard else { return COMPONENT_FAILURE_INVALID }
    let dispatch = Dispatch(seat: host.seat, request: request, waits: waits)
    return dispatch.holding { waits ? body(dispatch) : dispatch.start(body) }
  } ?? COMPONENT_FAILURE_INVALID
}

private let explain: @convention(c) (OpaquePointer, component_text) -> Void = { Staging.of($0)?.explain($1) }

private let call: @convention(c) (UnsafePointer<component_host>, UnsafePointer<component_request>) -> Int32 = {
  Dispatch(seat: $0.seat, request: $1, waits: true).run()
}

private let start: @convention(c) (UnsafePointer<component_host>, UnsafePointer<component_request>) -> Int32 = {
  asked($0, $1, waits: false) { $0.run() }
}

private typealias Invoking =
  @convention(c) (
    UnsafePointer<component_host>, UnsafePointer<component_function>, UnsafePointer<component_request>
  ) -> Int32

private let invoke: Invoking = { host, function, request in
  asked(host, request, waits: true) { $0.invoke(function) }
}

private let startInvoke: Invoking = { host, function, request in
  asked(host, request, waits: false) { $0.invoke(function) }
}

private let makeCancellation: @convention(c) (UnsafePointer<component_host>) -> OpaquePointer = { _ in
  OpaquePointer(Unmanaged.passRetained(Cancelled()).toOpaque())
}

private let cancel: @convention(c) (OpaquePointer) -> Void = {
  if !$0.isNull { Cancelled.of($0).set() }
}

private let releaseCancellation: @convention(c) (OpaquePointer) -> Void = {
  if $0.isNull { return }
  Unmanaged<Cancelled>.fromOpaque(UnsafeRawPointer($0)).release()
}

private let log: @convention(c) (UnsafePointer<component_host>, component_level, component_text) -> Void = {
  if !$0.isNull { $0.seat.log(LogLevel(rawValue: $1), $2) }
}
