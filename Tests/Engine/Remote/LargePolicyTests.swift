import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

/// Policies as large as a file of them may be.
@Suite struct LargePolicyTests {
  private static func list(_ count: Int, _ item: (Int) -> String) -> String {
    (0..<count).map(item).joined(separator: ",")
  }

  private static let parts: [(String, @Sendable (Int) -> String)] = [
    ("aliases", { "{\(list($0) { #""a\#($0)":"Reader""# })}" }),
    ("outbound", { "{\(list($0) { #""a\#($0)":["x"]"# })}" }),
    ("confine", { "{\(list($0) { #""A\#($0)":{}"# })}" }),
    ("interceptors", { "[\(list($0) { #"{"component":"A\#($0)"}"# })]" }),
    ("routes", { #"[{"from":"//x/y","target":"A","action":"b","schemes":[\#(list($0) { "\"s\($0)\"" })]}]"# }),
    ("routes", { "[\(list($0) { #"{"from":"//x/y\#($0)","target":"A","action":"b"}"# })]" }),
  ]

  @Test(arguments: parts.indices) func `each part of a policy takes as long to be read where there are many`(
    _ place: Int
  ) throws {
    let (key, text) = Self.parts[place]
    func time(_ count: Int) throws -> Duration {
      let json = Array(#"{"\#(key)":\#(text(count))}"#.utf8)
      return try processorTime {
        var settings = Settings()
        settings.report = { Issue.record("\($0)") }
        settings.policy = try Policy(json: json)
        _ = Host(settings)
      }
    }
    _ = try time(10)
    // One by one, each of twenty times as many would take twenty times as long.
    let (few, many) = (try (0..<3).map { _ in try time(500) }.min(), try time(10_000))
    #expect(many < (try #require(few)) * 20 * 5)
  }

  @Test func `a policy and a route rename so many names and no more`() throws {
    func names(_ count: Int) -> String { "{\(Self.list(count) { #""n\#($0)":"page""# })}" }
    func fault(_ json: String) -> String? {
      do throws(PolicyFault) { _ = try Policy(json: Array(json.utf8)) } catch { return error.description }
      return nil
    }
    func route(_ count: Int) -> String {
      #"{"routes":[{"from":"//x/y","target":"A","action":"b","rename":\#(names(count))}]}"#
    }
    let words = "it renames 1025 names, and 1024 are the most"
    #expect(fault(#"{"rename":\#(names(1024))}"#) == nil && fault(route(1024)) == nil)
    #expect(fault(#"{"rename":\#(names(1025))}"#) == "the policy's 'rename' is wrong: \(words)")
    #expect(fault(route(1025)) == "the route '//x/y': \(words)")
  }

  @Test func `of a policy's interceptors that have one name the last one counts`() {
    var settings = Settings()
    settings.policy.interceptors = [
      .component("B", priority: 1), .component("A"), .component("C"), .component("A", priority: 2),
    ]
    let host = Host(settings)
    #expect(host.interceptors.map { "\($0.name) \($0.priority)" } == ["A 2", "B 1", "C 0"])
  }
}
