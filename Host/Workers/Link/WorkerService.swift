import ComponentABI
import ComponentHost
import ComponentKit
import Glibc
import Synchronization

/// The worker's end of its channel: runs what the host asks for of the one component that is here.
final class WorkerService: ChannelService, @unchecked Sendable {
  // Sendable: what changes is guarded, or set before the component is loaded.
  let calls = ServedCalls()
  let starts = StartedCalls()
  let observers = WorkerObservers()
  let ports = FunctionPorts(letGo: WorkerVerb.letGo.rawValue) { _, _ in COMPONENT_FAILURE_INVALID }
  private let loaded = Guarded<Loaded?>(nil)

  private struct Loaded {
    let component: ServedComponent
    let record: RegistrationRecord
  }

  /// That of this process.
  static var current: WorkerService? { all.withLock { $0 } }
  private static let all = Guarded<WorkerService?>(nil)

  init() { WorkerService.all.withLock { $0 = self } }

  func ended(_ end: ChannelEnd, of channel: Channel) { WorkerSelf.end(after: LinkedComponent.grace + .seconds(1)) }

  func limit(of verb: UInt16, _ manner: Manner) -> Int? { HostVerb(rawValue: verb)?.limit(manner) }

  func mayWait(_ verb: UInt16) -> Bool { HostVerb(rawValue: verb)?.mayWait ?? true }

  func serve(_ message: Message, on channel: Channel) {
    guard let verb = HostVerb(rawValue: message.verb) else {
      return channel.breakOff(WireFault(.stray), in: message)
    }
    Serving.serve(message, on: channel) {
      do throws(WireFault) {
        try serve(verb, message, channel)
      } catch {
        channel.breakOff(error, in: message)
      }
    }
  }

  private func serve(_ verb: HostVerb, _ message: Message, _ channel: Channel) throws(WireFault) {
    switch verb {
    case .load: try load(message, channel)
    case .run: try run(message, channel)
    case .make:
      let target = record.targets[at: try message.integer()]
      let instance = target.flatMap { $0.make?($0.context) }
      try channel.reply(to: message) { (writer) throws(WireFault) in
        writer.integer(Int64(Int(bitPattern: instance)))
      }
    case .destroy:
      var reader = message.reader()
      let (number, bits) = (try reader.integer(), try reader.integer())
      if let target = record.targets[at: number], let instance = UnsafeMutableRawPointer(bitPattern: Int(bits)) {
        target.destroy?(target.context, instance)
      }
      try channel.confirm(message)
    case .hear: try hear(message, channel)
    case .askedEnded: try askedEnded(message, channel)
    case .askedProgress: try askedProgress(message, channel)
    case .shutDown:
      record.about.shutdown?(record.about.context)
      try channel.confirm(message)
    case .release:
      component?.release()
      try channel.confirm(message)
    case .giveUp: calls[CallID(bitPattern: try message.integer())]?.giveUp()
    case .letGo: try ports.drop(message)
    case .endObserver: observers.end(try message.integer())
    }
  }

  var component: ServedComponent? { loaded.withLock { $0?.component } }
  var record: RegistrationRecord { loaded.withLock { $0?.record } ?? .empty }

  private func load(_ message: Message, _ channel: Channel) throws(WireFault) {
    var reader = message.reader()
    let (name, path, folder) = (try reader.text().string, try reader.text().string, try reader.text().string)
    let program = try reader.text().string
    let (major, minor) = try reader.pair()
    let (patch, _) = try reader.pair()
    let (inPlace, trustsAny) = try reader.pair()
    guard let descriptor = WorkerRole.takePassed() else { throw WireFault(.missing("a descriptor")) }
    let record = RegistrationRecord()
    let component = ServedComponent(
      name, folder: folder, program: HostProgram(program, Version(major, minor, patch)),
      report: { [weak self] report in self?.report(report) },
      change: { WorkerTable.change(&$0) })
    loaded.withLock { $0 = Loaded(component: component, record: record) }
    ports.belong(to: component.table)
    // From the answer on an end is the component's own.
    ask(.obeys) { (_) throws(WireFault) in }
    do throws(Refusal) {
      try component.load(descriptor: descriptor, path: path, inPlace: inPlace != 0, trustsAny: trustsAny != 0)
    } catch {
      return try channel.fail(message) { (writer) throws(WireFault) in try writer.refusal(error) }
    }
    do throws(WireFault) {
      try channel.reply(to: message, numbering: ports) { (writer) throws(WireFault) in
        try record.write(&writer)
      }
    } catch {
      let refusal = Refusal(
        "cant_cross", "what it registers can't leave its process: \(error.words)",
        help: "have it run in the host's own process")
      try channel.fail(message) { (writer) throws(WireFault) in try writer.refusal(refusal) }
    }
  }

  private func report(_ report: Report) {
    ask(.report) { (writer) throws(WireFault) in
      try writer.text(report.kind.rawValue)
      try writer.text(report.message)
    }
  }

  // MARK: what is asked of the host

  /// Asks the host, and waits for its answer; nil where it is gone.
  @discardableResult
  func ask(
    _ verb: WorkerVerb, _ write: Channel.Writing
  ) -> Answer? {
    (try? begin(verb, write))?.wait()
  }

  /// The caller waits for the answer next.
  ///
  /// - Parameter enlisted: is told the request's number ahead of its first byte.
  func begin(
    _ verb: WorkerVerb, enlisted: (CallID) -> Void = { _ in }, _ write: Channel.Writing
  ) throws(ChannelFault) -> OpenCall {
    guard let channel = ports.channel else { throw .over(.closed) }
    return try channel.begin(
      verb.rawValue, within: Serving.innermost(of: channel), numbering: ports, waitsNext: true,
      enlisted: { number in
        enlisted(number)
        return true
      }, write)
  }
}

extension Array {
  subscript(at number: Int64) -> Element? {
    Int(exactly: number).flatMap { indices.contains($0) ? self[$0] : nil }
  }
}
