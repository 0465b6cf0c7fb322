import ComponentKit
import Glibc
import Synchronization
import TestThreads

@testable import ComponentHost

/// One host, whose folder changes, and what is known of how its calls end.
final class Soak: Sendable {
  let host: Host
  private let workshop: ElfWorkshop
  private let versions: [[UInt8]]
  private let isOver = Atomic(false)
  private let started = Atomic(0)
  private let ended = Atomic(0)
  private let said = Guarded<[String]>([])
  private let longest = Guarded((call: "", wait: Duration.zero))
  private let changer: Guarded<Changer>

  /// What only the thread that changes the folder knows.
  private struct Changer {
    var dice = Dice(seed: 7)
    var count = 0
    var loaded: Int?
    var generations = 0
  }

  /// No call has a reason to take as long as this; the host's own limit is twice that.
  let patience = Duration.seconds(30)

  struct Use {
    let generations, descriptors, bytes: Int
  }

  init() throws {
    let workshop = try ElfWorkshop()
    let headers = String(#filePath.dropLast("Tests/Engine/Soak.swift".count)) + "Host/ABI/include"
    func component(_ flags: String) throws -> [UInt8] {
      try ElfWorkshop.content(of: workshop.compile(Soak.source, to: "made", "-O1 -I '\(headers)' \(flags)"))
    }
    versions = try (1...2).map { try component(#"-DNAME='"Changing"' -DVERSION=\#($0)"#) }
    try workshop.write(component(#"-DNAME='"Steady"' -DVERSION=0"#), to: "libSteady.so")
    self.workshop = workshop
    host = Host(Settings(directories: [workshop.path]))
    changer = Guarded(Changer())
  }

  var calls: Int { ended.load(ordering: .relaxed) }
  var running: Int { started.load(ordering: .acquiring) - ended.load(ordering: .acquiring) }
  var changes: Int { changer.withLock { $0.count } }
  var complaints: [String] { said.withLock { $0 } }
  /// Which call waited longest for its end.
  var slowest: (call: String, wait: Duration) { longest.withLock { $0 } }
  func end() { isOver.store(true, ordering: .releasing) }

  var use: Use {
    var count = 0
    if let folder = opendir("/proc/self/fd") {
      while readdir(folder) != nil { count += 1 }
      closedir(folder)
    }
    let status = (try? Descriptor(opening: "/proc/self/statm").bytes(at: 0, count: 16)) ?? []
    let pages = String(decoding: status, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return Use(
      generations: changer.withLock { $0.generations }, descriptors: count,
      bytes: (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE)))
  }

  private func complain(_ words: String) {
    said.withLock { if $0.count < 20 { $0.append(words) } }
  }

  // MARK: the folder

  /// Puts another version there, or rubbish, or takes the file out, and looks whether the host has noticed.
  func change() {
    usleep(2000)
    let (what, before, count): (Int, Int?, Int) = changer.withLock {
      $0.count += 1
      return (Int($0.dice.roll(5)), $0.loaded, $0.count)
    }
    // Calls in between go through an interceptor.
    if count % 40 == 20 { host.add(Interceptor("pass") { $0.proceed() }) }
    if count % 40 == 30 { host.removeInterceptor("pass") }
    let now: Int?
    switch what {
    case 0, 1, 2, 3:
      // What is broken is left where it is, and the one before goes on.
      place(what < 2 ? versions[what] : what == 2 ? [1, 2, 3] : Array(versions[0].prefix(5000)))
      now = what < 2 ? what + 1 : before
    default:
      unlink("\(workshop.path)/libChanging.so")
      now = nil
    }
    let changes = host.refresh()
    let answer = Result { () throws(Failure) in try host.mediator.call("Changing", "version") }
    switch (now, answer) {
    case (let version?, .success(let value)) where value == [.int(version), .int(version)]: break
    case (nil, .failure(let failure)) where failure.code == .notFound || failure.code == .refused: break
    default: complain("after change \(what) from \(before ?? 0) Changing.version was \(answer); \(changes)")
    }
    changer.withLock {
      if now != nil, now != before || what < 2 { $0.generations += 1 }
      $0.loaded = now
    }
  }

  private func place(_ bytes: [UInt8]) {
    guard (try? workshop.write(bytes, to: "new")) != nil,
      rename("\(workshop.path)/new", "\(workshop.path)/libChanging.so") == 0
    else { return complain("the file can't be written") }
  }

  // MARK: the calls

  func call(seed: UInt64) {
    var dice = Dice(seed: seed)
    let (mediator, version) = (host.mediator, host.mediator.resolved("Changing", "version"))
    while !isOver.load(ordering: .acquiring) {
      let number = Int(dice.roll(1000))
      let text = String(repeating: "ä\(number)", count: Int(dice.roll(20)))
      switch dice.roll(14) {
      case 0: expect(mediator, "Steady", "echo", ["text": .text(text)]) { $0 == .text(text) }
      case 1: expect(mediator, "Changing", "version") { self.isVersion($0) }
      case 2: ask("Changing.version, resolved", { () throws(Failure) in try version.call() }, isVersion)
      case 3: expect(mediator, "Changing", "ask", ["text": .text(text)]) { $0 == .text(text) }
      case 4: expect(mediator, "Missing\(number % 100)", "run") { _ in false }
      case 5:
        ask("a URL of Steady", { () throws(Failure) in try mediator.open("app://Steady/echo?text=x\(number)") }) {
          $0 == .text("x\(number)")
        }
      case 6: expect(mediator, "Changing", "nap", ["us": .int(number)], .microseconds(500)) { self.isVersion($0) }
      case 7: start(mediator, number, cancelled: false)
      case 8: start(mediator, number, cancelled: true)
      case 9: expect(mediator, "Changing.Serial", "use", [:], nil, isVersion)
      case 10: expect(mediator, "Changing.Cached", "use", [:], nil, isVersion)
      case 11: expect(mediator, "Changing.Fresh", "use", [:], nil, isVersion)
      case 12:
        ask(
          "a URL of Changing", { () throws(Failure) in try mediator.open("app://Changing/number/\(number)") }, isVersion
        )
      default: _ = host.list()
      }
    }
  }

  private func isVersion(_ value: Value) -> Bool { value == [1, 1] || value == [2, 2] }

  private func expect(
    _ mediator: Mediator, _ target: String, _ action: String, _ parameters: Fields = [:], _ limit: Duration? = nil,
    _ isGood: (Value) -> Bool
  ) {
    ask(
      "\(target).\(action)",
      { () throws(Failure) in try mediator.call(target, action, parameters, timeLimit: limit) }, isGood)
  }

  private func ask(_ name: String, _ call: () throws(Failure) -> Value, _ isGood: (Value) -> Bool) {
    started.add(1, ordering: .relaxed)
    let start = ContinuousClock.now
    take(name, start, Result { () throws(Failure) in try call() }, isGood)
  }

  // Deferred: it is answered on another thread, perhaps after its component has been taken out.
  private func start(_ mediator: Mediator, _ number: Int, cancelled: Bool) {
    started.add(1, ordering: .relaxed)
    let cancellation = Cancellation(mediator)
    let start = ContinuousClock.now
    mediator.start("Changing", "later", ["us": .int(number)], cancellation: cancellation) {
      self.take("Changing.later, started", start, $0, self.isVersion)
    }
    if cancelled { cancellation.cancel() }
  }

  private func take(
    _ name: String, _ start: ContinuousClock.Instant, _ result: Result<Value, Failure>, _ isGood: (Value) -> Bool
  ) {
    let wait = ContinuousClock.now - start
    longest.withLock { if $0.wait < wait { $0 = (name, wait) } }
    switch result {
    case .success(let value): if !isGood(value) { complain("a call was answered \(value)") }
    case .failure(let failure):
      let known: [Failure.Code] = [.notFound, .refused, .timedOut, .cancelled]
      if !known.contains(failure.code) { complain("a call failed: \(failure)") }
    }
    ended.add(1, ordering: .releasing)
  }
}

/// Numbers that are the same in each run.
private struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

  mutating func roll(_ limit: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % limit
  }
}
