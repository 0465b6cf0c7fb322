import TestDice
import Testing

@testable import ComponentDoors

/// Requests of those who mean no good, or can't write: each has one outcome, however its bytes come.
@Suite struct HostileRequestTests {
  @Test func `there are many of them`() {
    #expect(HostileRequest.all.count >= 300)
    #expect(Set(HostileRequest.all.map(\.bytes)).count == HostileRequest.all.count, "none is there twice")
  }

  @Test(arguments: HostileRequest.all.indices) func `each has its outcome`(index: Int) {
    let request = HostileRequest.all[index]
    #expect(RequestDriver.outcome(of: request.bytes) == request.outcome, "\(shown(request))")
  }

  @Test(arguments: HostileRequest.all.indices) func `it is the same byte by byte`(index: Int) {
    let request = HostileRequest.all[index]
    let pieces = Array(repeating: 1, count: request.bytes.count)
    #expect(RequestDriver.outcome(of: request.bytes, pieces: pieces) == request.outcome, "\(shown(request))")
  }

  @Test(arguments: HostileRequest.all.indices) func `it is the same in pieces of any length`(index: Int) {
    let request = HostileRequest.all[index]
    var dice = PieceDice(state: UInt64(index))
    for _ in 0..<20 {
      let pieces = (0..<request.bytes.count).map { _ in 1 + dice.below(dice.below(2) == 0 ? 8 : 400) }
      #expect(RequestDriver.outcome(of: request.bytes, pieces: pieces) == request.outcome, "\(shown(request))")
    }
  }

  private func shown(_ request: HostileRequest) -> String {
    String(decoding: request.bytes.prefix(300), as: UTF8.self).debugDescription
  }
}

private struct PieceDice: Dice { var state: UInt64 }
