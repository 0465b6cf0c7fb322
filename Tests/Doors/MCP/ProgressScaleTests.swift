import ComponentKit
import TestDice
import Testing

@testable import ComponentDoors

@Suite struct ProgressScaleTests {
  private func told(_ parts: [Double?], _ words: String = "") -> [(progress: Double, total: Double?)] {
    var scale = ProgressScale()
    return parts.compactMap { part in
      scale.fields(.int(1), part, words, .november2025).map { ($0["progress"]?.double ?? -1, $0["total"]?.double) }
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

  @Test func `a part that is no higher is left out, unless it comes with words, and then it is a step`() {
    let mute = told([0.5, 1, 1, 0.25, nil, 0])
    #expect(mute.map(\.progress) == [0.5, 1] && mute.map(\.total) == [1, 1])
    let wordy = told([0.5, 1, 1, 0.25, nil, 0], "words")
    #expect(wordy.map(\.progress) == [0.5, 1, 2, 2.25, 3.25, 4] && wordy.map(\.total) == [1, 1, 2, 3, 4, 5])
  }

  @Test func `whatever an action says, it rises and is no more than the whole`() {
    var dice = Seeded(state: 5)
    for _ in 0..<200 {
      let parts: [Double?] = (0..<20).map { _ in
        [nil, -3, 0, 0.1, 0.5, 0.5, 1, 7, .nan, .infinity, -.infinity][dice.below(11)]
      }
      for words in ["", "words"] {
        let told = told(parts, words)
        #expect(words.isEmpty ? !told.isEmpty : told.count == parts.count)
        for (one, next) in zip(told, told.dropFirst()) { #expect(one.progress < next.progress, "\(parts)") }
        for each in told { #expect(each.progress.isFinite && (each.total ?? .infinity) >= each.progress, "\(parts)") }
      }
    }
  }
}

private struct Seeded: Dice { var state: UInt64 }
