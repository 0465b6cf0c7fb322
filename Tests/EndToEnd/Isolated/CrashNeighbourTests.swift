import ComponentHost
import ComponentKit
import ComponentWorkers
import Glibc
import Synchronization
import TestThreads
import Testing

/// A component that fails in its own process, with healthy neighbours under load beside it: none of their calls fails, its
/// own fail with what happened, and nothing is left behind. Each in a process of its own, so that what is left is its own.
@Suite(.offPool, .serialized, .enabled(if: !Place.isSanitized, "a sanitizer takes the signals for itself"))
struct CrashNeighbourTests {
  @Test(arguments: [
    ("Crashes", "run", 8, "died of SIGSEGV"), ("Harms", "corrupt", 8, "died of SIGABRT"),
    ("Harms", "leave", 8, "it called exit(0)"), ("Throws", "run", 8, "died of SIGABRT"),
    ("Panics", "run", 8, "died of SIGABRT"), ("Harms", "spin", 7, "did not reply"),
    ("Harms", "sleep", 7, "did not reply"), ("Harms", "ignore", 7, "did not reply"),
    ("Harms", "garbage", -1, ""), ("Harms", "close", -1, ""), ("Harms", "leap", 8, "longjmp"),
    ("Harms", "flood", 0, ""), ("Harms", "fork", 0, ""),
  ])
  func `neighbours go on, and nothing is left`(
    _ component: String, _ action: String, _ code: Int, _ words: String
  ) async {
    let folder = Folder("crashes", "harms", "throws", "panics", "good", "counts")
    await #expect(processExitsWith: .success) {
      [folder = folder.path as String, program = Place.host as String, component, action, code, words] in
      // What was replied before the harm was noticed is a reply.
      let ending = code < 0 ? [0, 7, 8] : [code]
      Scene(folder, program).goesOn(beside: component, action, ending, words)
    }
  }

  @Test(arguments: [
    ("run overflow", 8, "died of SIGSEGV"), ("run abort", 8, "died of SIGABRT"), ("run exit", 8, "it called exit(0)"),
    ("run quick", 8, "it called exit(0)"), ("run leave", 8, "pthread_exit"),
    ("register fault", 4, "while it was loaded"), ("constructor abort", 4, "while it was loaded"),
    ("destructor fault", 0, ""), ("shutdown fault", 0, ""),
  ])
  func `so they do wherever it ends, and however`(_ dying: String, _ code: Int, _ words: String) async {
    let folder = Folder("dies", "good", "counts")
    await #expect(processExitsWith: .success) {
      [folder = folder.path as String, program = Place.host as String, dying, code, words] in
      setenv("FIXTURE_DIES", dying, 1)
      Scene(folder, program).goesOn(beside: "Dies", "run", [code], words)
    }
  }

  @Test(.builtComponents) func `so they do beside a trap in Swift`() async {
    let folder = Folder("good", "counts")
    folder.copy("\(Place.components)/libSample.so", as: "libSample.so")
    await #expect(processExitsWith: .success) { [folder = folder.path as String, program = Place.host as String] in
      Scene(folder, program).goesOn(beside: "Sample", "progress", [8], "died of SIGILL", ["steps": 0])
    }
  }

  @Test func `so they do beside one that eats memory without end`() async {
    let folder = Folder("harms", "good", "counts")
    await #expect(processExitsWith: .success) { [folder = folder.path as String, program = Place.host as String] in
      var confinement = Confinement()
      confinement.allowsEverything = true
      confinement.limits.memory = 64 << 20
      // It hears that there is no more, and says so; or a control group ends it.
      let scene = Scene(folder, program, confining: ["Harms": confinement])
      scene.goesOn(beside: "Harms", "eat", [1, 8], "")
    }
  }

  @Test func `what another isolated component calls crashes: the caller hears it, and goes on`() async {
    let folder = Folder("crashes", "harms", "good", "counts")
    await #expect(processExitsWith: .success) { [folder = folder.path as String, program = Place.host as String] in
      let scene = Scene(folder, program)
      let load = Load(scene.host)
      for _ in 1...3 {
        let end = scene.call("Harms", "pass", ["target": "Crashes", "action": "run"])
        #expect(end.code == 8 && end.message.contains("component 'Crashes' crashed in Crashes.run"), "\(end)")
      }
      #expect(scene.call("Harms", "run").code == 0)
      #expect(load.stop() == [])
      scene.host.close()
    }
  }

  @Test func `a function that a crashed component held is let go of`() async {
    let folder = Folder("harms", "good", "counts")
    await #expect(processExitsWith: .success) { [folder = folder.path as String, program = Place.host as String] in
      let scene = Scene(folder, program)
      weak var held: Held?
      do {
        let token = Held()
        held = token
        let end = scene.call(
          "Harms", "hold", ["function": .function(Function { _ in withExtendedLifetime(token) { Value.null } })])
        #expect(end.code == 8, "\(end)")
      }
      #expect(eventually { held == nil })
      scene.host.close()
    }
  }

  @Test func `hundreds of crashes leave nothing behind`() async {
    let folder = Folder("crashes", "good", "counts")
    let count = ProcessInfo.crashes
    await #expect(processExitsWith: .success) {
      [folder = folder.path as String, program = Place.host as String, count = count as Int] in
      let crashes = CrashBook()
      let scene = Scene(folder, program, crashes)
      func crash(_ number: Int) {
        let end = scene.call("Crashes", "run")
        if end.code != 8 { #expect(end.code == 8, "crash \(number): \(end)") }
        // So the next start waits for nothing.
        crashes.pardon("Crashes")
      }
      // What is kept of the last ones is kept from then on.
      for number in 1...50 { crash(number) }
      let (before, memory) = (Leftovers.now, Leftovers.memory)
      for number in 1...count { crash(number) }
      let each = (Leftovers.memory - memory) / count
      #expect(scene.call("Good", "run").code == 0)
      scene.host.close()
      #expect(eventually { Leftovers.now.isNoMore(than: before, and: 4) }, "\(before) \(Leftovers.now)")
      // What is known of the generation.
      #expect(each < 16 << 10, "\(each) bytes for each crash")
      if count > ProcessInfo.usual { print("\(count) crashes, \(each) bytes for each") }
    }
  }
}

private enum ProcessInfo {
  /// How many crashes are tried: HOST_CRASHES says more.
  static var crashes: Int { getenv("HOST_CRASHES").flatMap { Int(String(cString: $0)) } ?? usual }
  static let usual = 200
}

private final class Held: Sendable {}

/// A host whose components all have processes of their own.
private struct Scene: Sendable {
  let host: Host

  init(
    _ folder: String, _ program: String, _ crashes: CrashBook = CrashBook(),
    confining confinements: [String: Confinement] = [:]
  ) {
    var settings = Settings(directories: [folder])
    settings.policy.confinements = confinements
    settings.isolation = .all
    settings.isolator = WorkerProcesses(program: program, crashes: crashes)
    settings.quarantine = Quarantine(crashes: 0)
    host = Host(settings)
  }

  struct End: CustomStringConvertible {
    let code: Int
    let message: String
    var description: String { "\(code) \(message)" }
  }

  /// Calls it three times, each of which ends as it has to within its deadline and a second, on a busy machine somewhat later;
  /// the neighbours' calls all succeed meanwhile, and at the end no process or descriptor is left.
  ///
  /// - Parameter codes: how the calls may end.
  func goesOn(
    beside component: String, _ action: String, _ codes: [Int], _ words: String, _ parameters: Fields = [:]
  ) {
    // What has to end otherwise has the time for a start on a busy machine, behind the pause that the crash before it brings.
    let limit = Duration.seconds(codes == [7] ? 2 : 10)
    let before = Leftovers.now
    for _ in 1...3 {
      let load = Load(host)
      let begin = Deadline.now
      let end = call(component, action, parameters, within: limit)
      #expect(Deadline.now - begin < 30_000_000_000)
      #expect(codes.contains(end.code), "\(end)")
      #expect(end.message.contains(words), "\(end)")
      #expect(load.stop() == [])
    }
    host.close()
    #expect(eventually { Leftovers.now.isNoMore(than: before) }, "\(before) \(Leftovers.now)")
  }

  func call(
    _ target: String, _ action: String, _ parameters: Fields = [:], within limit: Duration = .seconds(10)
  ) -> End {
    do throws(Failure) {
      _ = try host.mediator.call(target, action, parameters, timeLimit: limit)
      return End(code: 0, message: "")
    } catch {
      return End(code: Int(error.code.rawValue), message: error.message)
    }
  }
}

/// Threads that call healthy neighbours over and over.
private final class Load: Sendable {
  private let over: Switch
  private let faults: Guarded<[String]>
  private let calls: Guarded<Int>
  private let threads: [Thread]

  init(_ host: Host) {
    let (over, faults, calls) = (Switch(), Guarded<[String]>([]), Guarded(0))
    (self.over, self.faults, self.calls) = (over, faults, calls)
    threads = (0..<3).map { number in
      Thread {
        while !over.isSet {
          do throws(Failure) {
            _ = try host.mediator.call(number == 0 ? "Counts" : "Good", "run", timeLimit: .seconds(30))
            calls.withLock { $0 += 1 }
          } catch {
            faults.withLock { $0.append("\(error.code) \(error.message)") }
          }
        }
      }
    }
    #expect(eventually { calls.withLock { $0 } > 10 }, "they are under way")
  }

  /// What failed, also of the calls behind what happened.
  func stop() -> [String] {
    let before = calls.withLock { $0 }
    #expect(eventually { calls.withLock { $0 } > before + 10 }, "they go on")
    over.set()
    for thread in threads { thread.join() }
    return faults.withLock { $0 }
  }
}

private final class Switch: Sendable {
  private let state = Atomic(false)
  var isSet: Bool { state.load(ordering: .relaxed) }
  func set() { state.store(true, ordering: .relaxed) }
}

/// What a process has that it could leave behind.
private struct Leftovers: CustomStringConvertible {
  let descriptors: Int
  let children: Int

  static var now: Leftovers {
    Leftovers(
      descriptors: Folder.names(in: "/proc/self/fd").count, children: Processes.children(of: getpid()).count)
  }

  /// How much memory it has of its own, in bytes.
  static var memory: Int {
    guard let file = fopen("/proc/self/smaps_rollup", "r") else { return 0 }
    defer { fclose(file) }
    var bytes = [CChar](repeating: 0, count: 256)
    var kilobytes = 0
    while fgets(&bytes, Int32(bytes.count), file) != nil {
      // "Private_Dirty:      1234 kB"
      let words = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
        separator: " ")
      if words.count > 1, words[0].hasPrefix("Private_") { kilobytes += Int(words[1]) ?? 0 }
    }
    return kilobytes * 1024
  }

  func isNoMore(than before: Leftovers, and more: Int = 12) -> Bool {
    // What was loaded keeps its copy.
    descriptors <= before.descriptors + more && children == 0
  }

  var description: String { "\(descriptors) descriptors, \(children) children" }
}
