import ComponentKit
import Glibc
import TestThreads
import Testing

/// Clients that are broken or mean no good, and what exactly they get.
@Suite(.offPool) struct MCPHostileTests {
  /// What a client sends on a line, and the code of the error that it gets; nil where it gets nothing.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let line: String
    let code: Int?
    var id: Value = .null

    var testDescription: String { name }
  }

  static let before: [Case] = [
    Case(name: "nothing", line: "", code: nil),
    Case(name: "space", line: " \t\r", code: nil),
    Case(name: "no JSON", line: "hello", code: -32700),
    Case(name: "half of it", line: "{\"jsonrpc\":\"2.0\",\"id\":1", code: -32700),
    Case(name: "HTTP", line: "GET / HTTP/1.1", code: -32700),
    Case(name: "a header of another protocol", line: "Content-Length: 20", code: -32700),
    Case(name: "two on a line", line: "{} {}", code: -32700),
    Case(name: "a key twice", line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}", code: -32700),
    Case(name: "no UTF-16", line: "{\"jsonrpc\":\"2.0\",\"id\":\"\\ud800\",\"method\":\"ping\"}", code: -32700),
    Case(name: "deeper than JSON may nest", line: String(repeating: "[", count: 5000), code: -32700),
    Case(name: "a number", line: "7", code: -32600), Case(name: "null", line: "null", code: -32600),
    Case(name: "a list", line: "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", code: -32600),
    Case(name: "an empty object", line: "{}", code: -32600),
    Case(name: "another JSON-RPC", line: "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", code: -32600, id: 1),
    Case(name: "no JSON-RPC", line: "{\"id\":1,\"method\":\"ping\"}", code: -32600, id: 1),
    Case(name: "a number for JSON-RPC", line: "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"ping\"}", code: -32600, id: 1),
    Case(name: "no method", line: "{\"jsonrpc\":\"2.0\",\"id\":1}", code: -32600, id: 1),
    Case(name: "a method that is no text", line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", code: -32600, id: 1),
    Case(name: "null for an id", line: "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", code: -32600),
    Case(name: "a fraction for an id", line: "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", code: -32600),
    Case(name: "a list for an id", line: "{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"ping\"}", code: -32600),
    Case(
      name: "parameters in a list", line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}",
      code: -32602, id: 1),
    Case(
      name: "null for parameters", line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"none\",\"params\":null}",
      code: -32601, id: 1),
    Case(name: "no such method", line: "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"\"}", code: -32601, id: "x"),
    Case(
      name: "what there is not here", line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\"}",
      code: -32601, id: 1),
    Case(name: "a notice that nobody knows", line: "{\"jsonrpc\":\"2.0\",\"method\":\"\",\"params\":[1]}", code: nil),
    Case(name: "an answer to nothing", line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", code: nil),
    Case(name: "an error for nothing", line: "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{}}", code: nil),
    Case(
      name: "tools without a beginning", line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", code: -32602,
      id: 1),
    Case(
      name: "a call without a beginning", line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}",
      code: -32602, id: 1),
    Case(
      name: "a probe without its revision", line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"}",
      code: -32602, id: 1),
    Case(name: "no revision", line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}", code: -32602, id: 1),
    Case(
      name: "a number for a revision",
      line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":2}}", code: -32602,
      id: 1),
    Case(
      name: "a stateless revision that nobody knows",
      line:
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\(MCPTests.meta(revision: "2031-01-01"))}}",
      code: -32022, id: 1),
    Case(
      name: "an agreed revision without its handshake",
      line:
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\(MCPTests.meta(revision: "2025-11-25"))}}",
      code: -32022, id: 1),
    Case(
      name: "no capabilities",
      line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":"
        + "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}", code: -32602, id: 1),
    Case(
      name: "a list for a revision",
      line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":"
        + "{\"io.modelcontextprotocol/protocolVersion\":[]}}}", code: -32602, id: 1),
    Case(
      name: "what the stateless revision has not",
      line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\(MCPTests.meta())}}", code: -32601, id: 1),
    Case(
      name: "nothing to listen to",
      line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscriptions/listen\",\"params\":{\(MCPTests.meta())}}",
      code: -32602, id: 1),
  ]

  // A call of the tool that adds, which is never made.
  private static func called(_ arguments: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"params\":{\"name\":\"Serves-add\",\"arguments\":{\(arguments)}},\"id\":9,"
      + "\"method\":\"tools/call\"}"
  }

  static let behind: [Case] = [
    Case(name: "a list of messages", line: "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", code: -32600),
    Case(
      name: "what another revision has", line: "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"server/discover\"}",
      code: -32601, id: 9),
    Case(name: "no tool", line: "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\"}", code: -32602, id: 9),
    Case(
      name: "a list for a tool",
      line: "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":[]}}", code: -32602, id: 9),
    Case(
      name: "arguments in a list",
      line:
        "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":\"Serves-add\",\"arguments\":[4]}}",
      code: -32602, id: 9),
    Case(
      name: "a number that no value holds, in the arguments of a call",
      line: called("\"number\":12345678901234567890"), code: -32602, id: 9),
    Case(name: "a number beyond doubles", line: called("\"number\":1e400"), code: -32602, id: 9),
    Case(name: "half a character", line: called("\"text\":\"\\\"\\ud83d\""), code: -32602, id: 9),
    Case(name: "an argument twice", line: called("\"a\":{\"id\":3},\"a\":[]"), code: -32602, id: 9),
    Case(
      name: "arguments that nest too deep",
      line: called("\"a\":" + String(repeating: "[", count: 200) + String(repeating: "]", count: 200)), code: -32602,
      id: 9),
    Case(
      name: "a key twice beside the id", line: "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\",\"method\":\"ping\"}",
      code: -32600, id: 9),
    Case(
      name: "a number that no value holds, and no end", line: "{\"id\":9,\"method\":\"ping\",\"a\":1e400", code: -32700),
    Case(
      name: "a tool with a name of a megabyte nearly",
      line: "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":\""
        + String(repeating: "a", count: 1_000_000) + "\"}}", code: -32602, id: 9),
    Case(
      name: "what no tool's name can have",
      line: "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":\"../x\"}}", code: -32602,
      id: 9),
    Case(
      name: "logging",
      line: "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"logging/setLevel\",\"params\":{\"level\":\"debug\"}}",
      code: -32601, id: 9),
  ]

  @Test func `what is no message is answered by its error, and nothing else happens`() throws {
    let client = try MCPClient()
    try check(MCPHostileTests.before, client)
    #expect(client.errors == "")
    #expect(client.end() == 0)
  }

  @Test func `the same holds behind a handshake`() throws {
    let client = try MCPClient()
    try client.begin("2025-11-25")
    try check(MCPHostileTests.behind, client)
    try check(MCPHostileTests.before.filter { $0.code != -32602 }, client)
    #expect(client.end() == 0)
  }

  private func check(_ cases: [Case], _ client: MCPClient) throws {
    for each in cases {
      client.line(each.line)
      // What is answered comes before the answer to this.
      client.line("{\"jsonrpc\":\"2.0\",\"id\":\"behind\",\"method\":\"ping\"}")
      var answer = client.next()
      if let code = each.code {
        let error = answer?["error"]
        #expect(error?["code"] == .int(code) && answer?["id"] == each.id, "\(each.name): \(answer ?? .null)")
        #expect(error?["message"]?.text?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } == true, "\(each.name)")
        #expect((error?["message"]?.text?.utf8.count ?? 0) < 300, "\(each.name)")
        answer = client.next()
      }
      #expect(answer == ["jsonrpc": "2.0", "id": "behind", "result": [:]], "\(each.name): \(answer ?? .null)")
    }
  }

  @Test func `bytes that are no text, and nothing but zeros, are no JSON`() throws {
    let client = try MCPClient()
    for bytes: [UInt8] in [[0xFF, 0xFE], [0], [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], [0xC0, 0x80], [0x1B, 0x5B, 0x41]] {
      client.write(bytes + [UInt8(ascii: "\n")])
      #expect(client.next()?["error"]?["code"] == -32700, "\(bytes)")
    }
  }

  @Test func `a message that is too long is told of once, and what comes behind it is heard`() throws {
    let client = try MCPClient("--message", "1000")
    let ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"
    for length in [1001, 70_000, 3_000_000] {
      client.line("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + String(repeating: "a", count: length) + "\"}")
      #expect(
        client.next()?["error"] == ["code": -32600, "message": "the message is longer than 1000 bytes"], "\(length)")
      client.line(ping)
      #expect(client.next()?["result"] == [:])
    }
    client.line(ping + String(repeating: " ", count: 1000 - ping.utf8.count))
    #expect(client.next()?["result"] == [:])
    // Without an end of its line it would be kept for ever.
    client.write(Array(repeating: UInt8(ascii: "["), count: 2000))
    #expect(client.next()?["error"]?["code"] == -32600)
    client.write([UInt8(ascii: "\n")])
    client.line(ping)
    #expect(client.next()?["result"] == [:])
  }

  @Test func `a message that comes byte by byte is the same as one that comes at once`() throws {
    let client = try MCPClient()
    let lines =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n"
    for byte in lines.utf8 {
      client.write([byte])
      usleep(200)
    }
    #expect([client.next()?["id"], client.next()?["id"]] == [1, 2])
    client.write((lines + lines).utf8)
    #expect((0..<4).map { _ in client.next()?["id"]?.int } == [1, 2, 1, 2])
  }

  @Test func `an id that is being answered names no other request`() throws {
    let client = try MCPClient()
    try client.begin("2025-11-25")
    let stay = "{\"jsonrpc\":\"2.0\",\"id\":\"same\",\"method\":\"tools/call\",\"params\":{\"name\":\"Serves-stay\"}}"
    client.line(stay)
    #expect(eventually { client.marks.contains("running") })
    client.line(stay)
    #expect(client.next()?["error"]?["code"] == -32600)
    client.line(stay.replacing("Serves-stay", with: "Serves-secret"))
    #expect(client.next()?["error"]?["code"] == -32600)
    // A number and a text are two names, and so are two spellings of a letter.
    client.line("{\"jsonrpc\":\"2.0\",\"id\":\"sam\u{65}\u{301}\",\"method\":\"ping\"}")
    #expect(client.next()?["result"] == [:])
    #expect(client.marks == ["running"])
  }

  @Test func `a client that reads nothing holds up nobody but itself, and the host keeps little for it`() throws {
    let client = try MCPClient()
    try client.begin("2025-11-25")
    client.call("Serves-add", "{\"number\":1}")
    #expect(client.next()?["result"] != nil)
    // Far more than it will take as long as nobody reads.
    let input = client.input
    let writer = Thread {
      for number in 1...20_000 {
        let call = "\"method\":\"tools/call\",\"params\":{\"name\":\"Serves-add\",\"arguments\":{\"number\":\(number)}}"
        MCPClient.write("{\"jsonrpc\":\"2.0\",\"id\":\(number),\(call)}\n".utf8, to: input)
      }
    }
    usleep(700_000)
    let memory = MCPHostileTests.memory(of: client.process)
    #expect(memory < 300 << 20, "\(memory)")
    // In any order, each once.
    var answered: Set<Int> = []
    while answered.count < 20_000, let id = client.next()?["id"]?.int, answered.insert(id).inserted {}
    // Its writer would wait for ever.
    if answered.count < 20_000 { client.send(SIGKILL) }
    writer.join()
    #expect(answered.count == 20_000)
    #expect(client.end() == 0)
  }

  @Test func `a client that has ended while it has much to read is not waited for`() throws {
    let client = try MCPClient()
    try client.begin("2025-11-25")
    client.call("Serves-lengthy", "{\"bytes\":3000000}")
    var ready = pollfd(fd: client.output, events: Int16(POLLIN), revents: 0)
    #expect(poll(&ready, 1, 20_000) == 1)
    usleep(300_000)
    client.closeInput()
    // Nothing is read.
    var said = siginfo_t()
    let hasEnded = eventually {
      waitid(P_PID, UInt32(client.process), &said, WEXITED | WNOHANG | WNOWAIT) == 0 && said.si_signo == SIGCHLD
    }
    #expect(hasEnded)
    if !hasEnded { client.send(SIGKILL) }
    #expect(client.finish() == 0)
  }

  private static func memory(of process: pid_t) -> Int {
    let file = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = max(0, read(file, &bytes, bytes.count))
    let words = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ")
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 4096
  }

  @Test func `hundreds who listen are too many`() throws {
    let client = try MCPClient()
    var codes: [Value?] = []
    for _ in 0..<34 {
      client.ask("subscriptions/listen", "{\"notifications\":{\"toolsListChanged\":true},\(MCPTests.meta())}")
      codes.append(client.next()?["error"]?["code"])
    }
    #expect(codes == Array(repeating: nil, count: 32) + [-32603, -32603])
    client.folder.put("good")
    let told = (0..<32).map { _ in client.next()?["params"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"]?.int }
    #expect(told.compactMap { $0 }.sorted() == Array(1...32))
  }
}
