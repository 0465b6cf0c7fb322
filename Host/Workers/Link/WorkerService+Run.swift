import ComponentABI
import ComponentHost
import ComponentKit

// What the host has run here.
extension WorkerService {
  func run(_ message: Message, _ channel: Channel) throws(WireFault) {
    let arrivals = ports.arrivals()
    var reader = message.reader(functions: arrivals.function)
    let (kind, flags) = try reader.pair()
    let (number, instance) = (try reader.integer(), try reader.integer())
    let (deadline, waits) = (try reader.integer(), try reader.integer())
    let (target, action) = (try reader.text(), try reader.text())
    let (parameters, hints) = (try reader.entries(), try reader.entries())
    let trace = try reader.text()
    try reader.end()
    guard let kind = RunKind(rawValue: kind), let component, let table = ports.table else { throw WireFault(.stray) }
    let record = record
    let function = kind == .function ? ports.held(UInt64(bitPattern: number)) : nil
    var (run, context): (component_run?, UnsafeMutableRawPointer?) = (nil, record.about.context)
    switch kind {
    case .action: if let action = record.actions[at: number] { (run, context) = (action.run, action.context) }
    case .function:
      if let function { (run, context) = (function.pointer.pointee.run, function.pointer.pointee.context) }
    case .start: run = record.about.start
    case .memoryPressure: run = record.about.memory_pressure
    case .save: run = record.about.save
    case .restore: run = record.about.restore
    }
    guard let run else { throw WireFault(.missing("what is to run")) }
    let call = Served(message, self, channel, table, trace, isWaitedFor: waits != 0)
    calls.add(call)
    message.whenCancelled { [weak call] in call?.giveUp() }
    var request = component_request(target, action, 0, Served.ended)
    (request.parameters, request.parameter_count) = (parameters.baseAddress, parameters.count)
    (request.hints, request.hint_count) = (hints.baseAddress, hints.count)
    request.deadline = deadline
    request.cancellation = call.cancellation
    request.progressed = Served.progressed
    request.context = call.context
    component.run(
      run, context, for: &request, flags: flags,
      instance: UnsafeMutableRawPointer(bitPattern: Int(instance)), lease: Served.Hold(call))
    call.returned()
    withExtendedLifetime((arrivals, function)) {}
  }

  func hear(_ message: Message, _ channel: Channel) throws(WireFault) {
    var reader = message.reader()
    let (number, lost) = (try reader.integer(), try reader.integer())
    let event = try reader.text()
    var notice = component_notice(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_notice>.size), event: event,
      value: try reader.value(), lost: UInt64(bitPattern: lost))
    try reader.end()
    observers.hear(number, &notice)
    try channel.confirm(message)
  }

  func askedEnded(_ message: Message, _ channel: Channel) throws(WireFault) {
    let arrivals = ports.arrivals()
    var reader = message.reader(functions: arrivals.function)
    let number = CallID(bitPattern: try reader.integer())
    let mark = RunMark(rawValue: try reader.pair().low)
    let call = starts.take(number)
    switch mark {
    case .reply:
      let value = try reader.valueInPlace()
      call?.hear(value, nil)
    case .failure:
      var failure = try reader.failure()
      call?.hear(nil, &failure)
    default: throw WireFault(.stray)
    }
    try reader.end()
    withExtendedLifetime(arrivals) {}
    try channel.confirm(message)
  }

  func askedProgress(_ message: Message, _ channel: Channel) throws(WireFault) {
    var reader = message.reader()
    let number = CallID(bitPattern: try reader.integer())
    var progress = try reader.progress()
    try reader.end()
    starts[number]?.progress(&progress)
    try channel.confirm(message)
  }
}
