import ComponentKit
import Glibc
import Synchronization

// What is known of each component.
extension Loader {
  enum Slot {
    case loading(pthread_t)
    case loaded(Generation, refusedReplacement: Refused?)
    /// It is being replaced: its calls wait for what comes of that.
    case held(Generation)
    case refused(Refused)

    var isRefused: Bool { if case .refused = self { true } else { false } }

    /// What is loaded, whether it answers just now or is held.
    var generation: Generation? {
      switch self {
      case .loaded(let generation, _), .held(let generation): generation
      case .loading, .refused: nil
      }
    }
  }

  /// So many refusals are remembered.
  static let refusalLimit = 1024

  struct Refused: Equatable {
    var refusal: Refusal
    private(set) var file: ComponentFile.Identity?
    /// Whether it is no other than what answers, whose bytes came back where no generation may be made any more: then it is
    /// not listed as refused.
    var isAnswering = false

    init(refusal: Refusal, file: ComponentFile.Identity?) { (self.refusal, self.file) = (refusal, file) }

    /// The same of what was looked at once more.
    func seen(as file: ComponentFile.Identity) -> Refused {
      var refused = self
      refused.file = file
      return refused
    }

    /// Whether it is to be told: another file that is refused in the same words is news as well; one that is being written
    /// is another one all the time.
    func isNews(after before: Refused?) -> Bool {
      before?.refusal != refusal || !refusal.isOfChange && before?.file != file
    }
  }

  /// Puts a component into the table; false if the host was closed meanwhile. The other one has to be retired then: what
  /// was there before, or this one where the host is closed.
  ///
  /// All of its actions are in the table before the first one can be missed: readers that find none ask here.
  func put(_ generation: Generation) -> (isIn: Bool, gone: Generation?) {
    let result = insert(generation)
    // What the one before published until it was replaced goes as well.
    if result.isIn, result.gone?.hasPublished.load(ordering: .acquiring) == true { host.keepRoutes(of: generation) }
    endChangeover(to: generation)
    if generation.file != nil {
      watch?.look(at: generation.name)
      keepDescription(of: generation)
    }
    watchLoss(of: generation)
    return result
  }

  private func insert(_ generation: Generation) -> (isIn: Bool, gone: Generation?) {
    gate.locked {
      starting[generation.name] = nil
      if isClosed { return (false, generation) }
      core.pointee.table.reserve(generation.entries.count)
      if let before = slots[generation.name]?.generation {
        beginChangeover(to: generation)
        // From here on calls within the one before stay there, whichever of the two the table names.
        before.leave()
      }
      if followsAny(generation) { generation.follow() }
      generation.state = .live
      generation.hasAnswered.store(true, ordering: .releasing)
      for entry in generation.entries { core.pointee.table.insert(entry) }
      let before = slots.updateValue(.loaded(generation, refusedReplacement: nil), forKey: generation.name)
      countChange()
      wake(generation.name)
      tellLoaded(generation, instead: before?.generation)
      return (true, before?.generation)
    }
  }

  /// Begins the change from what a name stood for to the next generation, unless that has begun. It ends when that is put
  /// into the table.
  func beginChangeover(to generation: Generation) {
    if generation.number == 1 || generation.isArriving { return }
    generation.isArriving = true
    changeovers.begin()
  }

  func endChangeover(to generation: Generation) {
    if !generation.isArriving { return }
    generation.isArriving = false
    changeovers.end()
  }

  /// Says what becomes of a name that this thread was loading; false where that was given up, or the host is closed.
  ///
  /// - Parameter before: why it was refused the last time.
  @discardableResult
  func settle(_ name: String, _ slot: Slot?, before: Refused? = nil) -> Bool {
    gate.locked {
      defer { wake(name) }
      guard isBooked(name) else { return false }
      makeRoomForRefusal()
      slots[name] = slot
      if case .refused(let refused) = slot { tell(refused, of: name, before: before) }
      return true
    }
  }

  /// Remembers that what lies in the folders under a name is refused without being opened.
  func noteUnopened(_ name: String, _ refusal: Refusal) {
    gate.locked {
      let before: Refused?
      switch slots[name] {
      case nil: before = nil
      case .refused(let refused): before = refused
      default: return
      }
      if isClosed { return }
      let refused = Refused(refusal: refusal, file: nil)
      makeRoomForRefusal()
      slots[name] = .refused(refused)
      tell(refused, of: name, before: before)
    }
  }

  // Refusals are bounded: callers choose the names, so there may be one for each file of a large folder. Under the gate.
  private func makeRoomForRefusal() {
    if slots.count >= Loader.refusalLimit, slots.count(where: \.value.isRefused) >= Loader.refusalLimit {
      slots = slots.filter { !$0.value.isRefused }
    }
  }

  // A file that is being written is no refusal yet: who has called hears it. Under the gate.
  private func tell(_ refused: Refused, of name: String, before: Refused?) {
    if refused.refusal.reason == Siblings.missing { lacking.insert(name) }
    if !refused.refusal.isOfChange, refused.isNews(after: before) {
      events.tell(.refused, name, because: refused.refusal)
    }
  }

  /// Whether a component is what its name stands for, and its calls don't wait.
  func answers(_ generation: Generation) -> Bool {
    gate.locked { if case .loaded(let now, _) = slots[generation.name] { now === generation } else { false } }
  }

  /// What is loaded, by name.
  var loaded: [String: Generation] {
    gate.locked { slots.compactMapValues(\.generation) }
  }

  /// Why this very file was refused, of a component or of what should replace one, as far as that still holds.
  func refusal(of name: String, _ file: ComponentFile.Identity) -> Refusal? {
    let known = gate.locked { slots[name] }
    return switch known {
    case .loaded(let generation, let refused?) where refused.refusal.isOfChange:
      // It is another file with each byte that is written.
      generation.file == file ? nil : refused.refusal
    // What was refused without being opened, for a folder above it, say, stays so until it is looked at again.
    case .loaded(_, let refused?):
      refused.file.map { $0 == file } ?? true && !refused.isAnswering ? refused.refusal : nil
    case .refused(let refused): refused.file == file && holds(refused.refusal) ? refused.refusal : nil
    default: nil
    }
  }

  private func holds(_ refusal: Refusal) -> Bool {
    func isLoaded(_ name: String) -> Bool { gate.locked { slots[name]?.generation != nil } }
    return switch refusal.retry {
    case .whenLibrariesChange, .whenCallsEnd: true
    case .whenNeedsStart(let needs):
      switch needs.cause {
      case .root(let root): !isLoaded(root.name)
      case .circle: true
      case nil: needs.needs.contains { !$0.isOptional && !isLoaded($0.name) && !isPresent($0.name) }
      }
    default: !mayRetry(refusal)
    }
  }

  /// Gives what was refused another chance.
  func forgetRefusals() {
    gate.locked { slots = slots.filter { !$0.value.isRefused } }
  }

  /// Whether everything was taken out for good.
  var isClosed: Bool { isShut.load(ordering: .acquiring) }

  /// Takes everything out, for good: also what is just being started.
  func close() -> [Generation] {
    gate.locked {
      isShut.store(true, ordering: .releasing)
      let all = slots.values.compactMap(\.generation) + starting.values
      slots = [:]
      changeovers.begin()
      countChange()
      changeovers.end()
      for name in kept.keys { wake(name) }
      gate.wake()
      return all
    }
  }

  /// What was taken out or replaced and is not shut down yet.
  var draining: [Generation] {
    gate.locked { generations }.sorted { $0.key < $1.key }.flatMap(\.value).filter { $0.state == .draining }
  }
}
