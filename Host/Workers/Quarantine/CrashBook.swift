package import ComponentHost
import ComponentKit
import Glibc

/// Which builds of components have crashed, and which are started no more.
///
/// A build is known by its component's name and by what the linker or its content says of it, never by the name alone:
/// another version of the component has done nothing yet. Nor by the identity alone, which any file can be given.
///
/// A crash is noted here at once, and in the state folder by a thread for that: until it is there it counts besides what the
/// folder says, so a folder that can't be written forgets nothing. What the folder has is read again before each start, so
/// whoever lifts something there lifts it here.
public final class CrashBook: Sendable {
  // By name and build.
  private let state = Guarded(State())

  private struct State {
    var builds: [String: CrashedBuild] = [:]
    /// Crashes that the state folder does not have yet.
    var unwritten: [String: [CrashedBuild.Crash]] = [:]
    /// When the last one was, by the clock that nobody sets.
    var last: [String: Int64] = [:]
    /// How often something was written.
    var writes = 0
  }

  public init() {}

  /// What was noted, by name.
  public var all: [CrashedBuild] {
    state.withLock { $0.builds.values.sorted { ($0.component, $0.build) < ($1.component, $1.build) } }
  }

  /// Lifts what there is against a component; whether there was anything.
  @discardableResult
  public func pardon(_ component: String) -> Bool {
    state.withLock { state in
      let own = state.builds.filter { $0.value.component == component }
      for key in own.keys {
        state.builds[key] = nil
        state.unwritten[key] = nil
        state.last[key] = nil
      }
      return !own.isEmpty
    }
  }

  // MARK: for those who start workers

  /// Waits until a build may be started again after its last crash; refused where it has crashed too often.
  ///
  /// - Returns: by what the build is known; nil where its file can't be read.
  package func admit(_ component: ComponentToIsolate) throws(Refusal) -> String? {
    guard let key = BuildKey.of(component) else { return nil }
    guard let build = known(component, key) else { return key }
    if let refusal = CrashBook.refusal(build, component.settings) { throw refusal }
    let limit = component.settings.quarantine
    let pause = CrashBook.pause(behind: build.recent(within: limit.window, of: .now))
    if pause > 0, wasJustNow(build) { usleep(UInt32(pause * 1000)) }
    return key
  }

  /// Why a build would not be started, without waiting for anything; nil where it would.
  package func refusal(of component: ComponentToIsolate) -> Refusal? {
    guard let key = BuildKey.of(component), let build = known(component, key) else { return nil }
    return CrashBook.refusal(build, component.settings)
  }

  // A crash of before needs no pause. By the wall clock where another process has noted it: whole seconds are enough.
  private func wasJustNow(_ build: CrashedBuild) -> Bool {
    if let last = state.withLock({ $0.last[build.key] }), Deadline.now - last < 2_000_000_000 { return true }
    guard let last = build.crashes.last else { return false }
    return (0...1).contains(Timestamp.now.seconds - last.time.seconds)
  }

  /// Hears of the end of a worker, which is a crash unless the host wanted it. Waits for nothing, and runs no code of others.
  package func hear(_ component: ComponentToIsolate, _ key: String?, _ end: WorkerEnd) {
    if end.killed == .over || end.wasTold && end.isOrderly { return }
    if let key { note(component, key, end) }
    guard end.wasTold else { return }
    let words = "component '\(component.name)' crashed when its process ended: it \(end.sentence)"
    WorkerVoice.say { component.settings.report(Report(.crashed, words)) }
  }

  /// Notes a crash.
  func note(_ component: ComponentToIsolate, _ key: String, _ end: WorkerEnd) {
    CrashedCopies.keep(component, build: key.hasPrefix(BuildKey.hashMark) ? "lib\(component.name).so" : key)
    let crash = CrashedBuild.Crash(time: .now, how: end.words)
    let path = component.settings.stateDirectory
    let name = CrashedBuild.key(component.name, key)
    state.withLock { state in
      state.builds[name] = CrashBook.adding([crash], to: state.builds[name], component, key)
      state.last[name] = Deadline.now
      if path != nil { state.unwritten[name] = (state.unwritten[name] ?? []).suffix(Quarantine.most - 1) + [crash] }
    }
    if let path { CrashNotes.shared.bring { [self] in write(component, key, path) } }
  }

  // Everything that is not written yet.
  private func write(_ component: ComponentToIsolate, _ key: String, _ path: String) {
    let name = CrashedBuild.key(component.name, key)
    do throws(Refusal) {
      try StateFolder(path).change { (folder) throws(Refusal) in
        // What can't be read is written anew.
        let kept = (try? folder.build(component.name, key)) ?? nil
        let crashes = state.withLock { $0.unwritten[name] ?? [] }
        guard !crashes.isEmpty, let build = CrashBook.adding(crashes, to: kept, component, key) else { return }
        try folder.write(build)
        state.withLock { state in
          let left = Array((state.unwritten[name] ?? []).dropFirst(crashes.count))
          state.unwritten[name] = left.isEmpty ? nil : left
          state.builds[name] = CrashBook.adding(left, to: build, component, key)
          state.writes += 1
        }
      }
    } catch {
      let words = "that \(component.name) has crashed is not kept: \(error.message)"
      WorkerVoice.say { component.settings.report(Report(.state, words)) }
    }
  }

  // What is known of a build, in the state folder and here.
  private func known(_ component: ComponentToIsolate, _ key: String) -> CrashedBuild? {
    let name = CrashedBuild.key(component.name, key)
    guard let path = component.settings.stateDirectory else { return state.withLock { $0.builds[name] } }
    while true {
      let writes = state.withLock { $0.writes }
      let kept: CrashedBuild?
      do throws(Refusal) { kept = try StateFolder(path).build(component.name, key) } catch {
        component.settings.report(Report(.state, error.message))
        return state.withLock { $0.builds[name] }
      }
      let known: CrashedBuild?? = state.withLock { state in
        // What was written meanwhile might be in both, or in none.
        if state.writes != writes { return nil }
        let build = CrashBook.adding(state.unwritten[name] ?? [], to: kept, component, key)
        state.builds[name] = build
        return .some(build)
      }
      if let known { return known }
    }
  }

  // Nil where there is none, and none comes.
  private static func adding(
    _ crashes: [CrashedBuild.Crash], to known: CrashedBuild?, _ component: ComponentToIsolate, _ key: String
  ) -> CrashedBuild? {
    if crashes.isEmpty { return known }
    let limit = component.settings.quarantine
    let tooMany = min(limit.crashes, Quarantine.most)
    var build = known ?? CrashedBuild(component: component.name, build: key)
    for crash in crashes { build.add(crash, keeping: tooMany) }
    if tooMany > 0, build.recent(within: limit.window, of: .now) >= tooMany { build.isQuarantined = true }
    return build
  }

  /// Milliseconds before the next start: none behind the first crash.
  static func pause(behind crashes: Int) -> Int {
    crashes <= 1 ? 0 : min(100 << min(crashes - 2, 8), 800)
  }

  private static func refusal(_ build: CrashedBuild, _ settings: Settings) -> Refusal? {
    guard build.isQuarantined, settings.quarantine.crashes > 0 else { return nil }
    let last = build.crashes.last
    let count = build.count == 1 ? "once" : "\(build.count) times"
    return Refusal(
      Refusal.quarantined,
      "it crashed \(count), the last time with \(last?.how ?? "an unknown end") at \(last.map { "\($0.time)" } ?? "?")",
      help: "put another version of it there, or lift the quarantine with 'host pardon \(build.component)'")
  }
}
