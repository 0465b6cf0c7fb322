import Testing

@testable import ComponentDoors

@Suite struct ResponseWriterTests {
  private let writer = ResponseWriter(date: HTTPDate(seconds: 1_795_501_100))

  private func text(_ write: (ResponseWriter, inout [UInt8]) -> Void) -> String {
    var output: [UInt8] = []
    write(writer, &output)
    return String(decoding: output, as: UTF8.self)
  }

  private let date = "Date: Tue, 24 Nov 2026 06:18:20 GMT\r\n"
  private let json = "Content-Type: application/json\r\nX-Content-Type-Options: nosniff\r\n"

  @Test func `an answer is its head and its body`() {
    let answer = HTTPAnswer(.ok, .json, Array("{}\n".utf8))
    #expect(
      text { $0.append(answer, .init(), to: &$1) } == "HTTP/1.1 200 OK\r\n\(date)\(json)Content-Length: 3\r\n\r\n{}\n")
    #expect(
      text { $0.append(answer, .init(isHead: true), to: &$1) }
        == "HTTP/1.1 200 OK\r\n\(date)\(json)Content-Length: 3\r\n\r\n")
    #expect(
      text { $0.append(answer, .init(closes: true), to: &$1) }
        == "HTTP/1.1 200 OK\r\n\(date)\(json)Connection: close\r\nContent-Length: 3\r\n\r\n{}\n")
    #expect(
      text { $0.append(answer, .init(isCurrent: false), to: &$1) }
        == "HTTP/1.1 200 OK\r\n\(date)\(json)Connection: keep-alive\r\nContent-Length: 3\r\n\r\n{}\n")
  }

  @Test func `an answer without a body says so, but where it can't have one`() {
    #expect(
      text { $0.append(HTTPAnswer(.notFound), .init(), to: &$1) }
        == "HTTP/1.1 404 Not Found\r\n\(date)Content-Length: 0\r\n\r\n")
    for status in [HTTPStatus.noContent, .notModified] {
      let answer = HTTPAnswer(status, .none, Array("never".utf8))
      #expect(
        text { $0.append(answer, .init(), to: &$1) }
          == "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n\(date)\r\n")
    }
  }

  @Test func `what is in a field's value begins no line`() {
    var answer = HTTPAnswer(.noContent)
    answer.fields = [("X-A", "1\r\nX-B: 2\0"), ("X-C", "")]
    #expect(
      text { $0.append(answer, .init(), to: &$1) }
        == "HTTP/1.1 204 No Content\r\n\(date)X-A: 1  X-B: 2 \r\nX-C: \r\n\r\n")
  }

  @Test func `a body of unknown length comes in chunks, or ends with the connection`() {
    let answer = HTTPAnswer(.ok, .events)
    let head = "Content-Type: text/event-stream\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n"
    func all(_ terms: ResponseWriter.Terms) -> String {
      text { writer, output in
        writer.appendStart(answer, terms, to: &output)
        writer.append(piece: Array(repeating: UInt8(ascii: "a"), count: 26), terms, to: &output)
        writer.append(piece: [], terms, to: &output)
        writer.append(piece: "b".utf8, terms, to: &output)
        writer.appendEnd(terms, to: &output)
      }
    }
    let letters = String(repeating: "a", count: 26)
    #expect(
      all(.init())
        == "HTTP/1.1 200 OK\r\n\(date)\(head)Transfer-Encoding: chunked\r\n\r\n1a\r\n\(letters)\r\n1\r\nb\r\n0\r\n\r\n")
    #expect(all(.init(isCurrent: false)) == "HTTP/1.1 200 OK\r\n\(date)\(head)Connection: close\r\n\r\n\(letters)b")
  }

  @Test func `a client that waits is let go on`() {
    #expect(text { $0.appendContinue(to: &$1) } == "HTTP/1.1 100 Continue\r\n\r\n")
  }

  @Test(
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"),
      (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"), (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    ])
  func `a date is that of the calendar`(seconds: Int, text: String) {
    #expect(String(decoding: HTTPDate(seconds: seconds).bytes, as: UTF8.self) == text)
  }
}
