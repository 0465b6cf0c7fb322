import ComponentABI
import ComponentHost
import ComponentKit

/// The functions of the component's table that are others in a worker: what it registers is written down as well, and what
/// it asks of the mediator is asked of the host.
enum WorkerTable {
  static func change(_ table: inout component_host) {
    let copy = UnsafeMutablePointer<component_host>.allocate(capacity: 1)
    copy.initialize(to: table)
    engine = copy
    record(&table)
    table.reply = checkedReply
    table.fail = checkedFail
    table.defer = noticedDefer
    table.call = { host, request in Asking.make(host, .call, request) }
    table.start = { host, request in Asking.make(host, .start, request) }
    table.invoke = { host, function, request in Asking.make(host, .invoke, request, function: function) }
    table.start_invoke = { host, function, request in Asking.make(host, .startInvoke, request, function: function) }
    table.open = { host, text, request in Asking.make(host, .open, request, text) }
    table.start_open = { host, text, request in Asking.make(host, .startOpen, request, text) }
    table.open_with = { host, text, request in Asking.make(host, .openWith, request, text) }
    table.start_open_with = { host, text, request in Asking.make(host, .startOpenWith, request, text) }
    table.open_key = { host, text, request in Asking.make(host, .openKey, request, text) }
    table.start_open_key = { host, text, request in Asking.make(host, .startOpenKey, request, text) }
    table.write_url = { host, text, request in Asking.make(host, .writeURL, request, text) }
    table.trace = { call in
      guard UInt(bitPattern: call) != 0 else { return component_text() }
      return WorkerService.current?.calls[call.context(ofListener: Served.ended)]?.trace ?? component_text()
    }
    question(&table)
  }

  // MARK: registration. What the registration has taken is written down.

  private static func record(_ table: inout component_host) {
    table.describe = { registration, about in
      WorkerTable.written(engine?.pointee.describe(registration, about), BorderView.taken(about)) { $0.add($1) }
    }
    table.add_need = { registration, need in
      WorkerTable.written(engine?.pointee.add_need(registration, need), BorderView.taken(need)) { $0.add($1) }
    }
    table.add_target = { registration, target in
      WorkerTable.written(engine?.pointee.add_target(registration, target), BorderView.taken(target)) { $0.add($1) }
    }
    table.add_type = { registration, type in
      WorkerTable.written(engine?.pointee.add_type(registration, type), BorderView.taken(type)) { $0.add($1) }
    }
    table.add_action = { registration, action in
      WorkerTable.written(engine?.pointee.add_action(registration, action), BorderView.taken(action)) { $0.add($1) }
    }
    table.add_route = { registration, route in
      WorkerTable.written(engine?.pointee.add_route(registration, route), BorderView.taken(route)) { $0.add($1) }
    }
    table.add_key = { registration, key in
      WorkerTable.written(engine?.pointee.add_key(registration, key), BorderView.taken(key)) { $0.add($1) }
    }
    table.add_event = { registration, event in
      WorkerTable.written(engine?.pointee.add_event(registration, event), BorderView.taken(event)) { $0.add($1) }
    }
    table.add_observer = { registration, observer in
      WorkerTable.written(engine?.pointee.add_observer(registration, observer), BorderView.taken(observer)) {
        record, observer in
        guard let service = WorkerService.current else { return }
        // The registration gives its context back.
        record.add(observer, service.observers.add(observer, gives: false))
      }
    }
  }

  static func written<T>(_ code: Int32?, _ taken: @autoclosure () -> T?, _ add: (RegistrationRecord, T) -> Void)
    -> Int32
  {
    if code == COMPONENT_OK, let said = taken(), let record = WorkerService.current?.record { add(record, said) }
    return code ?? COMPONENT_FAILURE_INVALID
  }
}

// The table as the engine made it. Safe: it is written once, before the component is loaded.
private nonisolated(unsafe) var engine: UnsafeMutablePointer<component_host>?

// MARK: calls. What can't leave the process is refused where the component says it.

private let checkedReply:
  @convention(c) (UnsafeMutablePointer<component_call>, UnsafePointer<component_value>) -> Int32 = {
    call, value in
    if UInt(bitPattern: call) != 0, UInt(bitPattern: value) != 0, value.pointee.kind > COMPONENT_KIND_BYTES,
      BorderView.fault(value.pointee) == nil,
      let fault = fault({ (writer) throws(WireFault) in try writer.value(value.pointee) })
    {
      refuse(call, "reply", fault)
      return COMPONENT_FAILURE_INVALID
    }
    return engine?.pointee.reply(call, value) ?? COMPONENT_FAILURE_INVALID
  }

private let checkedFail:
  @convention(c) (UnsafeMutablePointer<component_call>, UnsafePointer<component_failure>) -> Int32 = {
    call, failure in
    if UInt(bitPattern: call) != 0, UInt(bitPattern: failure) != 0,
      Int(failure.pointee.size) >= MemoryLayout<component_failure>.size,
      failure.pointee.details.kind != COMPONENT_KIND_NULL || failure.pointee.answer != nil,
      BorderView.fault(failure.pointee.details) == nil,
      failure.pointee.answer.flatMap({ BorderView.fault($0.pointee) }) == nil,
      let fault = fault({ (writer) throws(WireFault) in
        try writer.value(failure.pointee.details)
        if let answer = failure.pointee.answer { try writer.value(answer.pointee) }
      })
    {
      refuse(call, "failure", fault)
      return COMPONENT_FAILURE_INVALID
    }
    return engine?.pointee.fail(call, failure) ?? COMPONENT_FAILURE_INVALID
  }

private func fault(_ write: Channel.Writing) -> WireFault? {
  var measure = WireWriter()
  do throws(WireFault) { try write(&measure) } catch { return error }
  return nil
}

private func refuse(_ call: UnsafeMutablePointer<component_call>, _ what: String, _ fault: WireFault) {
  let failure = Failure(
    .failed, "cant_cross",
    "the \(what) of \(call.pointee.path) can't leave its process: \(fault.words)"
  ).hosts
  failure.withBorrowed { _ = engine?.pointee.fail(call, $0) }
}

private let noticedDefer:
  @convention(c) (UnsafeMutablePointer<component_call>) -> UnsafeMutablePointer<component_call>? = {
    call in
    let deferred = engine?.pointee.defer(call)
    if deferred != nil, let context = call.context(ofListener: Served.ended) {
      WorkerService.current?.calls[context]?.wasDeferred()
    }
    return deferred
  }
