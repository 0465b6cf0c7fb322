public import ComponentABI
public import ComponentKit
import HostNative

/// A mediator with its components: loads them from folders, or takes them as they are linked into the program.
///
/// Safe to use from any thread. A host is never freed, since components keep its table; `close` shuts it down.
public final class Host: Sendable {
  public let settings: Settings
  /// For the program itself: calls made through it come from no component.
  public let mediator: Mediator
  let loader: Loader
  let chains = Guarded<[Interceptor]>([])
  let instances: InstanceCache
  let memory = MemoryRelief()
  let events = Events()
  let routes: Published<RouteTable>
  let seldom = Seldom()
  // Whether the policy lets anything be called elsewhere, and who makes such calls: looked at where a call misses only.
  let mayGoElsewhere: Bool
  let others = Guarded<(any Elsewhere)?>(nil)
  /// Where components are looked for, as failures say it.
  let directoryList: Value
  // Where the program's own calls come in. Safe: seats are never freed, and nothing changes in this once it is made.
  nonisolated(unsafe) let programSeat: UnsafePointer<Seat>
  let outside: OutsideSeats

  public init(_ settings: Settings = Settings()) {
    let core = UnsafeMutablePointer<Core>.allocate(capacity: 1)
    let seat = Seat.make(core, settings.program, name: "", directory: "")
    self.settings = settings
    routes = Published(RouteTable(componentLimit: settings.routeLimit))
    mayGoElsewhere = settings.policy.elsewhere.targets != .none
    directoryList = .list(settings.directories.map(Value.text))
    programSeat = UnsafePointer(seat)
    mediator = Mediator(programSeat.handle)
    loader = Loader(settings, core)
    instances = InstanceCache(limit: settings.instanceLimit, memory)
    outside = OutsideSeats(core, settings.program)
    core.initialize(
      to: Core(
        depthLimit: min(max(settings.depthLimit, 1), ThreadState.depthMaximum),
        timeLimit: settings.timeLimit.map(\.nanoseconds) ?? .max,
        looksAtNames: settings.policy.looksAtNames, fences: host_barrier_available() == 0,
        host: Unmanaged.passRetained(self), checksReplies: settings.checksReplies, tracer: Tracer(settings)))
    // Its calls read the core.
    seat.pointee.admitCalls()
    // Not weak, since a host is never freed: what is referred to weakly is counted several times as slowly.
    memory.relieves { [unowned self] in relieveMemory() }
    addPolicy()
    add(settings.policy.interceptors)
    loader.watch?.start(for: loader)
    if settings.tellsAdded { loader.rememberNames() }
  }

  // Routes of a policy file were checked when it was read.
  private func addPolicy() {
    if let fault = settings.policy.query.fault {
      settings.report(Report(.invalidRoute, "what the policy renames is wrong: \(fault)"))
    }
    do throws(RouteFault) {
      try routes.change { (table) throws(RouteFault) in
        try table.add(settings.policy.routes, owner: settings.policy.owner)
      }
    } catch {
      settings.report(Report(.invalidRoute, "the policy's routes are left out: \(error)"))
    }
  }

  /// Adds a component that is linked into the program.
  public func register<C: Component>(_ component: C.Type) throws(Refusal) {
    try loader.register(C.name, C.register)
  }

  /// Adds a component by its register function.
  public func register(_ name: String, _ entry: component_register) throws(Refusal) {
    try loader.register(name) { entry($0, $1) }
  }

  /// Puts the next generation in the place of a component, as is done when its file is replaced.
  package func replace<C: Component>(_ component: C.Type) throws(Refusal) { try replace(C.name, by: C.register) }

  package func replace(_ name: String, _ entry: component_register) throws(Refusal) {
    try replace(name, by: { entry($0, $1) })
  }

  private func replace(_ name: String, by entry: Loader.Entry) throws(Refusal) {
    if try loader.replace(name, entry) == nil {
      throw loader.isClosed ? .closed : Refusal("busy", "'\(name)' is not there, or just being changed")
    }
  }

  /// Brings what is loaded in line with the folders, and says what changed.
  ///
  /// A component whose file is gone is taken out: its running calls finish, then it is shut down. One whose file was
  /// replaced becomes the next generation; if that is refused the old one goes on answering. Threads that ask for it at once
  /// do so one after the other; where a component asks for it in its `register`, nothing is done. What has come new is told here
  /// only: nothing became of it yet.
  @discardableResult
  public func refresh() -> [Change] {
    let changes = loader.refresh(isAsked: true)
    for change in changes where change.kind != .added && !change.isTold { settings.changed(change) }
    return changes
  }

  /// Takes every component out, waits for their calls and shuts them down, also what was replaced or taken out before.
  ///
  /// What still has calls under way then is shut down when these have ended; one that hangs as it is shut down is left to
  /// it after `Settings.stepLimit`. Both is reported.
  ///
  /// From then on calls, URLs, keys and whatever is registered are refused with the reason `closed`.
  public func close(waiting limit: Duration = .seconds(5)) {
    loader.descriptions?.keepNoted()
    let all = loader.close()
    loader.watch?.end()
    memory.end()
    for generation in all { generation.takeOut() }
    let deadline = Deadline(after: limit).nanoseconds
    let ends = loader.draining.map { generation in
      // A replacement that is under way may not have come to that.
      generation.takeOut()
      return generation.beginEnd(until: deadline)
    }
    for end in ends { end.waitForClose(until: deadline, settings.stepLimit) }
    // One that closes the host in its `register` would wait for itself.
    if !loader.isInTurn { loader.watch?.waitForEnd(until: deadline) }
  }
}
