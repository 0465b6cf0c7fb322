import ComponentKit
import Glibc
import HostNative

/// Hears what happens in the plugin folders, and keeps what is loaded in line with them.
///
/// What is known stands under `gate`: the kernel's queue, the folders that are watched, the news that was read from the
/// queue and not looked at yet. Two kinds of threads take news out of the queue, both under the gate:
///
/// - The watch's own thread sleeps until there is something in it. It alone takes the news away, goes the ways again and
///   has what is loaded refreshed, one pass after the other, so whatever comes during a pass is one more pass.
/// - A thread whose call found no component asks for the `edition` first. It empties the queue and leaves what it read
///   to the watch's thread, for which it rings the bell. So a call that comes after a change knows of it, also while the
///   watch's thread is busy with an earlier one.
///
/// Under the gate the ways are gone, which asks the system for the status of files; no code but the engine's runs under
/// it. The program's listeners run on the watch's thread, components that are replaced on others (`Refreshing`), with no
/// lock held. The gate and the loader's are never held together.
///
/// A child made by `fork` has the queue in common with its parent and no thread of the watch: it takes nothing out, touches
/// no lock, and looks at the folders at each miss.
final class FolderWatch: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only, or by the watch's thread only where it says so.
  /// What its passes do.
  let refreshing = Refreshing()
  private let directories: [PluginDirectory]
  private let limit: Int
  // Nil where there was no descriptor for it yet: then the thread looks around now and then.
  private var bell = Bell()
  private let forks = host_forks()
  private let gate = Gate()
  private var queue: Inotify?
  private var mounts: MountTable?
  private var folders = WatchedFolders()
  private var news = FolderNews()
  /// Of what is loaded: its file is known to be no good yet, and asked for again by and by.
  private var unfinished: Set<String> = []
  /// When files that a load may open were written to last that nobody has closed, moved or replaced since.
  private var begun: [WatchedFolders.File: Int64] = [:]
  /// How often a component's file has come, gone or been renamed, as far as that is known.
  private var nameChanges = 0
  private var isWhole = false
  private var isRung = false
  private var state = State.new
  private var thread: pthread_t?

  private enum State { case new, running, ending, over }

  /// How often the folders are looked at where not everything is told.
  static let interval = Duration.seconds(1)

  init(_ directories: [PluginDirectory], limit: Int) {
    self.directories = directories
    self.limit = limit
  }

  /// The edition of the folders' names: the same as long as no component's file comes, goes or is renamed. Nil where that
  /// could go unnoticed.
  var edition: Int? {
    if isForked { return nil }
    return gate.locked {
      let isEmpty = hear()
      if !news.isEmpty { ring() }
      return isEmpty && isWhole && !news.hasWays && !news.hasMounts ? nameChanges : nil
    }
  }

  /// The same as far as the watch has heard by now. Its thread hears of a change in moments, or after the pass that it is in.
  var heard: Int? {
    if isForked { return nil }
    return gate.locked { isWhole && !news.hasWays && !news.hasMounts ? nameChanges : nil }
  }

  // The kernel does not tell of each way to finish a file.
  private static let longestWrite = Duration.seconds(30)

  /// Whether a component's file of that name, or a library beside components, was written to, and who did so may go on. Where
  /// the system gives this user no lease on it nothing else tells.
  func isWritten(_ file: String) -> Bool {
    if isForked { return false }
    return gate.locked {
      // The question may come right behind the end of a copy.
      _ = hear()
      if !news.isEmpty { ring() }
      let (name, earliest) = (PathBytes(file), Deadline.now - FolderWatch.longestWrite.nanoseconds)
      begun = begun.filter { $0.value > earliest }
      return begun.keys.contains { folders.names(of: $0).contains(name) }
    }
  }

  /// Has the watch look at a component that was just loaded: its file may have changed meanwhile, or be a link.
  func look(at name: String) {
    if isForked { return }
    gate.locked {
      news.components.insert(name)
      // Its own thread looks for news before it sleeps.
      if !isOwnThread { ring() }
    }
  }

  /// Does what is left to do behind a component that was brought in line.
  func go(on rest: Refreshing.Rest, _ name: String) {
    switch rest {
    case .nothing: break
    case .looking: look(at: name)
    case .taking:
      // Nothing is looked at for that: what was refused for what may pass would be tried again and again.
      gate.locked {
        news.hasEnded = true
        ring()
      }
    }
  }

  /// Has its thread tell of a change; false where it has none.
  func tell(_ change: Change) -> Bool {
    if isForked || gate.locked({ state != .running }) { return false }
    refreshing.add(change)
    go(on: .taking, change.name)
    return true
  }

  /// What was heard, and not looked at yet.
  var unseen: FolderNews { gate.locked { news } }

  private var isForked: Bool { host_forks() != forks }

  // Under the gate.
  private var isOwnThread: Bool { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }

  // Under the gate.
  private func ring() {
    if isRung { return }
    isRung = true
    bell?.ring()
  }

  // Takes what the kernel tells; false where there is more. Under the gate.
  private func hear() -> Bool {
    var sources = (
      pollfd(fd: queue?.number ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: mounts?.number ?? -1, events: Int16(POLLPRI), revents: 0)
    )
    let count = withUnsafeMutablePointer(to: &sources) { sources in
      sources.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, 0) }
    }
    if count == 0 { return true }
    if sources.1.revents != 0 { news.hasMounts = true }
    guard sources.0.revents != 0, let queue else { return count > 0 }
    return queue.drain { event in
      noteWriter(event)
      let meaning = folders.meaning(of: event)
      if case .names = meaning { nameChanges += 1 }
      news.add(meaning, unfinished)
    }
  }

  // Under the gate.
  private func noteWriter(_ event: Inotify.Event) {
    // What was lost may have been the end of any.
    if !event.kinds.isDisjoint(with: .overflow) { return begun = [:] }
    let begins = !event.kinds.isDisjoint(with: .begun)
    guard begins || !begun.isEmpty && !event.kinds.isDisjoint(with: [.closed, .names]) else { return }
    let file = WatchedFolders.File(watch: event.watch, name: PathBytes(event.name))
    begun[file] = begins && !folders.names(of: file).isEmpty ? Deadline.now : nil
  }

  // MARK: the thread

  /// Begins to watch, for a loader that lives as long as the process.
  func start(for loader: Loader) {
    if Worker.run({ [self] in run(loader) }) { return }
    loader.settings.report(Report(.unwatched, "the plugin folders are not watched: the system has no thread for it"))
  }

  /// Has another thread watch, where this one is the watch's and ends inside of a component.
  func goOnElsewhere(for loader: Loader) {
    let isOwn = gate.locked {
      guard isOwnThread else { return false }
      let isEnding = state == .ending
      (state, thread) = (isEnding ? .over : .new, nil)
      gate.wake()
      return !isEnding
    }
    if isOwn { start(for: loader) }
  }

  private func run(_ loader: Loader) {
    let isOver = gate.locked {
      if state != .new { return true }
      state = .running
      thread = pthread_self()
      // This thread's own may be others.
      mounts = nil
      news.hasWays = true
      return false
    }
    if !isOver {
      var passes = FolderPasses(self, loader)
      while let news = next(until: passes.due) {
        passes.make(news)
        pause(until: passes.turn())
      }
    }
    gate.locked {
      (state, thread) = (.over, nil)
      (queue, mounts, folders, begun, isWhole) = (nil, nil, WatchedFolders(), [:], false)
      gate.wake()
    }
  }

  // Waits for news, or the moment; nil once the watch is over.
  private func next(until moment: Int64) -> FolderNews? {
    if gate.locked({ news.isEmpty }) { wait(until: moment) }
    return gate.locked {
      if isRung {
        bell?.silence()
        isRung = false
      }
      if bell == nil { bell = Bell() }
      guard state == .running else { return nil }
      // What is left comes with the next pass.
      _ = hear()
      if news.hasWays || news.hasMounts { isWhole = false }
      defer { news = FolderNews() }
      return news
    }
  }

  private func wait(until moment: Int64) {
    // This thread alone sets them.
    let bell = gate.locked { self.bell?.number }
    let moment = bell == nil ? min(moment, Deadline(after: FolderWatch.interval).nanoseconds) : moment
    var sources = [
      pollfd(fd: bell ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: gate.locked { queue?.number ?? -1 }, events: Int16(POLLIN), revents: 0),
      pollfd(fd: gate.locked { mounts?.alarm ?? -1 }, events: Int16(POLLPRI), revents: 0),
    ]
    let left = moment == .max ? -1 : max(0, moment - Deadline.now) / 1_000_000 + 1
    // What is told is heard under the gate.
    _ = poll(&sources, nfds_t(sources.count), Int32(clamping: left))
  }

  // Whatever comes meanwhile.
  private func pause(until moment: Int64) {
    if moment <= Deadline.now { return }
    gate.locked { while state == .running, gate.wait(until: moment) {} }
  }

  /// Goes the ways again. The watch's thread does so.
  ///
  /// - Returns: why not everything is told.
  func arrange(_ links: [WatchedFolders.Link]) -> String? {
    gate.locked {
      do throws(Descriptor.Failure) {
        let queue = if let queue { queue } else { try Inotify(limit: limit) }
        self.queue = queue
        // Before the ways are gone: what is mounted later is told.
        if mounts == nil { mounts = MountTable() }
        let arranged = WatchedFolders(directories, links, in: queue)
        arranged.replace(folders, in: queue)
        folders = arranged
        begun = begun.filter { !arranged.names(of: $0.key).isEmpty }
        let fault = arranged.fault ?? (mounts == nil ? "the system does not tell what is mounted" : nil)
        isWhole = fault == nil
        nameChanges += 1
        return fault
      } catch {
        return "\(error)"
      }
    }
  }

  /// The links that are watched.
  var links: Set<WatchedFolders.Link> { gate.locked { folders.links } }

  /// What is known to be no good yet is not news when more is written to it.
  func expect(_ unfinished: Set<String>) {
    gate.locked { self.unfinished = unfinished }
  }

  // MARK: the end

  /// Has the thread end after the pass that it is in.
  func end() {
    if isForked { return }
    gate.locked {
      switch state {
      case .new: state = .over
      case .running: state = .ending
      case .ending, .over: return
      }
      ring()
      gate.wake()
    }
  }

  /// Waits until its thread has ended; asked on that very thread it does not wait.
  func waitForEnd(until deadline: Int64) {
    if isForked { return }
    let isOwn = gate.locked {
      while state == .ending, !isOwnThread, gate.wait(until: deadline) {}
      return isOwnThread
    }
    if !isOwn { refreshing.waitForEnd(until: deadline) }
  }
}
