import ComponentKit
import Glibc

/// What the watch's thread makes of the news, one pass after the other.
///
/// Of each pass one refresh of what is loaded comes, and only of components whose files may be others. A file that is
/// being written to is not waited for: its component is left as it is and looked at again when the file is closed, and by
/// and by, because the kernel does not tell of each way to finish a file.
///
/// What could not be replaced for the calls that were under way is tried again when none is, and now and then although
/// some are, but later and later: its calls are held each time, and each time leaves an image in memory.
struct FolderPasses {
  private let watch: FolderWatch
  private let loader: Loader
  // How long to wait for a component that takes long.
  private let wait: Duration
  private var pace = Pace()
  // Why not everything is told, as it was reported last.
  private var fault: String?
  // When to look at everything, and at what is unfinished; how long to wait with the latter.
  private var nextScan: Int64 = .max
  private var nextLook: Int64 = .max
  private var pause = FolderPasses.shortest
  private var lookedFor: Set<String> = []
  // What calls have kept from being replaced.
  private var kept: [String: Kept] = [:]
  // How often to look whether they have ended.
  private let keptInterval: Int64
  // What may be over in a moment: since when. Nobody was told of it yet.
  private var heldBack: [String: (change: Change, since: Int64)] = [:]

  // In nanoseconds. A file is closed a moment before the system takes it for unwritten.
  private static let shortest: Int64 = 1_000_000
  private static let longest = FolderWatch.interval.nanoseconds
  // No copy is worth a word that takes no longer than a load would wait for it, and no folder that is just being moved.
  private static let patience: Int64 = 500_000_000
  private static let longestDelay: Int64 = 3_600_000_000_000

  private struct Kept {
    var nextLook: Int64
    /// When to try although there are calls: where many come and go, holding them is what makes an end of them.
    var nextTry: Int64
    var delay: Int64
    /// How long not to look after a try.
    var pause: Int64
  }

  init(_ watch: FolderWatch, _ loader: Loader, wait: Duration = Refreshing.patience) {
    self.watch = watch
    self.wait = wait
    self.loader = loader
    keptInterval = max(10 * FolderPasses.shortest, min(loader.settings.holdLimit.nanoseconds, FolderPasses.longest))
  }

  /// When there is something to do without news.
  var due: Int64 { min(nextScan, nextLook, kept.values.map(\.nextLook).min() ?? .max) }

  /// When the next pass may begin.
  mutating func turn() -> Int64 { pace.turn(now: Deadline.now) }

  mutating func make(_ news: FolderNews) {
    if news.hasLibraries { loader.tellCured() }
    let now = Deadline.now
    // What is mounted over a file changes no way, and is told of no folder.
    let isEverything = news.hasWays || news.hasMounts || now >= nextScan
    if isEverything { arrange() }
    let isLook = now >= nextLook
    // What may be over with this news.
    var met = loader.names { news.hasLibraries && ($0.bottom == .whenLibrariesChange || $0.bottom == .always) }
    met.formUnion(loader.names { $0.retry.isMet(by: news.components) })
    let fresh = news.components.union(met)
    let tried = met.union(triedAgain(now))
    let names = fresh.union(tried).union(isLook ? unfinished : [])
    guard isEverything || isLook || news.hasEnded || !names.isEmpty else { return }
    refresh(isEverything ? nil : names, news: isEverything ? nil : fresh, trying: tried)
    // By links that are not watched yet.
    let linked = loader.links(among: isEverything ? nil : names)
    if !watch.links.isSuperset(of: linked) {
      arrange()
      let names = Set(linked.map(\.name))
      refresh(names, news: names, trying: [])
    }
    let left = unfinished
    watch.expect(left)
    tellHeldBack(left)
    waitToLook(left, isLook, news)
    keep()
  }

  // A copy under way may be finished without a word, and the process may have again what it lacked. What else may pass by
  // itself, a library that is missing elsewhere, say, is not copied and judged every second for ever.
  private mutating func waitToLook(_ left: Set<String>, _ isLook: Bool, _ news: FolderNews) {
    let isNews = news.hasWays || !left.isSubset(of: lookedFor) || !news.components.isDisjoint(with: left)
    lookedFor = left
    if left.isEmpty { return nextLook = .max }
    if isNews {
      pause = FolderPasses.shortest
    } else if isLook {
      let isSoon = !loader.names { $0.isOfChange || $0.isOfProcess || $0.isOfLack }.isEmpty
      pause = min(pause * 2, isSoon ? FolderPasses.longest : FolderPasses.longestDelay)
    } else {
      return
    }
    nextLook = Deadline.now + pause
  }

  // Of what was kept: that which no call is under way of, or which was kept long enough.
  private mutating func triedAgain(_ now: Int64) -> Set<String> {
    var names: Set<String> = []
    let underWay = watch.refreshing.names
    for (name, var one) in kept where now >= one.nextLook {
      if underWay.contains(name) {
        kept[name]?.nextLook = now + keptInterval
        continue
      }
      guard let generation = loader.loaded[name] else {
        kept[name] = nil
        continue
      }
      if now >= one.nextTry || generation.isAtRest {
        // What does not help at once helps less and less.
        one.delay = min(one.delay * 2, FolderPasses.longestDelay)
        one.nextTry = now + one.delay
        one.nextLook = now + one.pause
        one.pause = min(one.pause * 2, FolderPasses.longestDelay)
        names.insert(name)
      } else {
        one.nextLook = now + keptInterval
      }
      kept[name] = one
    }
    return names
  }

  private mutating func keep() {
    let names = loader.names { $0.bottom == .whenCallsEnd }
    let underWay = watch.refreshing.names
    kept = kept.filter { names.contains($0.key) || underWay.contains($0.key) }
    let now = Deadline.now
    let delay = min(keptInterval * 12, FolderPasses.longestDelay)
    for name in names where kept[name] == nil {
      kept[name] = Kept(nextLook: now + keptInterval, nextTry: now + delay, delay: delay, pause: keptInterval * 2)
    }
  }

  private var unfinished: Set<String> { loader.names { $0.bottom == .always } }

  // - Parameters:
  //   - names: nil for all, and so are those that there is news of.
  //   - tried: those of which also a file that is the same is tried again which calls have kept from being taken.
  private mutating func refresh(_ names: Set<String>?, news: Set<String>?, trying tried: Set<String>) {
    let all = loader.beginRefresh(only: names)
    let looks = all.map { Refreshing.Look(name: $0, isNews: news?.contains($0) ?? true, tries: tried.contains($0)) }
    for change in watch.refreshing.run(looks, watch, loader, patience: wait) {
      if case .kept(let refusal) = change.kind, refusal.bottom == .always {
        // Where news of it comes again and again, nobody would ever be told if each began anew.
        heldBack[change.name] = (change, heldBack[change.name]?.since ?? Deadline.now)
      } else {
        heldBack[change.name] = nil
        loader.settings.changed(change)
      }
    }
  }

  // Copies that are never finished, for one.
  private mutating func tellHeldBack(_ unfinished: Set<String>) {
    for (name, (change, since)) in heldBack.sorted(by: { $0.key < $1.key }) {
      if unfinished.contains(name), Deadline.now - since < FolderPasses.patience { continue }
      heldBack[name] = nil
      if unfinished.contains(name) { loader.settings.changed(change) }
    }
  }

  private mutating func arrange() {
    let fault = watch.arrange(loader.links())
    nextScan = fault == nil ? .max : Deadline.now + FolderWatch.interval.nanoseconds
    if let fault, fault != self.fault {
      loader.settings.report(
        Report(.unwatched, "the plugin folders are looked at every second instead of being watched: \(fault)"))
    }
    self.fault = fault
  }
}
