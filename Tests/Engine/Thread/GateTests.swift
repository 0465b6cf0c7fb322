import Testing

@testable import ComponentHost

@Suite struct GateTests {
  @Test(arguments: [.min, -1_000_000_001, -1, 0, 1] as [Int64])
  func `a deadline that has passed ends a wait at once, negative ones too`(_ deadline: Int64) {
    let gate = Gate()
    #expect(!gate.locked { gate.wait(until: deadline) })
  }
}
