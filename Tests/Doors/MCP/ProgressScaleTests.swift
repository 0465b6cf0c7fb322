import ComponentKit
import TestDice
import Testing

@testable import ComponentDoors

@Suite struct ProgressScaleTests {
  private func told(_ parts: [Double?]) -> [(progress: Double, total: Double?)] {
    var scale = ProgressScale()
    return parts.map { part in
      let fields = scale.fields(.int(1), part, "", .november2025)
      return (fields["progress"]?.double ?? -1, fields["total"]?.double)
    }
  }

  @Test func `known parts are told as they are, of one`() {
    let told = told([0, 0.25, 1])
    #expect(told.map(\.progress) == [0, 0.25, 1] && told.map(\.total) == [1, 1, 1])
  }

  @Test func `what is not known is counted`() {
    let told = told([nil, nil, 0.5])
    #expect(told.map(\.progress) == [1, 2, 2.5] && told.map(\.total) == [nil, nil, 3])
  }

  @Test func `whatever an action says, it rises and is no more than the whole`() {
    var dice = Seeded(state: 5)
    for _ in 0..<200 {
      let parts: [Double?] = (0..<20).map { _ in
        [nil, -3, 0, 0.1, 0.5, 0.5, 1, 7, .nan, .infinity, -.infinity][dice.below(11)]
      }
      let told = told(parts)
      for (one, next) in zip(told, told.dropFirst()) { #expect(one.progress < next.progress, "\(parts)") }
      for each in told {
        #expect(each.progress.isFinite && (each.total ?? .infinity) + 1e-9 >= each.progress, "\(parts)")
      }
    }
  }
}

private struct Seeded: Dice { var state: UInt64 }
