import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// Calls of every kind for a while, from several threads, while another process changes the components' files.
///
/// Scripts/soak runs this alone and for longer, and has it look after memory and descriptors as well.
@Suite(.offPool) struct SoakTests {
  private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
  private static let seconds = number("SOAK_SECONDS")
  private static let calls = number("SOAK_CALLS")
  private static var isAlone: Bool { seconds != nil || calls != nil }

  @Test func `every call is answered by a version that was in force, and nothing that was counted is lost`() throws {
    let soak = try Soak(seed: UInt64(SoakTests.number("SOAK_SEED") ?? 7))
    var changes = SoakChanges(soak)
    let began = ContinuousClock.now
    var (early, isEarly) = (soak.use, true)
    // The observer is there before anything is told.
    let observations = try soak.ears.map { ear in
      try soak.host.mediator.observe("\(ear.file.name).ticked", limit: 64) { ear.hear($0) }
    }
    _ = try soak.host.mediator.call("Steady", "hears")
    let callers = (1...4).map { number in
      Thread {
        var caller = SoakCaller(soak, number)
        caller.run()
      }
    }
    Task.detached {
      var caller = SoakCaller(soak, 5)
      await caller.await()
    }
    let progress = SoakProgress(soak, began)
    while !soak.isEnded, !isEnough(soak, ContinuousClock.now - began) {
      changes.next()
      progress.show()
      if isEarly, soak.generations > 100 { (early, isEarly) = (soak.use, false) }
    }
    changes.settle()
    soak.end()
    for caller in callers { caller.join() }
    progress.clear()
    #expect(eventually { soak.counts.running == 0 }, "\(soak.counts.running) calls have not ended")
    let use = soak.use
    if soak.complaints.isEmpty {
      #expect(eventually { soak.draining == 0 }, "\(soak.draining) generations have not ended")
      try checkTotals(soak)
    }
    for observation in observations { observation.cancel() }
    soak.host.close()
    soak.changer.end()
    let complaints = soak.complaints
    if !complaints.isEmpty {
      Issue.record("\(complaints.joined(separator: "\n"))")
      return
    }
    #expect(soak.counts.changes.value > 5 && soak.counts.replaced.value > 0)
    // What nobody wakes is ended by the host's time limit, which is an answer like any other.
    #expect(soak.counts.longest.value < Soak.patience.nanoseconds)
    guard SoakTests.isAlone else { return }
    print(soak.words(ContinuousClock.now - began))
    let loaded = use.generations - early.generations
    let bytes = use.bytes - early.bytes
    print("soak: \(use.generations) generations; the last \(loaded) hold \(bytes / max(loaded, 1)) bytes each")
    #expect(use.descriptors - early.descriptors <= loaded + 8)
    #expect(bytes < loaded * 98304 + (16 << 20), "\(bytes) bytes for \(loaded)")
  }

  // A busy machine, and a sanitizer, get as far in more time.
  private func isEnough(_ soak: Soak, _ time: Duration) -> Bool {
    if let calls = SoakTests.calls { return soak.counts.ended.value >= calls }
    if time < .seconds(SoakTests.seconds ?? 3) { return false }
    return soak.counts.ended.value > 1000 && soak.counts.changes.value > 5 || time > Soak.patience
  }

  // All that was counted is there in the end, and all that was told was heard or is known to be lost.
  private func checkTotals(_ soak: Soak) throws {
    let mediator = soak.host.mediator
    let total = try mediator.call("Tally", "total").list?.last?.int
    #expect(
      total == soak.counts.added.value, "\(soak.counts.added.value) were counted, and the last says \(total ?? -1)")
    for (index, ear) in soak.ears.enumerated() {
      var heard: [Int] = []
      var isComplete = false
      for _ in 0..<500 where !isComplete {
        // What was lost last is told with the next one.
        if (try? mediator.call(ear.file.name, "tick")) != nil { ear.told.add() }
        usleep(20_000)
        heard = try mediator.call("Steady", "hears").list?.compactMap(\.int) ?? []
        isComplete =
          ear.isComplete && heard.count == 4 && heard[2 * index] + heard[2 * index + 1] == ear.told.value
      }
      #expect(isComplete, "\(ear.file.name) was \(ear.words); by a component \(heard)")
      #expect(ear.fault == nil)
    }
  }
}

extension Soak {
  /// What it came to.
  fileprivate func words(_ time: Duration) -> String {
    func milliseconds(_ count: SoakCount) -> String { "\(Double(count.value / 10_000) / 100) ms" }
    return """
      soak: \(counts.ended.value) calls in \(time.components.seconds) s, seed \(seed), of which \(counts.failed.value) failed \
      as they had to
      soak: \(counts.byKind)
      soak: \(counts.changes.value) changes, \(counts.replaced.value) replacements, \(generations) generations
      soak: \(counts.added.value) counted, none lost; events: \(ears.map(\.words).joined(separator: "; "))
      soak: a call during which a version took over took \(milliseconds(counts.across[0])) at most, with a state handed \
      over \(milliseconds(counts.across[1])); any call \(milliseconds(counts.longest))
      """
  }
}
