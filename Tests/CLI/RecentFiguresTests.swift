import ComponentDoors
import Testing

@testable import HostCLI

/// How often a second something was called of late.
@Suite struct RecentFiguresTests {
  private static let second: Int64 = 1_000_000_000

  // So many calls have ended; all took the same time.
  private func counted(_ calls: Int64) -> [ActionSample] {
    [ActionSample(target: "Reader", action: "open", counts: [calls], failed: [:], nanoseconds: 0, underWay: 0)]
  }

  @Test func `a rate is that of the last ten seconds, or since it was asked before that`() {
    var recent = RecentFigures([], at: 0)
    func rate(_ calls: Int64, at seconds: Int64) -> Double? {
      recent.table(counted(calls), at: seconds * RecentFiguresTests.second).rows.first?.rate
    }
    #expect(rate(10, at: 2) == 5)
    for second in Int64(3)...12 { #expect(rate(5 * second, at: second) == 5) }
    // What was long ago does not count.
    #expect(rate(60, at: 22) == 0)
    #expect(rate(560, at: 32) == 50)
    // Nobody has asked for a while.
    #expect(rate(660, at: 132) == 1)
  }

  @Test func `who asks often hears the same`() {
    var recent = RecentFigures([], at: 0)
    var rates: Set<Double> = []
    for tenth in Int64(1)...600 {
      let rows = recent.table(counted(tenth), at: tenth * RecentFiguresTests.second / 10).rows
      rates.formUnion(rows.map { $0.rate.rounded() })
    }
    #expect(rates == [10])
  }
}
