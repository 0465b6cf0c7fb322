import Testing

@_spi(Doors) @testable import ComponentDoors

@Suite struct HistogramTests {
  @Test func `each duration is in all steps that are no shorter, and in the sum`() {
    let histogram = Histogram()
    for duration: Int64 in [1, 10_000, 10_001, 250_000, 20_000_000_000] { histogram.count(duration) }
    let counts = histogram.counts
    #expect(counts.count == Histogram.steps.count + 1 && Histogram.words.count == Histogram.steps.count)
    #expect(counts[0] == 2 && counts[1] == 3 && counts[4] == 4)
    #expect(counts[Histogram.steps.count - 1] == 4 && counts[Histogram.steps.count] == 5)
    #expect(histogram.sum == 1 + 10_000 + 10_001 + 250_000 + 20_000_000_000)
  }

  @Test func `a share of all is told by the end of its step`() {
    let histogram = Histogram()
    #expect(histogram.quantile(0.5) == nil)
    for _ in 0..<99 { histogram.count(20_000) }
    histogram.count(3_000_000)
    #expect(histogram.quantile(0.5) == 25_000 && histogram.quantile(0.99) == 25_000)
    #expect(histogram.quantile(1) == 5_000_000)
  }

  @Test func `the written steps are the steps`() {
    for (step, words) in zip(Histogram.steps, Histogram.words) { #expect(Double(words) == Double(step) / 1e9) }
  }
}
