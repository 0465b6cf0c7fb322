import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// Calls of every kind for a while, from several threads, while the components come, change and go.
///
/// Scripts/soak runs this alone and for longer, and has it look after memory and descriptors as well.
@Suite(.offPool) struct SoakTests {
  private static let seconds = getenv("SOAK").flatMap { Double(String(cString: $0)) }

  @Test func `what is called is answered as it should be, whatever becomes of the components`() throws {
    let soak = try Soak()
    let limit = Duration.seconds(SoakTests.seconds ?? 1)
    let start = ContinuousClock.now
    var early: Soak.Use?
    let callers = (1...4).map { seed in Thread { soak.call(seed: UInt64(seed)) } }
    // A busy machine, and a sanitizer, get as far in more time.
    var isEnough: Bool { soak.calls > 1000 && soak.changes > 5 }
    while ContinuousClock.now - start < limit || !isEnough && ContinuousClock.now - start < soak.patience {
      soak.change()
      if early == nil, ContinuousClock.now - start > limit / 5 { early = soak.use }
    }
    soak.end()
    for caller in callers { caller.join() }
    #expect(eventually { soak.running == 0 }, "\(soak.running) calls have not ended")
    let use = soak.use
    soak.host.close()
    #expect(soak.complaints.isEmpty, "\(soak.complaints.joined(separator: "\n"))")
    // What nobody wakes is ended by the host's time limit, which is an answer like any other.
    #expect(soak.slowest.wait < soak.patience, "\(soak.slowest.call) waited \(soak.slowest.wait)")
    #expect(isEnough, "\(soak.calls) calls, \(soak.changes) changes")
    guard SoakTests.seconds != nil, let early else { return }
    print("soak: \(soak.calls) calls, \(soak.changes) changes, \(use.generations) components were loaded")
    print("soak: \(soak.slowest.call) took longest, \(soak.slowest.wait)")
    let loaded = use.generations - early.generations
    #expect(use.descriptors - early.descriptors <= loaded + 8)
    // A component takes 9.5 KB besides its image, which has 20, and its copy.
    #expect(use.bytes - early.bytes < loaded * 65536 + (16 << 20), "\(use.bytes - early.bytes) bytes for \(loaded)")
  }
}
