import ComponentHost
import ComponentKit
import Glibc
import Testing

@testable import HostCLI

/// What a check is told in, between processes and to people.
@Suite struct CheckReportTests {
  private static let place = CheckPlace("Greeter", "greet", "without 'name'", ["name": "Ann"])

  private static func finding() -> CheckFinding {
    CheckFinding(.parameters, "crashed", "Greeter.greet crashed: SIGSEGV", help: "mend it", place)
  }

  @Test func `a finding comes back from its worker as it was`() throws {
    let finding = CheckReportTests.finding()
    #expect(CheckFinding(.parameters, said: finding.json) == finding)
    guard case .finding(let heard)? = CheckNews(.parameters, said: CheckNews.finding(finding).json) else {
      Issue.record("it is no finding")
      return
    }
    #expect(heard == finding)
  }

  @Test func `a job comes to its worker as it was`() {
    var job = CheckJob(.leaks, component: "Greeter", folder: "/tmp/x", seed: .max, limit: 5000)
    job.neighbours = ["/a", "/b"]
    (job.trustsAny, job.lacksNeeds, job.first, job.skipped) = (true, true, 7, ["Greeter.greet"])
    #expect(CheckJob(job.json) == job)
  }

  @Test(arguments: [
    #"{}"#, #"[]"#, #"null"#, #"{"at": "x"}"#, #"{"finding": {}}"#, #"{"finding": {"reason": 1, "message": "x"}}"#,
    #"{"described": {"version": 1}}"#, #"{"done": null}"#,
  ])
  func `what makes no sense is no news`(json: String) throws {
    #expect(CheckNews(.life, said: try Value(json: json)) == nil)
  }

  @Test(
    arguments: [
      (.text("short"), #""short""#), (.text(String(repeating: "x", count: 100)), #""xxxxxxxxxxxx"… (100 bytes)"#),
      (.bytes([1, 2]), "<2 bytes>"), (.list([1, 2, 3, 4, 5, 6]), "[1, 2, 3, 4, … 6 in all]"),
      (.list([.list([.list([.list([.list([1])])])])]), "[[[[[…]]]]]"),
      (.map(["a": nil, "b": 1.5]), #"{"a": null, "b": 1.5}"#),
    ] as [(Value, String)])
  func `a value is shown on one short line`(value: Value, text: String) {
    #expect(ShownValue.text(value) == text)
  }

  // MARK: leaks

  private static func samples(_ descriptors: [Int], threads: Int = 3, memory: [Int]) -> [Possessions] {
    zip(descriptors, memory).map { Possessions(descriptors: $0, threads: threads, memory: $1) }
  }

  @Test func `what grows with each look and enough is a leak`() {
    let still = [5, 5, 5, 5]
    #expect(
      Leak.all(CheckReportTests.samples([5, 255, 505, 755], memory: still), calls: 750).map(\.reason) == [
        "leaks_descriptors"
      ])
    #expect(Leak.all(CheckReportTests.samples([5, 255, 255, 755], memory: still), calls: 750) == [])
    #expect(Leak.all(CheckReportTests.samples([5, 6, 7, 8], memory: still), calls: 750) == [])
    let more = [0, 1 << 21, 1 << 22, 3 << 21]
    #expect(
      Leak.all(CheckReportTests.samples(still, memory: more), calls: 750) == [
        Leak(reason: "leaks_memory", message: "6144 KiB more after 750 calls, which are 8388 bytes for each")
      ])
    #expect(Leak.all(CheckReportTests.samples(still, memory: [0, 1 << 10, 2 << 10, 3 << 10]), calls: 750) == [])
    #expect(Leak.all([], calls: 0) == [])
  }

  @Test func `descriptors that are open are counted`() throws {
    let before = Possessions(-1)
    let pipe = try Pipe()
    defer { pipe.close() }
    let more = (0..<300).map { _ in fcntl(pipe.read, F_DUPFD_CLOEXEC, 0) }.filter { $0 >= 0 }
    defer { for descriptor in more { Glibc.close(descriptor) } }
    // Other tests open and close theirs meanwhile, but not as many.
    #expect(more.count == 300 && before.threads == nil)
    #expect(Possessions(-1).descriptors >= before.descriptors + 150)
  }
}
