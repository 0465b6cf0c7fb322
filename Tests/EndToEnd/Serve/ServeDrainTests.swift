import Glibc
import Synchronization
import TestThreads
import Testing

/// What clients meet that send a request, or connect, just when a service is told to end.
@Suite(.offPool) struct ServeDrainTests {
  @Test func `a request on a connection that was open before is answered, as its last one`() throws {
    // Where the machine holds the test up the moment may be over.
    for _ in 0..<10 {
      let host = try ServedHost()
      let (busy, idle, used) = (try host.client(), try host.client(), try host.client())
      used.call("/Serves/add", "{\"number\":1}")
      #expect(used.answer()?.headers["connection"] == nil)
      busy.call("/Serves/nap", "{\"milliseconds\":600}")
      #expect(eventually { host.marks == ["napping"] })
      let began = ContinuousClock.now
      host.send(SIGTERM)
      // The thread that takes the file away tells all connections before it reads what they send.
      while access(host.socket, F_OK) == 0, ContinuousClock.now - began < .seconds(10) { usleep(1000) }
      for client in [idle, used] { client.call("/Serves/add", "{\"number\":4}") }
      if ContinuousClock.now - began > .milliseconds(500) { continue }
      for client in [idle, used] {
        let answer = try #require(client.answer())
        #expect(answer.status == 200 && answer.body == "5\n" && answer.headers["connection"] == "close")
        #expect(client.isClosed())
      }
      #expect(busy.answer()?.body == "600\n")
      #expect(host.finish() == 0)
      return
    }
    Issue.record("no host has begun to end within half a second")
  }

  @Test(arguments: ["10", "0.4", "0"])
  func `a connection that sends nothing is closed after a moment, which gives nothing up`(_ grace: String) throws {
    let host = try ServedHost("--grace", grace)
    let client = try host.client()
    client.get("/healthz")
    #expect(client.answer()?.status == 200)
    let silent = try host.client()
    let began = ContinuousClock.now
    host.send(SIGTERM)
    #expect(client.isClosed() && silent.isClosed())
    #expect(host.finish() == 0)
    let time = ContinuousClock.now - began
    #expect(time >= (grace == "0.4" ? .milliseconds(200) : .seconds(1)) && time < .seconds(20), "\(time)")
    #expect(host.lines.filter { $0.hasPrefix("warning") } == [])
  }

  @Test func `where clients leave at once nobody is waited for`() throws {
    let isQuick = try (0..<10).contains { _ in
      let host = try ServedHost()
      do {
        let client = try host.client()
        client.get("/healthz")
        #expect(client.answer()?.status == 200)
      }
      let began = ContinuousClock.now
      #expect(host.end() == 0)
      return ContinuousClock.now - began < .milliseconds(900)
    }
    #expect(isQuick)
  }

  @Test func `the log counts what is given up`() throws {
    let host = try ServedHost("--grace", "0.5")
    let (client, other) = (try host.client(), try host.client())
    client.call("/Serves/stay")
    other.write("POST /Serves/add HTTP/1.1\r\n")
    #expect(eventually { host.marks == ["running"] })
    host.send(SIGTERM)
    #expect(client.answer()?.status == 503)
    #expect(host.finish() == 0)
    let said = "warning what goes on after 0.5 seconds is given up: 1 call, 2 connections"
    #expect(host.lines.contains(said), "\(host.lines)")
  }

  @Test func `those that have connected in time are answered, however many they are`() throws {
    let host = try ServedHost()
    // All wait at its door when it goes on.
    host.send(SIGSTOP)
    let clients = try (0..<400).map { number in
      let client = try host.client()
      client.call("/Serves/add", "{\"number\":\(number)}")
      return client
    }
    host.send(SIGTERM)
    host.send(SIGCONT)
    for (number, client) in clients.enumerated() {
      let answer = try #require(client.answer(), "\(number)")
      #expect(answer.status == 200 && answer.body == "\(number + 1)\n")
    }
    #expect(host.finish() == 0)
  }

  @Test func `at the last moment a client is refused or answered`() throws {
    let host = try ServedHost()
    let path = host.socket
    let count = Mutex((answered: 0, lost: 0))
    let threads = (0..<6).map { _ in
      Thread {
        while let client = RawClient(ifAnyAt: path) {
          client.call("/Serves/add", "{\"number\":1}")
          let isAnswered = client.answer()?.body == "2\n"
          count.withLock { $0 = ($0.answered + (isAnswered ? 1 : 0), $0.lost + (isAnswered ? 0 : 1)) }
        }
      }
    }
    usleep(200_000)
    #expect(host.end() == 0)
    for thread in threads { thread.join() }
    #expect(count.withLock { $0.answered } > 100)
    #expect(count.withLock { $0.lost } == 0)
  }

  @Test func `two signals at once are one, and a second one later ends it at once`() throws {
    for _ in 0..<5 {
      let host = try ServedHost()
      let client = try host.client()
      host.send(SIGTERM)
      host.send(SIGINT)
      #expect(client.isClosed())
      #expect(host.finish() == 0)
    }
    let host = try ServedHost()
    let client = try host.client()
    client.call("/Serves/stay")
    #expect(eventually { host.marks == ["running"] })
    host.send(SIGTERM)
    usleep(400_000)
    host.send(SIGTERM)
    #expect(host.finish() == 128 + SIGTERM)
  }
}
