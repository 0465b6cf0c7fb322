import Glibc
import TestThreads
import Testing

/// What servers meet: clients that go away, wait, say half or never read, actions that take their time, too much of
/// everything.
@Suite(.offPool) struct ServeHardshipTests {
  @Test func `a slow action, a slow client and one that never reads hold up nobody`() throws {
    let host = try ServedHost()
    let slow = try (0..<8).map { _ in try host.client() }
    for client in slow { client.call("/Serves/nap", "{\"milliseconds\":3000}") }
    let half = try host.client()
    half.write("POST /Serves/add HT")
    let deaf = try host.client()
    deaf.call("/Serves/lengthy", "{\"bytes\":30000000}")
    #expect(eventually { host.marks.filter { $0 == "napping" }.count == 8 })
    let client = try host.client()
    let begin = ContinuousClock.now
    for number in 1...200 {
      client.call("/Serves/add", "{\"number\":\(number)}")
      #expect(client.answer()?.body == "\(number + 1)\n")
    }
    #expect(ContinuousClock.now - begin < .seconds(2))
    for client in slow { #expect(client.answer()?.body == "3000\n") }
    #expect(deaf.answer()?.body.utf8.count == 30_000_003)
  }

  @Test(arguments: ["/healthz", "/Serves/look"], [false, true])
  func `a client that sends without an end holds up nobody, and takes no memory`(_ path: String, reads: Bool) throws {
    let host = try ServedHost()
    let other = try host.client()
    other.get("/Serves/look")
    #expect(other.answer()?.body == "1\n")
    let memory = host.memory
    let client = try host.client()
    let sender = EndlessSender(client.socket, "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n", reads: reads)
    defer { sender.end() }
    // All of it is only taken where its answers are.
    #expect(eventually { sender.sent > (reads ? 4 << 20 : 128 << 10) })
    for _ in 0..<20 {
      let begin = ContinuousClock.now
      other.get("/Serves/look")
      #expect(other.answer()?.body == "1\n")
      #expect(ContinuousClock.now - begin < .seconds(1))
    }
    #expect(host.memory - memory < 16 << 20, "\((host.memory - memory) >> 20) MiB")
    #expect(reads || sender.sent < 2 << 20)
  }

  @Test(arguments: ["/Serves/await", "/Serves/stay"])
  func `a client that goes away cancels its call`(_ path: String) throws {
    let host = try ServedHost()
    let client = try host.client()
    client.call(path)
    let (before, after) = path == "/Serves/await" ? ("deferred", "given up") : ("running", "noticed")
    #expect(eventually { host.marks == [before] })
    client.close()
    #expect(eventually { host.marks == [before, after] })
    #expect(host.end() == 0)
  }

  @Test func `a client that says how long it waits hears in time, also where the action does not`() throws {
    let host = try ServedHost()
    for path in ["/Serves/await", "/Serves/stay", "/Serves/hang"] {
      let client = try host.client()
      let begin = ContinuousClock.now
      client.call(path, headers: "Prefer: wait=1\r\n")
      let answer = try #require(client.answer())
      #expect(answer.status == 504, "\(path): \(answer)")
      // What gives up by itself has words of its own.
      let reason = path == "/Serves/stay" ? "seen" : "timed_out"
      #expect(answer.body.contains("\"code\":7,\"reason\":\"\(reason)\""), "\(path): \(answer)")
      let took = ContinuousClock.now - begin
      #expect(took > .milliseconds(900) && took < .seconds(4))
      // The connection serves the next one.
      client.call("/Serves/add", "{\"number\":1}")
      #expect(client.answer()?.body == "2\n")
    }
    host.send(SIGKILL)
    _ = host.finish()
  }

  @Test func `a client that leaves at any byte of a request does no harm`() throws {
    let host = try ServedHost()
    let request = Array(RawClient.request("/Serves/add", "{\"number\":1}").utf8)
    let before = host.sockets
    for count in 0...request.count {
      let client = try host.client()
      client.write(request.prefix(count))
      client.close()
    }
    let client = try host.client()
    client.write(request)
    #expect(client.answer()?.body == "2\n")
    client.close()
    #expect(eventually { host.sockets == before })
    #expect(host.end() == 0)
  }

  @Test func `who sends a head too slowly hears so`() throws {
    let host = try ServedHost()
    let client = try host.client()
    client.write("POST /Serves/add HTTP/1.1\r\nHost: localhost\r\n")
    var answer: RawAnswer?
    // A byte now and then does not help.
    for _ in 0..<30 {
      client.write("X")
      answer = client.answer(within: .milliseconds(600))
      if answer != nil { break }
    }
    #expect(answer?.status == 408 && answer?.headers["connection"] == "close", "\(String(describing: answer))")
    #expect(client.isClosed(within: .seconds(5)))
  }

  @Test func `progress comes as events, and a client that does not read misses some of it`() throws {
    let host = try ServedHost()
    let client = try host.client()
    client.call("/Serves/steps", "{\"count\":3,\"milliseconds\":50}", headers: "Accept: text/event-stream\r\n")
    let answer = try #require(client.answer())
    #expect(answer.headers["content-type"] == "text/event-stream")
    #expect(answer.body.contains("event: progress\ndata: {\"part\":1.0,\"message\":\"step\"}\n\n"))
    #expect(answer.body.hasSuffix("event: reply\ndata: 3\n\n"))
    let deaf = try host.client()
    deaf.call("/Serves/steps", "{\"count\":200000}", headers: "Accept: text/event-stream\r\n")
    #expect(eventually { host.marks.filter { $0 == "stepped" }.count == 2 })
    let all = try #require(deaf.answer())
    #expect(all.body.hasSuffix("event: reply\ndata: 200000\n\n"))
    #expect(all.body.utf8.count < 4_000_000)
  }

  @Test func `too many connections and too many calls are told so`() throws {
    let full = try ServedHost("--connections", "2")
    let held = try (0..<2).map { _ in try full.client() }
    for client in held {
      client.get("/healthz")
      #expect(client.answer()?.status == 200)
    }
    let third = try full.client()
    third.get("/healthz")
    let answer = try #require(third.answer())
    #expect(answer.status == 503 && answer.headers["retry-after"] == "1" && answer.body.contains("\"reason\":\"full\""))
    #expect(third.isClosed(within: .seconds(5)))
    held[0].close()
    #expect(
      eventually {
        guard let next = try? full.client() else { return false }
        next.get("/healthz")
        return next.answer()?.status == 200
      })
    let busy = try ServedHost("--calls", "3", "--target-calls", "2")
    let waiting = try (0..<2).map { _ in try busy.client() }
    for client in waiting { client.call("/Serves/await") }
    #expect(eventually { busy.marks.count == 2 })
    for client in waiting { client.close() }
    #expect(eventually { busy.marks.count == 4 })
    let again = try (0..<3).map { _ in try busy.client() }
    for client in again { client.call("/Serves/await") }
    let refused = again.compactMap { $0.answer(within: .seconds(2)) }
    #expect(refused.count == 1 && refused[0].status == 503 && refused[0].body.contains("\"reason\":\"busy\""))
    #expect(refused.first?.headers["retry-after"] == "1")
  }

  @Test func `calls of a component that nobody has called yet leave room for those of another`() throws {
    let host = try ServedHost("--target-calls", "2", in: Folder("serves", "paints"))
    let clients = try (0..<3).map { _ in try host.client() }
    for client in clients { client.call("/Serves/await") }
    #expect(eventually { host.marks.count == 2 })
    let refused = clients.compactMap { $0.answer(within: .seconds(1)) }
    #expect(refused.count == 1 && refused.first?.status == 503, "\(refused)")
    let other = try host.client()
    other.get("/Paints/page")
    #expect(other.answer()?.status == 200)
  }

  @Test func `more calls than threads wait for one, and all are answered`() throws {
    let host = try ServedHost("--threads", "2")
    let clients = try (0..<10).map { _ in try host.client() }
    for client in clients { client.call("/Serves/nap", "{\"milliseconds\":50}") }
    for client in clients { #expect(client.answer()?.body == "50\n") }
    #expect(host.threads < 16)
  }

  @Test func `what waits in all connections together has a limit, and small requests pass it`() throws {
    let host = try ServedHost("--held-bytes", "1000000", "--metrics")
    let clients = try (0..<6).map { _ in try host.client() }
    let text = String(repeating: "a", count: 299_990)
    for (number, client) in clients.enumerated() {
      client.write(
        "POST /Serves/add HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 300000\r\n\r\n"
      )
      client.write("{\"a\":\"\(text)")
      // One after the other, so that it is known whose is too much.
      if number == 2 { #expect(eventually { held(host) == 900_000 - 12 }, "\(held(host))") }
    }
    for client in clients.dropFirst(3) {
      let answer = try #require(client.answer())
      #expect(answer.status == 503 && answer.headers["connection"] == "close" && answer.headers["retry-after"] == "1")
      #expect(answer.body.contains("\"reason\":\"busy\",\"message\":\"too many bytes wait just now\""), "\(answer)")
    }
    let small = try host.client()
    let request = RawClient.request("/Serves/add", "{\"number\":1}")
    small.write(request.utf8.prefix(request.utf8.count - 4))
    usleep(20_000)
    small.write(request.utf8.suffix(4))
    #expect(small.answer()?.body == "2\n")
    // The first clients go on, and once that is over there is room again.
    for client in clients.prefix(3) {
      client.write("\"}" + String(repeating: " ", count: 2))
      #expect(client.answer()?.status == 400)
    }
    #expect(eventually { held(host) == 0 })
    // Answers count as well: one that nobody reads is cut off.
    let deaf = try host.client()
    deaf.call("/Serves/lengthy", "{\"bytes\":3000000}")
    // It must not read here: what is read while it is sent does not wait.
    #expect(deaf.isCutOff())
    #expect(host.end() == 0)
  }

  // How many bytes wait.
  private func held(_ host: ServedHost) -> Int {
    guard let client = try? host.client() else { return -1 }
    client.get("/metrics")
    let lines = client.answer()?.body.split(separator: "\n") ?? []
    return lines.compactMap { $0.wholeMatch(of: /host_held_bytes ([0-9]+)/).flatMap { Int($0.1) } }.first ?? -1
  }

  @Test func `two thousand idle connections cost no threads, and little memory`() throws {
    let host = try ServedHost()
    let first = try host.client()
    first.call("/Serves/add", "{\"number\":1}")
    _ = first.answer()
    let (threads, memory, sockets) = (host.threads, host.memory, host.sockets)
    let idle = try (0..<2000).map { _ in try host.client() }
    for client in idle.prefix(500) { client.call("/Serves/add", "{\"number\":1}") }
    for client in idle.prefix(500) { #expect(client.answer()?.body == "2\n") }
    #expect(eventually { host.sockets == sockets + 2000 })
    // The calls among them may have begun a few.
    #expect(host.threads <= threads + 16)
    // A debug build takes more than a release.
    #expect(host.memory - memory < 2000 * 8192)
    first.call("/Serves/add", "{\"number\":2}")
    #expect(first.answer()?.body == "3\n")
    for client in idle { client.close() }
    #expect(eventually { host.sockets == sockets })
    #expect(host.end() == 0)
  }
}
