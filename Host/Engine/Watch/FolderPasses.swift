import ComponentKit
import Glibc

/// What the watch's thread makes of the news, one pass after the other.
///
/// Of each pass one refresh of what is loaded comes, and only of components whose files may be others. A file that is
/// being written to is not waited for: its component is left as it is and looked at again when the file is closed, and by
/// and by, because the kernel does not tell of each way to finish a file.
struct FolderPasses {
  private let watch: FolderWatch
  private let loader: Loader
  private let settling = Settling(for: .zero)
  private var pace = Pace()
  // Why not everything is told, as it was reported last.
  private var fault: String?
  // When to look at everything, and at what is unfinished; how long to wait with the latter.
  private var nextScan: Int64 = .max
  private var nextLook: Int64 = .max
  private var pause = FolderPasses.shortest
  // What may be over in a moment: since when. Nobody was told of it yet.
  private var heldBack: [String: (change: Change, since: Int64)] = [:]

  // In nanoseconds. A file is closed a moment before the system takes it for unwritten.
  private static let shortest: Int64 = 1_000_000
  private static let longest = FolderWatch.interval.nanoseconds
  // No copy is worth a word that takes no longer than a load would wait for it, and no folder that is just being moved.
  private static let patience: Int64 = 500_000_000

  init(_ watch: FolderWatch, _ loader: Loader) {
    self.watch = watch
    self.loader = loader
  }

  /// When there is something to do without news.
  var due: Int64 { min(nextScan, nextLook) }

  /// When the next pass may begin.
  mutating func turn() -> Int64 { pace.turn(now: Deadline.now) }

  mutating func make(_ news: FolderNews) {
    let now = Deadline.now
    var isEverything = news.hasWays || now >= nextScan
    if isEverything || news.hasMounts { isEverything = arrange() || isEverything }
    let isLook = now >= nextLook
    var names = news.components
    if news.hasLibraries { names.formUnion(loader.names { $0 == .whenLibrariesChange }) }
    if !names.isEmpty {
      names.formUnion(
        loader.names { if case .whenComponentAppears(let name) = $0 { news.components.contains(name) } else { false } })
    }
    if isLook { names.formUnion(unfinished) }
    guard isEverything || !names.isEmpty else { return }
    refresh(isEverything ? nil : names)
    // By links that are not watched yet.
    let linked = Set(loader.links(among: isEverything ? nil : names).map(\.name))
    if !linked.isSubset(of: watch.links) {
      _ = arrange()
      refresh(linked)
    }
    let left = unfinished
    watch.expect(left)
    tellHeldBack(left)
    pause = news.isEmpty && isLook ? min(pause * 2, FolderPasses.longest) : FolderPasses.shortest
    nextLook = left.isEmpty ? .max : Deadline.now + pause
    // A folder that is kept open could not be unmounted.
    for directory in loader.directories { directory.keeper.letGo() }
  }

  private var unfinished: Set<String> { loader.names { $0 == .always } }

  private mutating func refresh(_ names: Set<String>?) {
    for change in loader.refresh(only: names, settling) {
      if case .kept(let refusal) = change.kind, refusal.retry == .always {
        heldBack[change.name] = (change, Deadline.now)
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

  private mutating func arrange() -> Bool {
    let (fault, isOther) = watch.arrange(loader.links())
    nextScan = fault == nil ? .max : Deadline.now + FolderWatch.interval.nanoseconds
    if let fault, fault != self.fault {
      loader.settings.report(
        Report(.unwatched, "the plugin folders are looked at every second instead of being watched: \(fault)"))
    }
    self.fault = fault
    return isOther
  }
}
