package import ComponentHost
import ComponentKit
import Glibc

/// Which builds of components have crashed, and which are started no more.
///
/// A build is known by what the linker or its content says of it, never by its name alone: another version of the component
/// has done nothing yet.
public final class CrashBook: Sendable {
  // Of what was noted in this process.
  private let builds = Guarded<[String: CrashedBuild]>([:])

  public init() {}

  /// What was noted, by name.
  public var all: [CrashedBuild] {
    builds.withLock { $0.values.sorted { ($0.component, $0.build) < ($1.component, $1.build) } }
  }

  /// Lifts what there is against a component; whether there was anything.
  @discardableResult
  public func pardon(_ component: String) -> Bool {
    builds.withLock { builds in
      let own = builds.filter { $0.value.component == component }
      for key in own.keys { builds[key] = nil }
      return !own.isEmpty
    }
  }

  // MARK: for those who start workers

  /// Waits until a build may be started again after its last crash; refused where it has crashed too often.
  package func admit(_ component: ComponentToIsolate) throws(Refusal) {
    guard let build = try known(component) else { return }
    let limit = component.settings.quarantine
    if build.isQuarantined, limit.crashes > 0 { throw CrashBook.refusal(build, limit) }
    guard let last = build.crashes.last else { return }
    let pause = CrashBook.pause(behind: build.recent(within: limit.window, of: .now))
    let since = Timestamp.now.seconds - last.time.seconds
    // Whole seconds are enough to tell a crash of before from one of now.
    if pause > 0, (0...1).contains(since) { usleep(UInt32(pause * 1000)) }
  }

  /// Hears of the end of a worker, which is a crash unless the host wanted it.
  package func hear(_ component: ComponentToIsolate, _ end: WorkerEnd) {
    if end.killed == .over || end.wasTold && end.isOrderly { return }
    note(component, end)
    guard end.wasTold else { return }
    component.settings.report(
      Report(.crashed, "component '\(component.name)' crashed when its process ended: it \(end.sentence)"))
  }

  /// Notes a crash.
  func note(_ component: ComponentToIsolate, _ end: WorkerEnd) {
    guard let key = BuildKey.of(component) else { return }
    CrashedCopies.keep(component, build: component.buildID ?? "lib\(component.name).so")
    let settings = component.settings
    let folder = try? settings.stateDirectory.map(StateFolder.init)
    let before = (try? folder?.build(key)) ?? nil
    let noted = builds.withLock { builds in
      var build = builds[key] ?? before ?? CrashedBuild(component: component.name, build: key)
      build.add(CrashedBuild.Crash(time: .now, how: end.words))
      let limit = settings.quarantine
      if limit.crashes > 0, build.recent(within: limit.window, of: .now) >= limit.crashes { build.isQuarantined = true }
      builds[key] = build
      return build
    }
    guard let folder else { return }
    do throws(Refusal) { try folder.write(noted) } catch {
      settings.report(Report(.state, "that \(component.name) has crashed is not kept: \(error.message)"))
    }
  }

  // What is known of a build, here and in the state folder; who lifts it in the folder lifts it here.
  private func known(_ component: ComponentToIsolate) throws(Refusal) -> CrashedBuild? {
    let path = component.settings.stateDirectory
    if path == nil, builds.withLock({ $0.isEmpty }) { return nil }
    guard let key = BuildKey.of(component) else { return nil }
    guard let path else { return builds.withLock { $0[key] } }
    let kept: CrashedBuild?
    do throws(Refusal) { kept = try StateFolder(path).build(key) } catch {
      component.settings.report(Report(.state, error.message))
      return builds.withLock { $0[key] }
    }
    builds.withLock { $0[key] = kept }
    return kept
  }

  /// Milliseconds before the next start: none behind the first crash.
  static func pause(behind crashes: Int) -> Int {
    crashes <= 1 ? 0 : min(100 << min(crashes - 2, 8), 800)
  }

  private static func refusal(_ build: CrashedBuild, _ limit: Quarantine) -> Refusal {
    let last = build.crashes.last
    let count = build.count == 1 ? "once" : "\(build.count) times"
    return Refusal(
      Refusal.quarantined,
      "it crashed \(count), the last time with \(last?.how ?? "an unknown end") at \(last.map { "\($0.time)" } ?? "?")",
      help: "put another version of it there, or lift the quarantine with 'host pardon \(build.component)'")
  }
}
