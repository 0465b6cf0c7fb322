import ComponentABI
public import ComponentHost
import ComponentKit
import Glibc

/// Has each isolated component run in a worker: this very program, started again, or another one that has
/// `Host.beComponentWorkerIfStarted()` in its `main`.
public struct WorkerProcesses: Isolator {
  /// The program that becomes a worker; nil for this one.
  public var program: String?

  /// Which components have crashed, and are started no more.
  public let crashes: CrashBook

  public init(program: String? = nil, crashes: CrashBook = CrashBook()) {
    self.program = program
    self.crashes = crashes
  }

  public func load(_ component: ComponentToIsolate) throws(Refusal) -> any IsolatedComponent {
    let key = try crashes.admit(component)
    var plan = WorkerPlan(.component, for: component.name)
    plan.program = program
    plan.passed = component.descriptor
    plan.log = component.settings.log
    let terms = try Confining.terms(of: component.name, component.settings)
    plan.environment[WorkerTerms.variable] = .some(terms?.text)
    guard let sockets = Channel.sockets() else {
      if let terms { Confining.clear(terms) }
      throw Refusal(Refusal.noWorker, "no channel to a worker can be made: \(systemReason(errno))")
    }
    let end = HostEnd(component)
    let process: WorkerProcess
    do throws(Refusal) {
      process = try WorkerProcess.start(plan, channel: sockets.worker) { [crashes] ended in
        if let terms { Confining.clear(terms) }
        if end.refusalOfTerms(ended) == nil { crashes.hear(component, key, ended) }
        end.processEnded()
      }
    } catch {
      close(sockets.host)
      close(sockets.worker)
      if let terms { Confining.clear(terms) }
      throw error
    }
    close(sockets.worker)
    let channel = try WorkerProcesses.channel(sockets.host, end, process)
    let loaded: Result<LinkedComponent, Refusal>
    do throws(ChannelFault) {
      loaded = try WorkerProcesses.load(component, end, channel, process)
    } catch {
      // It is gone by itself, as a rule.
      end.lostNow(.over)
      throw end.crashWhileLoading()
    }
    return try loaded.get()
  }

  // That it can't be had is no fault of the worker's, which is killed before it could notice.
  private static func channel(
    _ socket: Int32, _ end: HostEnd, _ process: WorkerProcess
  ) throws(Refusal) -> Channel {
    func refusal() -> Refusal {
      let reason = systemReason(errno)
      process.kill(.over)
      return Refusal(Refusal.noWorker, "no channel to a worker can be made: \(reason)")
    }
    let channel: Channel
    do throws(ChannelFault) { channel = try Channel.host(socket, end, answerLimit: end.settings.stepLimit) } catch {
      let refusal = refusal()
      close(socket)
      throw refusal
    }
    end.begin(process, channel)
    if channel.start() { return channel }
    let refusal = refusal()
    channel.close()
    throw refusal
  }

  private static func load(
    _ component: ComponentToIsolate, _ end: HostEnd, _ channel: Channel, _ process: WorkerProcess
  ) throws(ChannelFault) -> Result<LinkedComponent, Refusal> {
    let open = try channel.begin(HostVerb.load.rawValue) {
      (writer) throws(WireFault) in
      for text in [
        component.name, component.path, component.folder, component.settings.program.name,
      ] { try writer.text(text) }
      let version = component.settings.program.version
      writer.pair(UInt32(version.major), UInt32(version.minor))
      writer.pair(UInt32(version.patch), 0)
      writer.pair(component.loadsInPlace ? 1 : 0, component.settings.trustsAny || geteuid() != 0 ? 1 : 0)
    }
    // A constructor that hangs ends with the patience for a start.
    guard let answer = open.wait(until: Deadline(after: component.settings.stepLimit).nanoseconds) else {
      process.kill(.hang)
      return .failure(end.crashWhileLoading())
    }
    switch answer {
    case .reply(let message) where message.length > RegistrationReplay.sizeLimit:
      process.kill(.channel)
      return .failure(
        Refusal(
          "too_large", "what it registers takes \(message.length) bytes, and may take \(RegistrationReplay.sizeLimit)",
          help: Refusal.mend))
    case .reply(let message):
      return .success(LinkedComponent(end, channel, process, registration: message))
    case .failure(let message):
      process.kill(after: LinkedComponent.grace)
      channel.close()
      do throws(WireFault) {
        var reader = message.reader()
        return .failure(Refusal(try reader.refusal()))
      } catch {
        return .failure(end.crashWhileLoading())
      }
    case .over:
      return .failure(end.crashWhileLoading())
    }
  }
}

extension WireWriter {
  mutating func text(_ text: String) throws(WireFault) {
    var (own, fault) = (self, WireFault?.none)
    text.withBytes { bytes in
      do throws(WireFault) { try own.text(bytes) } catch { fault = error }
    }
    self = own
    if let fault { throw fault }
  }

  mutating func refusal(_ refusal: Refusal) throws(WireFault) {
    let parts = refusal.parts
    pair(parts.retry, parts.help == nil ? 0 : 1)
    try text(parts.reason)
    try text(parts.message)
    try text(parts.help ?? "")
  }
}

extension WireReader {
  mutating func refusal() throws(WireFault) -> Refusal.Parts {
    let (retry, hasHelp) = try pair()
    let (reason, message, help) = (try text().string, try text().string, try text().string)
    return Refusal.Parts(reason: reason, message: message, help: hasHelp == 0 ? nil : help, retry: retry)
  }
}

extension String {
  func withBytes<R>(_ body: (component_text) -> R) -> R {
    var copy = self
    return copy.withUTF8 { body(component_text($0)) }
  }
}
