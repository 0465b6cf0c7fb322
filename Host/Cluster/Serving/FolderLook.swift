@_spi(Doors) import ComponentDoors
import ComponentHost
import ComponentKit
import Synchronization

/// Finds out which components there are to serve, on a thread of its own, none of their code being run.
///
/// The host tells of what it loads, and of files that come. Of files that go, and of which nothing was loaded, nobody tells: so
/// the folders are looked at now and then.
final class FolderLook: @unchecked Sendable {
  // Sendable: what changes is behind a lock, under the gate, or the thread's.
  private let host: Host
  private let gate = Gate()
  private var isAsked = true
  private var isOver = false
  private let observation = Mutex<Observation?>(nil)

  /// How often the folders are looked at, and how long is between two looks at least; longer where they take longer.
  private static let period: Int64 = 500_000_000
  private static let pause: Int64 = 5_000_000
  // How long is between two looks at least that are only for what is refused: what mends that may lie elsewhere.
  private static let mendPause: Int64 = 2_000_000_000

  init(_ host: Host) { self.host = host }

  /// Looks from now on.
  ///
  /// - Parameter found: hears on the thread what there is, each time that it was looked at.
  func begin(_ found: @escaping @Sendable ([MemberInfo]) -> Void) throws(Failure) {
    let news = [
      HostEvent.added, HostEvent.changed, HostEvent.loaded, HostEvent.replaced, HostEvent.refused, HostEvent.retired,
    ]
    let observation = try host.mediator.observe(news) { [weak self] _ in self?.lookAgain() }
    self.observation.withLock { $0 = observation }
    guard Spawned.run({ self.run(found) }) else {
      end()
      throw Failure(.failed, "no_thread", "the door can't be opened: the system has no thread left")
    }
  }

  /// Something may have changed.
  func lookAgain() {
    gate.locked {
      isAsked = true
      gate.wake()
    }
  }

  func end() {
    observation.withLock { exchange(&$0, with: nil) }?.cancel()
    gate.locked {
      isOver = true
      gate.wake()
    }
  }

  private func run(_ found: @Sendable ([MemberInfo]) -> Void) {
    var print: FolderPrint?
    var (next, mend) = (Int64.min, Int64.max)
    while let isAsked = waitForLook(next) {
      let began = Clock.now
      let now = FolderPrint(host.settings.directories)
      if isAsked || now != print || began >= mend {
        print = now
        let (infos, isWhole) = look()
        found(infos)
        mend = isWhole ? .max : Clock.now + max(FolderLook.mendPause, 100 * (Clock.now - began))
      }
      next = Clock.now + max(FolderLook.pause, 10 * (Clock.now - began))
    }
  }

  // Whether somebody has asked; nil at the end. A look comes at that moment at the earliest.
  private func waitForLook(_ earliest: Int64) -> Bool? {
    gate.locked {
      let period = Clock.now + FolderLook.period
      while !isOver, !isAsked, gate.wait(until: max(period, earliest)) {}
      while !isOver, Clock.now < earliest, gate.wait(until: earliest) {}
      return isOver ? nil : exchange(&isAsked, with: false)
    }
  }

  // What there is to serve, and whether nothing is refused that something may mend.
  private func look() -> (infos: [MemberInfo], isWhole: Bool) {
    var infos: [MemberInfo] = []
    var names: Set<String> = []
    var isWhole = true
    for listed in host.list() where names.insert(listed.name).inserted {
      let answers = listed.state == .ready || listed.generation != nil
      if !answers { isWhole = false }
      if let info = info(listed.name, answers: answers) { infos.append(info) }
    }
    // What is linked into the program lies in no folder.
    for name in host.names where !names.contains(name) {
      if let info = info(name, answers: false) { infos.append(info) }
    }
    return (infos, isWhole)
  }

  // Nil where it does not answer callers from outside.
  private func info(_ name: String, answers: Bool) -> MemberInfo? {
    if let known = host.known(name) { return MemberInfo(known, of: host) }
    return answers ? MemberInfo(name: name) : nil
  }
}
