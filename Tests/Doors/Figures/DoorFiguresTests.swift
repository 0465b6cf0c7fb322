import Testing

@_spi(Doors) @testable import ComponentDoors

@Suite struct DoorFiguresTests {
  @Test func `actions of one target share its limits, and are kept apart up to a number`() {
    let figures = DoorFigures(callLimit: 3, threadLimit: 2)
    #expect(figures.known("Reader", "open") == nil)
    figures.learn("Reader", "open")
    figures.learn("Reader", "close")
    #expect(figures.known("Reader", "open")?.share === figures.known("Reader", "close")?.share)
    for number in 0..<DoorFigures.actionLimit + 10 { figures.learn("Target\(number)", "run") }
    // Those of what is not kept apart as well.
    #expect(figures.all.count == DoorFigures.actionLimit + 1)
    #expect(figures.all.last?.target == "")
  }

  @Test func `calls that are not kept apart share with their component's, and those of no component with each other`() {
    let figures = DoorFigures(callLimit: 3, threadLimit: 2)
    figures.know(["Reader", "Notes"])
    let open = figures.learn("Reader", "open")
    #expect(figures.share(of: "Reader") === open.share && figures.share(of: "Reader.Sub") === open.share)
    #expect(figures.share(of: "Notes") !== open.share && figures.share(of: "Notes") === figures.share(of: "Notes.A"))
    #expect(figures.share(of: "Made") === figures.others.share && figures.share(of: "Up") === figures.others.share)
    // One that is gone.
    figures.know(["Notes"])
    #expect(figures.share(of: "Reader") === figures.others.share)
  }

  @Test func `an action is quick once its calls are known to be`() {
    let figures = ActionFigures("Reader", "open", TargetShare(callLimit: 1, threadLimit: 1))
    #expect(!figures.isQuick)
    figures.hold(1000)
    #expect(figures.isQuick)
    figures.hold(50_000_000)
    #expect(!figures.isQuick)
    for _ in 0..<60 { figures.hold(1000) }
    #expect(figures.isQuick)
  }

  @Test(arguments: [(0, 1), (1, 1), (2, 1), (3, 2), (4, 3), (64, 48), (Int.max, 6_917_529_027_641_081_855)])
  func `a target has three quarters of the threads, whatever number that is`(limit: Int, share: Int) {
    #expect(TargetShare.threads(of: limit) == share)
  }

  @Test func `what doors have counted is one count, with its reasons and times`() {
    let (one, other) = (DoorFigures(callLimit: 1, threadLimit: 1), DoorFigures(callLimit: 1, threadLimit: 1))
    one.learn("Reader", "open").count(1000, failure: "gone")
    other.learn("Reader", "open").count(500, failure: "gone")
    other.learn("Reader", "close").count(7, failure: "stuck")
    let all = ActionSample.together(one.samples, other.samples)
    #expect(
      all.map { "\($0.target).\($0.action) \($0.nanoseconds) \($0.failed)" } == [
        "Reader.open 1500 [\"gone\": 2]", ". 0 [:]", "Reader.close 7 [\"stuck\": 1]",
      ])
  }

  @Test func `reasons of failures are bounded`() {
    let figures = ActionFigures("Reader", "open", TargetShare(callLimit: 1, threadLimit: 1))
    for number in 0..<1000 { figures.count(1, failure: "reason_\(number)") }
    #expect(figures.failed.count == 33 && figures.failed["other"] == 968)
  }
}
