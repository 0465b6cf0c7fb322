import ComponentHost
import ComponentKit
import TestSchemas
import Testing

@testable import ComponentDoors

@Suite struct DescriptionPathTests {
  private func plan(_ line: String) -> HTTPRules.Plan? {
    let bytes = Array("\(line) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    var reader = RequestReader()
    return bytes.withUnsafeBytes { bytes in
      guard case .head(let head) = reader.next(in: bytes) else { return nil }
      return HTTPRules().plan(head, in: bytes)
    }
  }

  @Test func `a schema is answered as it lies in the repository, by GET and HEAD`() throws {
    for method in ["GET", "HEAD"] {
      for schema in PublishedSchema.all {
        guard case .answer(let answer)? = plan("\(method) /schemas/\(schema.name)") else {
          Issue.record("\(schema.name)")
          continue
        }
        #expect(answer == HTTPAnswer(.ok, .json, Published.bytes(of: String(schema.name.dropLast(5))) ?? []))
      }
    }
    guard case .answer(let answer)? = plan("POST /schemas/failure-1.json") else {
      Issue.record("it is a call")
      return
    }
    #expect(answer.status == .methodNotAllowed)
  }

  @Test func `other paths below schemas are calls, as a component may have that name`() {
    for path in [
      "/schemas/failure-0.json", "/schemas/", "/schemas", "/schemas/failure-1.json/x", "/Schemas/failure-1.json",
    ] {
      switch plan("GET \(path)") {
      case .call(let call)?: #expect(!call.isOfDescription)
      // An empty part has no place in a path.
      case .answer(let answer)?: #expect(answer.status == .badRequest, "\(path)")
      default: Issue.record("\(path)")
      }
    }
  }

  @Test func `what asks for the description is no call of a component, and only reads`() {
    guard case .call(let call)? = plan("GET /openapi.json") else {
      Issue.record("it is no call")
      return
    }
    #expect(call.isOfDescription && !call.takesBody && call.call.onlyReads)
    guard case .answer(let answer)? = plan("POST /openapi.json") else {
      Issue.record("it is a call")
      return
    }
    #expect(answer.status == .methodNotAllowed)
    #expect(answer.fields.contains { "\($0.name)" == "Allow" && $0.value == "GET, HEAD, OPTIONS" })
  }

  @Test func `the article on serving has the table of statuses`() throws {
    let folder = Published.folder.split(separator: "/").dropLast(2).joined(separator: "/")
    let article = try #require(text(of: "/\(folder)/Kit/ComponentKit.docc/Serving.md"))
    let rows = HTTPStatus.meanings.map { meaning in
      "| \(meaning.statuses.map { "\($0.rawValue)" }.joined(separator: ", ")) | \(meaning.words) |"
    }
    #expect(article.contains((["| status | when |", "|---|---|"] + rows).joined(separator: "\n")))
  }

  private func text(of path: String) -> String? {
    Published.content(of: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
