import ComponentABI
import ComponentKit
import Glibc
import HostNative
import Synchronization

/// One loaded copy of a component.
///
/// Never freed, like its image.
final class Generation: @unchecked Sendable {
  // Sendable: all that changes once it is made is atomic, or touched under a gate; what was staged is given back once.
  let name: String
  let number: Int
  let version: Version
  let summary: String
  let needs: [Need]
  private(set) var targets: [Target] = []
  /// The paths below its targets that it registered.
  let routes: [Route]
  /// The same with those that it changes before it answers.
  let ownRoutes: OwnRoutes
  let keys: [String: Staging.Key]
  let types: TypeNames
  let typeSummaries: [String: String]
  let events: EventTable
  /// What it hears of.
  let observations = Observations()
  /// Those observers that it has registered; they begin when it is loaded.
  let observers: [Observation.Observer]
  /// The file it was loaded from, as it was seen last; nil for what is linked into the program.
  var file: ComponentFile.Identity? { seen.withLock(\.self) }
  private let seen: Guarded<ComponentFile.Identity?>
  private let copies: Guarded<Copies>
  /// What was loaded; nil where it was loaded in place, or is not kept any more.
  var copy: Descriptor? { copies.withLock { $0.loaded } }
  /// What that file held: what was loaded, unless it came back in the place of that.
  var fileCopy: Descriptor? { copies.withLock { $0.ofFile } }
  /// The same, where no other generation has it.
  var beside: Descriptor? { copies.withLock { $0.beside } }
  /// Where other files of it are.
  let folder: String
  /// Whether no file of it lay in the folders when it came back.
  let lacksFile: Bool
  /// The generation whose bytes these are: an earlier one's, where that came back.
  let origin: Int
  /// Whether it has the bytes of an earlier one.
  var isRolledBack: Bool { origin != number }
  /// Whether its code is in another process.
  let isIsolated: Bool
  /// Whether only what it says of itself is there, and none of its code.
  let isDescription: Bool
  /// What is there of it then, as long as it is; set before anybody else has this.
  weak var isolated: (any IsolatedComponent)?
  /// Whether the process that it ran in has ended by itself.
  let isLost = Atomic(false)
  let loaded = Timestamp.now
  /// Whether it ever was the one that answers.
  let hasAnswered = Atomic(false)

  let about: Staging.About
  let staging: Staging
  /// Of all its actions, target by target.
  let entries: Entries
  /// What stands for its functions where they run. It is in no table, and live until the component is shut down.
  let functions: UnsafeMutablePointer<Entry>
  /// What stands for it where it starts calls, in a call or on a thread of its own; in no table either.
  let starts: UnsafeMutablePointer<Entry>
  /// What it does besides answering calls; in no table either.
  let steps: Entries
  private(set) var pools: [InstancePool] = []
  // How many holds were ever taken, and how many were given back. Neither number goes down, so a difference between two
  // looks shows every hold that was taken in between.
  let held = Atomic(0)
  let released = Atomic(0)
  private let place = Atomic(State.new)
  let isShutDown = Atomic(false)
  /// Whether nothing of it is called any more, also within calls that are its own. Decided under the gate `decision`.
  let isEnding = Atomic(false)
  /// The same while it rests, but for what its own steps call.
  let isPausing = Atomic(false)
  /// Whether its calls wait, because it is being replaced.
  let isHeld = Atomic(false)
  /// Whether it has added routes while it ran, or taken some out.
  let hasPublished = Atomic(false)
  /// Whether its routes are there, and its actions are not, where it takes the place of another one; touched by the thread
  /// that brings it only.
  var isArriving = false
  /// Whether the next one has its state, and has taken its place.
  let hasHandedOver = Atomic(false)
  /// Whether calls may be under way of a generation before, within which further calls are that one's.
  let follows = Atomic(false)
  /// Whether calls begin is changed by one thread at a time.
  let openness = Gate()
  /// Whether no action is called for the first time any more; touched under `openness` only.
  var isUseClosed = false
  /// What callers have called of those before it, and it has not; touched under `openness` only.
  var calledBefore: Set<ActionName> = []
  /// Whether its functions wait, because it is being replaced; touched under `decision` only.
  var isResting = false
  /// Whether it is just giving memory back.
  let relieving = Atomic(false)
  let decision = Gate()

  /// What becomes of it, in this order.
  enum State: UInt8, AtomicRepresentable, Sendable {
    /// Its registration was accepted; nobody calls it yet.
    case new
    /// It answers.
    case live
    /// It was taken out or replaced, or its start has failed, and it is not shut down yet.
    case draining
    /// It was shut down. Its image stays.
    case retired
  }

  var state: State {
    get { place.load(ordering: .acquiring) }
    set { place.store(newValue, ordering: .releasing) }
  }

  /// It does not answer any more, whatever it did before; what was shut down stays so.
  func drain() {
    for before in [State.new, .live] {
      _ = place.compareExchange(expected: before, desired: .draining, ordering: .acquiringAndReleasing)
    }
  }

  /// The same file has been found, with the same bytes: these are not compared again as long as it is that.
  func see(_ file: ComponentFile.Identity) { seen.withLock { $0 = file } }

  private struct Copies {
    var loaded: Descriptor?
    var ofFile: Descriptor?
    var beside: Descriptor?
  }

  /// Keeps nothing of its file any more. Only where nothing was loaded here: an image stays with what it came from.
  func dropCopies() { withExtendedLifetime(copies.withLock { exchange(&$0, with: Copies()) }) {} }

  /// One of its targets, with the entries of its actions.
  struct Target {
    let name: String
    let summary: String
    let isSerial: Bool
    /// Nil where it has no instances.
    let lifetime: Lifetime?
    let entries: Entries

    func entry(_ action: String) -> UnsafeMutablePointer<Entry>? {
      entries.first { $0.pointee.action.string == action }
    }
  }

  init(
    _ staging: Staging, _ declared: consuming Staging.Declarations, number: Int, _ source: Loader.Source,
    seat: UnsafeMutablePointer<Seat>
  ) {
    name = staging.name
    self.number = number
    origin = source.origin ?? number
    about = staging.about
    self.staging = staging
    seen = Guarded(source.file)
    folder = source.folder
    lacksFile = source.lacksFile
    isIsolated = source.isIsolated
    isDescription = source.isDescription
    copies = Guarded(
      Copies(
        loaded: source.copy, ofFile: source.beside ?? source.fileCopy ?? source.copy, beside: source.beside))
    version = about.version
    summary = about.summary
    needs = declared.needs
    keys = declared.keys
    types = declared.types
    typeSummaries = declared.typeSummaries
    let host = seat.pointee.core.pointee.host.takeUnretainedValue()
    routes = declared.paths.map(\.route)
    ownRoutes = OwnRoutes(routes, of: name, number, limit: host.settings.routeLimit)
    events = EventTable(declared.events, host.events)
    observers = declared.observers
    let cache = host.instances
    var (count, length) = (0, 0)
    for target in declared.targets {
      count += target.actions.count
      length += target.name.utf8.count
      for action in target.actions {
        length += action.name.utf8.count + action.summary.utf8.count + action.notes.utf8.count
        length += action.mediaType.utf8.count
      }
    }
    for (kind, _) in about.steps { length += name.utf8.count + kind.rawValue.utf8.count }
    var block = PermanentBlock<Entry>(count: count + 2 + about.steps.count, textLength: length)
    entries = Entries(start: block.values, count: count)
    functions = block.values + count
    starts = functions + 1
    steps = Entries(start: starts + 1, count: about.steps.count)
    var next = entries.start
    targets.reserveCapacity(declared.targets.count)
    for target in declared.targets {
      let gate = target.isSerial ? Unmanaged.passRetained(SerialGate()) : nil
      let pool = target.maker.map { InstancePool(target.name, $0, cache, of: self) }
      if let pool { pools.append(pool) }
      targets.append(
        Target(
          name: target.name, summary: target.summary, isSerial: target.isSerial, lifetime: target.maker?.lifetime,
          entries: Entries(start: next, count: target.actions.count)))
      let targetName = block.keep(target.name)
      for action in target.actions {
        let actionName = block.keep(action.name)
        let (summary, notes) = (block.keep(action.summary), block.keep(action.notes))
        let mediaType = block.keep(action.mediaType)
        next.initialize(
          to: Entry(
            hash: nameHash(targetName, actionName), target: targetName, action: actionName, run: action.run,
            context: action.context, seat: seat, check: action.check.map(Unmanaged.passRetained), gate: gate,
            pool: pool.map(Unmanaged.passUnretained), generation: Unmanaged.passUnretained(self),
            way: gate != nil || pool != nil ? .inTurn : action.check != nil ? .checked : .plain, isLive: Atomic(true),
            isRemote: action.isRemote, tellsProgress: action.tellsProgress, reads: action.reads,
            summaryLength: UInt16(summary.length),
            notesLength: UInt16(notes.length), mediaTypeLength: UInt8(mediaType.length)))
        next += 1
      }
    }
    func initialize(
      _ entry: UnsafeMutablePointer<Entry>, _ target: component_text, _ action: component_text,
      _ run: @escaping component_run, _ context: UnsafeMutableRawPointer?
    ) {
      entry.initialize(
        to: Entry(
          hash: 0, target: target, action: action, run: run, context: context, seat: seat, check: nil, gate: nil,
          pool: nil, generation: Unmanaged.passUnretained(self), way: .plain, isLive: Atomic(true), isRemote: false,
          tellsProgress: false, reads: false, summaryLength: 0, notesLength: 0, mediaTypeLength: 0))
    }
    for entry in [functions, starts] {
      initialize(entry, component_text(), component_text(), { _, _ in COMPONENT_FAILURE_FAILED }, nil)
    }
    for (entry, step) in zip(steps, about.steps) {
      initialize(entry, block.keep(name), block.keep(step.0.rawValue), step.1, about.context)
    }
    if !isDescription, observers.contains(where: { HostNews.areOfFiles($0.events) }) {
      host.loader.beginTelling()
    }
    if host.settings.upgrades == .compatible { awaitUse() }
    // Nothing that a reader can hold is ever freed.
    _ = Unmanaged.passRetained(self)
  }

  /// Lets it call others from now on. Before all of it was accepted it can't, on no thread.
  func admitCalls() {
    functions.pointee.seat.pointee.admitCalls(
      of: Unmanaged.passUnretained(self), hasMinimums: needs.contains { $0.minimum > Version(0) })
  }

  var host: Host { functions.pointee.seat.pointee.core.pointee.host.takeUnretainedValue() }

  func target(_ name: String) -> Target? { targets.first { $0.name == name } }

  /// The failure of calling a neighbour that is older than this component needs.
  func tooOld(_ other: Generation) -> Failure? {
    guard let need = needs.first(where: { $0.name == other.name }), other.version < need.minimum else { return nil }
    return Failure(
      .refused, "component_refused",
      "\(name) needs \(need.name) \(need.minimum) or newer, but \(other.version) is installed")
  }
}
