import ComponentHost
import Testing

@Suite struct WordsForProgramsTests {
  @Test func `kinds of reports and reasons of routes are shown as their words`() {
    #expect("\(Report.Kind.endedTwice)" == "ended_twice" && "\(Report.Kind(rawValue: "later"))" == "later")
    #expect("\(RouteFault.Reason.conflict)" == "conflicting_routes")
  }
}
