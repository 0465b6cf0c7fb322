import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

@Suite struct RemarksTests {
  private func lines(isJSON: Bool = false, _ body: (Remarks) -> Void) -> [String] {
    let err = Captured()
    let console = Console(out: Captured(), err: err, readInput: { .bytes([]) }, environment: { _ in nil })
    body(Remarks(console, isJSON: isJSON))
    return err.text.split(separator: "\n").map(String.init)
  }

  @Test func `a warning that comes again and again is told ever more seldom`() {
    let twice = [
      "warning: it ended twice", "warning: it ended twice (10 times)", "warning: it ended twice (100 times)",
    ]
    #expect(lines { remarks in for _ in 1...999 { remarks.warn("ended_twice", "it ended twice") } } == twice)
    let json = lines(isJSON: true) { remarks in for _ in 1...10 { remarks.warn("odd", "again") } }
    #expect(json.last == #"{"warning":{"reason":"odd","message":"again (10 times)"}}"# && json.count == 2)
  }

  @Test func `warnings without number are told seldom as well, and others still are`() {
    let told = lines { remarks in
      for number in 1...100_000 { remarks.warn("denied", "a call to T\(number)") }
      remarks.warn("other", "the first of its kind")
    }
    #expect(told.count <= Seldom.limit + 10)
    #expect(told.first == "warning: a call to T1" && told.last == "warning: the first of its kind")
  }

  @Test func `behind a call that was given up only that it is still under way is left out`() {
    let told = lines { remarks in
      remarks.endBusy()
      remarks.warn(Report(.stillBusy, "Reader still has calls under way"))
      remarks.warn(Report(.stepFailed, "Reader does not shut down"))
      remarks.warn(Report(.call, "Reader.run"))
      remarks.log(LogLine("Reader", .error, "could not save"))
    }
    #expect(told == ["warning: Reader does not shut down", "log: Reader.run", "Reader: error: could not save"])
  }
}
