import ComponentABI
import ComponentKit
import Glibc
import Synchronization

/// Which components are loaded, and the one way to load them.
///
/// A component is loaded by the first thread that needs it, and the others that need it wait for that one. The lock
/// covers the bookkeeping only: none of a component's code runs under it, and a call to what is loaded never takes it.
final class Loader: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.

  /// A component's register function, or a linked-in component's.
  typealias Entry = (HostTable, Registration) -> Int32

  enum Found {
    case loaded(Generation)
    /// With what else there is, where that is known without looking again.
    case absent(NameSnapshot?)
    case refused(Refusal)
    /// Everything was taken out for good.
    case closed
    /// Another thread is loading it, and who asks has waited long enough.
    case over(Failure)
  }

  let settings: Settings
  let directories: [PluginDirectory]
  let core: UnsafeMutablePointer<Core>
  /// Nil where the folders are not watched.
  let watch: FolderWatch?
  /// Nil where nothing is kept.
  let descriptions: DescriptionCache?
  let describedBeside = DescribedBeside()
  let gate = Gate()
  // Room for the components of most hosts: the dictionary would grow several times on the way there, and each time move
  // all of them.
  var slots = [String: Slot](minimumCapacity: 12)
  /// All that were ever let run, by name, oldest first: none of them is freed.
  var generations: [String: [Generation]] = [:]
  /// How many of them are known to be retired, of each name the first ones.
  var retired: [String: Int] = [:]
  /// Images of which no generation came, by name, oldest first: none of them is freed either.
  var refusedImages: [String: [RefusedImage]] = [:]
  /// What these and the generations hold, as it was seen last.
  var heldBefore: [String: Held] = [:]
  /// Those whose `register` has not returned, and was not given up.
  var registers: [OpenRegister] = []
  /// Those that are being started, which nobody else can call yet.
  var starting: [String: Generation] = [:]
  /// Which need each component that is being loaded waits for, and by which ones it came to that.
  var awaited: [String: [String]] = [:]
  /// What is asked for in the start of components, which ends no earlier than that is there.
  var startWaits: [StartWait] = []
  /// The components' files as it was told of them last, by name; nil where nobody has asked.
  var toldFiles: [String: ComponentFile.Identity]?
  /// Those that were last seen to be refused for a library: whoever hears of files hears of the end of that as well.
  var lacking: Set<String> = []
  /// Of the components' files, when a refresh looked last; nil where no refresh tells of new ones.
  var refreshedNames: Set<String>?
  /// Shuts down what has calls under way.
  let drain = Drain()
  /// Started calls that wait for a component which another thread just loads or replaces.
  var kept: [String: [KeptCall]] = [:]
  /// Carries them on.
  let crew = Crew(limit: 64)
  /// The threads that change what is loaded, each by the component that it is at.
  var refreshers: [String: pthread_t] = [:]
  /// Whether one of them just holds a component's calls.
  var isHandingOver = false
  /// How often what is loaded was brought in line with the folders.
  var refreshes = 0
  /// How often the set of what is loaded has changed; it does so under the gate.
  private let changes = Atomic(0)
  /// Those of it by which what looks for something may find it by half.
  let changeovers = Changeovers()
  // What was seen last.
  private var snapshot: NameSnapshot?
  // Set under the gate; calls from outside read it without, as each of them does.
  let isShut = Atomic(false)

  var host: Host { core.pointee.host.takeUnretainedValue() }

  init(_ settings: Settings, _ core: UnsafeMutablePointer<Core>) {
    self.settings = settings
    self.core = core
    directories = settings.directories.map(PluginDirectory.init(path:))
    descriptions = settings.cacheDirectory.map(DescriptionCache.init)
    watch = settings.watches && !directories.isEmpty ? FolderWatch(directories, limit: settings.watchLimit) : nil
  }

  /// The component of that name, loaded if need be.
  ///
  /// - Parameters:
  ///   - patience: how long to wait while another thread loads it.
  ///   - evenHeld: whether it is enough that it is loaded, though its calls may be held.
  func ensure(_ name: String, _ patience: Patience = .endless, evenHeld: Bool = false) -> Found {
    let (known, starters) = gate.locked {
      let known = look(name, patience, evenHeld)
      if case .known = known { return (known, [Generation]()) }
      return (known, beginWait(for: name, patience))
    }
    if case .known(let found) = known { return found }
    defer { endWait(for: name, starters) }
    var later = known
    if case .loading = known {
      if patience.isNever { return .over(.notLoaded(name)) }
      do throws(Failure) {
        later = try steps(of: name).wait("until \(name) is loaded") {
          () throws(Failure) -> Look in
          try patience.wait(at: gate, late: Failure.loadBusy) {
            let known = look(name, patience, evenHeld)
            guard case .loading = known else { return known }
            return refusal(of: name, inStartOf: starters).map { .known(.refused($0)) }
          }
        }
      } catch {
        return .over(error)
      }
    }
    if case .known(let found) = later { return found }
    return steps(of: name).step("find and load") { load(name, patience, evenHeld) }
  }

  enum Look {
    case known(Found), unknown
    /// By another thread.
    case loading
  }

  // Under the gate.
  func look(_ name: String, _ patience: Patience, _ evenHeld: Bool = false) -> Look {
    switch slots[name] {
    case .loading(let thread):
      if let new = starting[name], patience.comes(from: new) {
        return .known(.refused(Refusal(Refusal.inThisCall, "it is just being started, by this very call")))
      }
      if pthread_equal(thread, pthread_self()) == 0 { return .loading }
      return .known(.refused(Refusal(Refusal.inThisCall, "it is just being loaded, by this very call")))
    case .loaded(let generation, _): return .known(.loaded(generation))
    case .held(let generation):
      if evenHeld || patience.isNever || patience.belongs(to: generation) {
        return .known(.loaded(generation))
      }
      if let new = starting[name], patience.comes(from: new) {
        return .known(.refused(Refusal(Refusal.inThisCall, "it is just being started, by this very call")))
      }
      return .loading
    default:
      if isClosed { return .known(.closed) }
      return leaving(name, patience).map { .known(.loaded($0)) } ?? .unknown
    }
  }

  // Under the gate.
  private func leaving(_ name: String, _ patience: Patience) -> Generation? {
    unretired(name).last { $0.isLeaving && patience.isWithin($0) }
  }

  private func load(_ name: String, _ patience: Patience, _ evenHeld: Bool) -> Found {
    // Looked for before anything is booked: most names that are not loaded are not there.
    if let snapshot = currentSnapshot, !snapshot.names.contains(name) {
      forgetRefusal(name)
      return .absent(snapshot)
    }
    defer { letGo() }
    let refreshes = gate.locked { self.refreshes }
    let file: ComponentFile
    do throws(Refusal) {
      let found = try steps(of: name).step("find") { () throws(Refusal) in try find(name) }
      guard let found else {
        forgetRefusal(name)
        return .absent(nil)
      }
      file = found
    } catch {
      noteUnopened(name, error)
      return .refused(error)
    }
    if patience.isNever {
      return refusal(of: name, file.identity).map(Found.refused) ?? .over(.notLoaded(name))
    }
    let known = gate.locked { if case .refused(let refused) = slots[name] { refused } else { Refused?.none } }
    let isUnchanged = known.map { isStill($0, name, file) } ?? false
    let isTried = !isUnchanged || known.map { mayRetry($0.refusal) } ?? true
    let before: Refused?
    switch book(name, file.identity, known, isTried) {
    case .found(let found): return found
    case .others: return ensure(name, patience, evenHeld: evenHeld)
    case .own(let refused): before = refused
    }
    do throws(Refusal) {
      if isUnchanged, let before { try startNeeds(of: before, name, patience.forOthers) }
      let generation = try make(name, file)
      guard try bring(generation, patience.forOthers) else { return .closed }
      // A refresh that saw nothing of it yet may have missed a change. A watch looks at what was just loaded anyway.
      if watch == nil, gate.locked({ self.refreshes != refreshes }) { crew.bring(SecondLook(name, self)) }
      return .loaded(generation)
    } catch {
      // Where it was given up nothing of this is the name's any more.
      if error.reason == ComponentFile.gone.reason {
        settle(name, nil)
        return .absent(nil)
      }
      if error == .closed {
        settle(name, nil)
        return .closed
      }
      settle(name, .refused(Refused(refusal: error, file: file.identity)), before: before)
      return .refused(error)
    }
  }

  private enum Booking {
    case found(Found)
    /// Another thread has changed what is known of it.
    case others
    /// This thread loads it; with why it was refused before.
    case own(Refused?)
  }

  // Books a load, unless there is an answer already. What was known of it was looked up before, since the bytes of files
  // may have been compared for that, and folders asked.
  private func book(
    _ name: String, _ file: ComponentFile.Identity, _ known: Refused?, _ isTried: Bool
  ) -> Booking {
    gate.locked {
      if isClosed { return .found(.closed) }
      switch slots[name] {
      case .loading, .held: return .others
      case .loaded(let generation, _): return .found(.loaded(generation))
      case .refused(let now):
        guard now == known else { return .others }
        if !isTried {
          // As it was seen last: once that is some time ago its bytes are not compared any more.
          slots[name] = .refused(now.seen(as: file))
          return .found(.refused(now.refusal))
        }
        slots[name] = .loading(pthread_self())
        return .own(now)
      case nil:
        slots[name] = .loading(pthread_self())
        return .own(nil)
      }
    }
  }

  private func forgetRefusal(_ name: String) {
    gate.locked { if case .refused = slots[name] { slots[name] = nil } }
  }

  var changeCount: Int { changes.load(ordering: .acquiring) }

  /// Counts a change of what is loaded. Under the gate.
  func countChange() { changes.add(1, ordering: .releasing) }

  // What was seen last, if nothing has changed since.
  private var currentSnapshot: NameSnapshot? {
    guard let last = lastSnapshot, last.isGood(for: directories) else { return nil }
    return last
  }

  private var lastSnapshot: NameSnapshot? { gate.locked { snapshot?.changes == changeCount ? snapshot : nil } }

  /// The answer that the same call got before, if its component or action is still missing.
  func absence(_ target: component_text, _ action: component_text) -> Absence? {
    guard let last = lastSnapshot, let known = last.absence(target, action) else { return nil }
    let isGood = known.isOfComponent ? last.isGood(for: directories) : last.isGoodAsHeard(for: directories)
    return isGood ? known : nil
  }

  /// The names of all components; nil where changes of a folder would not be noticed.
  func look() -> NameSnapshot? {
    if let snapshot = currentSnapshot { return snapshot }
    let changes = changeCount
    let new = NameSnapshot(directories, loaded: loaded.keys, changes: changes, watch)
    gate.locked { snapshot = new }
    return new
  }

  // A file that was refused is not read again for nothing; and one that was opened before stays mapped each time. Not under the
  // gate: a folder's system may take its time.
  func mayRetry(_ refusal: Refusal) -> Bool {
    switch refusal.retry {
    case .always, .whenLibrariesChange, .whenCallsEnd, .whenNeedsStart: true
    case .whenFileChanges: false
    case .whenComponentAppears(let name): gate.locked { slots[name] != nil } || isPresent(name)
    }
  }

  /// Asks the folders, so not under the gate.
  func isPresent(_ name: String) -> Bool {
    directories.contains { $0.holds(name) }
  }

  /// Keeps no folder open that is watched: it could not be unmounted.
  func letGo() {
    if watch == nil { return }
    for directory in directories { directory.keeper.letGo() }
  }

  /// The file that the name leads to: the first folder that has one decides.
  ///
  /// - Parameter folders: where they were opened for many names; nil for this one alone.
  func find(_ name: String, in folders: [PluginDirectory.Folder?]? = nil) throws(Refusal) -> ComponentFile? {
    for (place, directory) in directories.enumerated() {
      let folder = folders.flatMap { $0[place] }
      if let file = try directory.open(name, in: folder, trustsAny: settings.trustsAny) { return file }
    }
    return nil
  }
}
