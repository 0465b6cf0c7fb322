import ComponentABI
import ComponentHost
import ComponentKit

/// A component that a worker has loaded: what the engine has of it.
final class LinkedComponent: IsolatedComponent {
  private let end: HostEnd
  private let channel: Channel
  private let process: WorkerProcess
  // What it registered, as it came, until it was said here.
  private let registration: Guarded<Message?>

  init(_ end: HostEnd, _ channel: Channel, _ process: WorkerProcess, registration: Message) {
    (self.end, self.channel, self.process) = (end, channel, process)
    self.registration = Guarded(registration)
  }

  deinit {
    // Told first, so that its end is no crash, however fast it is.
    process.kill(after: LinkedComponent.grace)
    channel.close()
  }

  /// How long a worker has to end that was told to, or whose channel is over.
  static let grace = Duration.seconds(2)

  func whenLost(_ tell: @escaping @Sendable () -> Void) { end.whenLost(tell) }

  func register(_ host: HostTable, _ registration: Registration) -> Int32 {
    guard let said = self.registration.withLock({ exchange(&$0, with: nil) }) else { return COMPONENT_FAILURE_INVALID }
    end.sit(at: host)
    var replay = RegistrationReplay(host, registration, self)
    do throws(WireFault) {
      return try replay.run(said)
    } catch {
      channel.breakOff(error, in: said)
      "its worker says what no registration can be: \(error.words)".withBytes { host.pointee.explain(registration, $0) }
      return COMPONENT_FAILURE_INVALID
    }
  }

  // MARK: what the proxies pass on

  func run(_ kind: RunKind, _ number: UInt64, _ call: UnsafeMutablePointer<component_call>) -> Int32 {
    end.run(kind, number, call, over: channel)
  }

  func make(_ target: UInt32) -> UnsafeMutableRawPointer? {
    let asked = ask(.make, by: InstanceTime.deadline) { (writer) throws(WireFault) in writer.integer(Int64(target)) }
    switch asked {
    case .reply(let reply): return (try? reply.integer()).flatMap { UnsafeMutableRawPointer(bitPattern: Int($0)) }
    case .crowded: return nil
    case .lost, .over: return LinkedComponent.noInstance
    }
  }

  // Stands for an instance where the worker is gone: so the call goes on to its action, and fails there with what became
  // of the worker.
  private static var noInstance: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }

  func destroy(_ target: UInt32, _ instance: UnsafeMutableRawPointer) {
    _ = ask(.destroy) { (writer) throws(WireFault) in
      writer.integer(Int64(target))
      writer.integer(Int64(Int(bitPattern: instance)))
    }
  }

  func shutDown() {
    // One that was gone before has told why.
    if case .lost = ask(.shutDown, { (_) throws(WireFault) in }) { end.tellCrash("while it was shut down") }
  }

  /// The last that is asked of it.
  func release() {
    _ = ask(.release) { (_) throws(WireFault) in }
    // Told first, so that its end is no crash, however fast it is.
    process.kill(after: LinkedComponent.grace)
    channel.close()
    // Its destructors run as they would in this process, which may be about to end.
    _ = process.wait(until: Deadline(after: LinkedComponent.grace + .seconds(1)))
  }

  func observer(_ number: Int64) -> ObserverProxy { ObserverProxy(number, end, channel) }

  var functions: FunctionPorts { end.ports }

  private func ask(_ verb: HostVerb, by deadline: Int64 = 0, _ write: Channel.Writing) -> HostEnd.Asked {
    // Nothing of that can be refused by what writes it.
    let asked = (try? end.ask(verb, by: deadline, over: channel, write)) ?? .over
    switch asked {
    case .reply, .crowded: break
    case .lost, .over: end.lostNow()
    }
    return asked
  }
}
