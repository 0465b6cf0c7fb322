import ComponentKit
import Testing

@testable import HostCLI

@Suite struct ExitCodeTests {
  @Test func `the numbers never change`() {
    #expect(ExitCode.allCases.map(\.rawValue) == Array(0...8))
  }

  @Test func `every code of a failure has its exit code`() {
    let table: [(Failure.Code, ExitCode)] = [
      (.failed, .failed), (.notFound, .notFound), (.refused, .refused), (.invalidParameters, .invalidParameters),
      (.denied, .denied), (.timedOut, .timedOutOrCancelled), (.cancelled, .timedOutOrCancelled), (.crashed, .crashed),
      (.ended, .failed), (Failure.Code(rawValue: 4711), .failed),
    ]
    for (code, exit) in table { #expect(ExitCode(code) == exit) }
  }
}
