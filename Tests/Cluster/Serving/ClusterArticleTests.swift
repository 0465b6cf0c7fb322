import ComponentKit
import Glibc
import Testing

@testable import ComponentCluster

@Suite struct ClusterArticleTests {
  @Test func `the article has every header and every word for a code, and no other header of the cluster's`() throws {
    let parts = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let text = try read("/\(parts)/Host/Kit/ComponentKit.docc/Clusters.md")
    for header in ClusterHeader.allCases { #expect(text.contains("| `\(header.rawValue)` |"), "\(header)") }
    let codes: [Failure.Code] = [
      .notFound, .refused, .invalidParameters, .denied, .timedOut, .cancelled, .crashed, .failed,
    ]
    for code in codes { #expect(text.contains("| `\(ClusterAnswer.word(code))` |"), "\(code)") }
    let known = Set(ClusterHeader.allCases.map(\.rawValue))
    for line in text.split(separator: "\n") where line.hasPrefix("| `Component-") {
      let name = line.dropFirst("| `".count).prefix { $0 != "`" }
      #expect(known.contains(String(name)), "\(line)")
    }
  }

  private func read(_ path: String) throws -> String {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
