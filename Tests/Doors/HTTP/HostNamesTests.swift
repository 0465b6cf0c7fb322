import Testing

@testable import ComponentDoors

/// By which names a door is called, and which pages are its own.
@Suite struct HostNamesTests {
  private func isRefused(_ names: [String], host: String, origin: String) throws -> Bool {
    let bytes = Array("GET /A/b HTTP/1.1\r\nHost: \(host)\r\nOrigin: \(origin)\r\n\r\n".utf8)
    var reader = RequestReader()
    return try bytes.withUnsafeBytes { bytes in
      guard case .head(let head) = reader.next(in: bytes) else { throw RequestFault(.badRequest, "it is no request") }
      return HostNames(HostNames.local + names).refusal(of: head, in: bytes) != nil
    }
  }

  @Test(arguments: [
    (["Books.example.org"], "books.example.org", "https://books.example.org", false),
    (["books.example.org"], "BOOKS.example.org:443", "HTTPS://books.example.org", false),
    (["books.example.org"], "books.example.org", "http://books.example.org", true),
    (["http://books.example.org"], "books.example.org", "http://books.example.org", false),
    (["HTTP://Books.example.org"], "books.example.org:8080", "http://books.example.org:8080", false),
    (["http://books.example.org"], "books.example.org", "https://books.example.org", true),
    (["http://a.example", "https://a.example"], "a.example", "https://a.example", false),
    ([], "localhost", "http://localhost", false), ([], "localhost", "https://localhost", true),
    (["https://localhost"], "localhost", "https://localhost", false),
    (["https://localhost"], "localhost", "http://localhost", false),
    (["owner-1.localhost"], "owner-1.localhost:8081", "http://owner-1.localhost:8081", false),
    (["owner-1.localhost"], "owner-1.localhost:8081", "https://owner-1.localhost:8081", true),
  ])
  func `a page is its own by the scheme of its name`(
    names: [String], host: String, origin: String, isRefused: Bool
  ) throws {
    #expect(try self.isRefused(names, host: host, origin: origin) == isRefused)
  }
}
