import ComponentABI
import ComponentKit
import Glibc

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
    case absent(Sight?)
    case refused(Refusal)
  }

  private enum Slot {
    case loading(pthread_t)
    case loaded(Generation, refusedReplacement: Refused?)
    case refused(Refused)
  }

  private struct Refused {
    let refusal: Refusal
    let file: ComponentFile.Identity?
  }

  let settings: Settings
  let directories: [PluginDirectory]
  let core: UnsafeMutablePointer<Core>
  private let gate = Gate()
  private var slots: [String: Slot] = [:]
  private var numbers: [String: Int] = [:]
  // How often the set of what is loaded has changed, and what was seen last.
  private var changes = 0
  private var sight: Sight?
  private var isShut = false

  init(_ settings: Settings, _ core: UnsafeMutablePointer<Core>) {
    self.settings = settings
    self.core = core
    directories = settings.directories.map(PluginDirectory.init(path:))
  }

  /// The component of that name, loaded if need be.
  func ensure(_ name: String) -> Found {
    let known: Found? = gate.locked {
      while case .loading(let thread) = slots[name] {
        if pthread_equal(thread, pthread_self()) != 0 {
          return .refused(Refusal("not_registered", "it is just being loaded, by this very call"))
        }
        gate.wait()
      }
      if isShut { return .absent(nil) }
      if case .loaded(let generation, _) = slots[name] { return .loaded(generation) }
      return nil
    }
    if let known { return known }
    return load(name)
  }

  private func load(_ name: String) -> Found {
    // Looked for before anything is booked: most names that are not loaded are not there.
    if let sight = goodSight, !sight.names.contains(name) {
      forgetRefusal(name)
      return .absent(sight)
    }
    let file: ComponentFile
    do throws(Refusal) {
      guard let found = try find(name) else {
        forgetRefusal(name)
        return .absent(nil)
      }
      file = found
    } catch {
      return .refused(error)
    }
    let before: Found?? = gate.locked {
      switch slots[name] {
      case .loading: return .some(nil)
      case .loaded(let generation, _): return .loaded(generation)
      case .refused(let refused) where refused.file == file.identity && !mayRetry(refused.refusal):
        return .refused(refused.refusal)
      default:
        slots[name] = .loading(pthread_self())
        return nil
      }
    }
    switch before {
    case .some(.some(let found)): return found
    case .some(.none): return ensure(name)
    case .none: break
    }
    do throws(Refusal) {
      let generation = try make(name, file)
      commit(generation)
      return .loaded(generation)
    } catch {
      settle(name, .refused(Refused(refusal: error, file: file.identity)))
      return .refused(error)
    }
  }

  private func forgetRefusal(_ name: String) {
    gate.locked { if case .refused = slots[name] { slots[name] = nil } }
  }

  // What was seen last, if nothing has changed since.
  private var goodSight: Sight? {
    let last: Sight? = gate.locked { sight?.changes == changes ? sight : nil }
    guard let last, last.isGood(for: directories) else { return nil }
    return last
  }

  /// The names of all components; nil where changes of a folder would not be noticed.
  func look() -> Sight? {
    if let sight = goodSight { return sight }
    let changes: Int = gate.locked { self.changes }
    let new = Sight(directories, loaded: loaded.keys, changes: changes)
    gate.locked { sight = new }
    return new
  }

  // A component that was opened and then refused stays mapped, so it is not opened again for nothing.
  private func mayRetry(_ refusal: Refusal) -> Bool {
    switch refusal.retry {
    case .always: true
    case .whenFileChanges: false
    case .whenComponentAppears(let name): slots[name] != nil || isPresent(name)
    }
  }

  private func isPresent(_ name: String) -> Bool {
    directories.contains { access("\($0.path)/\(ComponentName.file(name))", F_OK) == 0 }
  }

  /// The file that the name leads to: the first folder that has one decides.
  func find(_ name: String) throws(Refusal) -> ComponentFile? {
    for directory in directories {
      if let file = try directory.open(name, trustsAny: settings.trustsAny) { return file }
    }
    return nil
  }

  /// Registers what is linked into the program. It goes before any file of the name.
  func register(_ name: String, _ entry: Entry) throws(Refusal) {
    guard ComponentName.isValid(name.utf8) else {
      throw Refusal("invalid_name", "\(quoted(name)) is no component's name", help: ComponentName.rule)
    }
    let isFree = gate.locked {
      guard slots[name].map({ if case .refused = $0 { true } else { false } }) ?? true else { return false }
      slots[name] = .loading(pthread_self())
      return true
    }
    guard isFree else { throw Refusal("already_loaded", "a component '\(name)' is loaded already") }
    do throws(Refusal) {
      commit(try stage(name, entry, file: nil, directory: ""))
    } catch {
      settle(name, nil)
      throw error
    }
  }

  // MARK: from file to generation

  func make(_ name: String, _ file: ComponentFile) throws(Refusal) -> Generation {
    do throws(Refusal) {
      let directory = String(file.path.dropLast(ComponentName.file(name).utf8.count + 1))
      let loaded = try LoadedFile(file, directory: directory, settings)
      return try stage(name, { loaded.entry($0, $1) }, file: file.identity, copy: loaded.copy, directory: directory)
    } catch {
      var refusal = error
      refusal.file = file.path
      throw refusal
    }
  }

  private func stage(
    _ name: String, _ entry: Entry, file: ComponentFile.Identity?, copy: Descriptor? = nil, directory: String
  ) throws(Refusal) -> Generation {
    let seat = Seat.make(core, name: name, directory: directory)
    // Kept for good: the component may hold the pointer.
    let staging = Unmanaged.passRetained(Staging(name: name)).takeUnretainedValue()
    let status = entry(UnsafePointer(seat).handle, staging.handle)
    do throws(Refusal) {
      let about = try staging.close(status: status)
      for need in staging.needs where !need.isOptional && !settings.ignoresNeeds { try checkPresent(need) }
      let number = gate.locked {
        numbers[name, default: 0] += 1
        return numbers[name] ?? 1
      }
      let generation = Generation(staging, about, number: number, file: file, copy: copy, seat: seat)
      try takeRoutes(of: generation)
      return generation
    } catch {
      staging.release()
      var refusal = error
      if refusal.retry == .always { refusal.retry = .whenFileChanges }
      throw refusal
    }
  }

  // A neighbour's version is checked when it is called; here only whether its file is there.
  private func checkPresent(_ need: Need) throws(Refusal) {
    let isKnown = gate.locked { slots[need.name] != nil }
    if isKnown || isPresent(need.name) { return }
    var refusal = Refusal(
      "missing_need", "it needs the component '\(need.name)', which is not there",
      help: "put \(ComponentName.file(need.name)) into a plugin folder")
    refusal.retry = .whenComponentAppears(need.name)
    throw refusal
  }

  // MARK: bookkeeping

  /// Puts a component's routes in the place of its earlier ones; if one can't be, nothing has changed.
  private func takeRoutes(of generation: Generation) throws(Refusal) {
    let routes = core.pointee.host.takeUnretainedValue().routes
    let owner = RouteOwner.component(generation.name)
    if generation.routes.isEmpty, generation.number == 1 { return }
    do throws(RouteFault) {
      try routes.change { (table) throws(RouteFault) in
        table.remove(owner: owner)
        try table.add(generation.routes, owner: owner)
      }
    } catch {
      var refusal = Refusal(error.reason.rawValue, "\(error)")
      refusal.retry = .whenFileChanges
      throw refusal
    }
  }

  // All of a component's actions are in the table before the first one can be missed: readers that find none ask here.
  func commit(_ generation: Generation) {
    let old: Generation? = gate.locked {
      // Closed while it was being loaded: it goes the way of the others.
      if isShut { return generation }
      var old: Generation?
      if case .loaded(let before, _) = slots[generation.name] { old = before }
      for entry in generation.entries { core.pointee.table.insert(entry) }
      slots[generation.name] = .loaded(generation, refusedReplacement: nil)
      changes += 1
      gate.wake()
      return old
    }
    old?.retire()
  }

  private func settle(_ name: String, _ slot: Slot?) {
    gate.locked {
      slots[name] = slot
      gate.wake()
    }
  }

  /// What is loaded, by name.
  var loaded: [String: Generation] {
    gate.locked { slots.compactMapValues { if case .loaded(let generation, _) = $0 { generation } else { nil } } }
  }

  /// Why a file is not loaded although it is there: of a component, or of what should replace one.
  func refusal(_ name: String) -> (refusal: Refusal, answersStill: Bool)? {
    gate.locked {
      switch slots[name] {
      case .refused(let refused): (refused.refusal, false)
      case .loaded(_, let refused?): (refused.refusal, true)
      default: nil
      }
    }
  }

  // MARK: change

  /// Gives what was refused another chance.
  func forgetRefusals() {
    gate.locked { slots = slots.filter { if case .refused = $0.value { false } else { true } } }
  }

  /// Brings one loaded component in line with its file.
  func refresh(_ generation: Generation) -> Change? {
    guard let old = generation.file else { return nil }
    let name = generation.name
    do throws(Refusal) {
      guard let file = try find(name) else {
        return takeOut(generation) ? Change(name, .removed) : nil
      }
      if file.identity == old, old.isSettled || generation.copy.map(file.isSame(as:)) ?? true {
        note(nil, on: generation)
        return nil
      }
      if let known = gate.locked({ refusedReplacement(generation) }), known.file == file.identity { return nil }
      do throws(Refusal) {
        let next = try make(name, file)
        commit(next)
        return Change(name, .replaced(generation: next.number))
      } catch {
        note(Refused(refusal: error, file: file.identity), on: generation)
        return Change(name, .kept(error))
      }
    } catch {
      let isNews = gate.locked { refusedReplacement(generation)?.refusal != error }
      note(Refused(refusal: error, file: nil), on: generation)
      return isNews ? Change(name, .kept(error)) : nil
    }
  }

  private func refusedReplacement(_ generation: Generation) -> Refused? {
    if case .loaded(let now, let refused) = slots[generation.name], now === generation { refused } else { nil }
  }

  private func note(_ refused: Refused?, on generation: Generation) {
    gate.locked {
      if case .loaded(let now, _) = slots[generation.name], now === generation {
        slots[generation.name] = .loaded(generation, refusedReplacement: refused)
      }
    }
  }

  private func takeOut(_ generation: Generation) -> Bool {
    let isOurs = gate.locked {
      guard case .loaded(let now, _) = slots[generation.name], now === generation else { return false }
      slots[generation.name] = nil
      changes += 1
      return true
    }
    if isOurs {
      core.pointee.host.takeUnretainedValue().removeRoutes(of: .component(generation.name))
      generation.retire()
    }
    return isOurs
  }

  /// Whether everything was taken out for good.
  var isClosed: Bool { gate.locked { isShut } }

  /// Takes everything out, for good.
  func close() -> [Generation] {
    gate.locked {
      isShut = true
      let all = slots.values.compactMap { if case .loaded(let generation, _) = $0 { generation } else { nil } }
      slots = [:]
      changes += 1
      gate.wake()
      return all
    }
  }
}
