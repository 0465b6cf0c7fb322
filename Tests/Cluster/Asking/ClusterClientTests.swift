import ComponentHost
import ComponentKit
import Synchronization
import TestThreads
import Testing

@testable import ComponentCluster

/// What is asked of a cluster, whatever its broker sends.
@Suite(.offPool) struct ClusterClientTests {
  /// A client that a broker has let in.
  private func client(_ broker: FakeBroker) throws -> ClusterClient {
    let client = try ClusterClient(
      ClusterDoor.Settings([broker.address], name: "shop"), as: HostProgram("tester"))
    _ = try broker.letIn()
    try client.connect(within: .seconds(10))
    return client
  }

  /// What was asked: the number of the subscription for its answers, and where they go to.
  private func question(_ broker: FakeBroker) -> (subject: String, number: String, inbox: String) {
    var number = ""
    while true {
      let words = broker.line().split(separator: " ").map(String.init)
      if words.first == "SUB" { number = words.last ?? "" }
      if words.first == "PING" { broker.say("PONG") }
      if words.isEmpty || words.first == "PUB" {
        if let count = words.last.flatMap({ Int($0) }) { _ = broker.bytes(count) }
        return (words.count > 2 ? words[1] : "", number, words.count > 2 ? words[2] : "")
      }
    }
  }

  private func said(_ name: String, host: String, cluster: String = "shop") -> String {
    "{\"name\":\"\(name)\",\"version\":\"1.0.0\",\"metadata\":{\"cluster\":\"\(cluster)\",\"host\":\"\(host)\"}}"
  }

  @Test func `what is said within the time is gathered, each once, and what is of others is not`() throws {
    let broker = try FakeBroker()
    let client = try client(broker)
    let gathered = onThread {
      client.gather(
        .presence, ClusterClient.Patience(first: .seconds(10), pause: .milliseconds(300), all: .seconds(20)))
    }
    let asked = question(broker)
    #expect(asked.subject == "$SRV.PING")
    for text in [
      said("B", host: "1"), said("A", host: "2"), said("A", host: "1"), said("A", host: "1"), "x", "{}",
      said("C", host: "1", cluster: "other"), said("a.b", host: "1"), said("D", host: ""),
    ] { broker.say("MSG \(asked.inbox) \(asked.number) \(text.utf8.count)\r\n\(text)") }
    let result = gathered()
    #expect(result.services.map { "\($0.name) \($0.host)" } == ["A 1", "A 2", "B 1"])
    #expect(result.hasOthers && !result.isCut)
    client.end()
  }

  @Test func `a broker that says that nobody is there is believed at once`() throws {
    let broker = try FakeBroker()
    let client = try client(broker)
    let began = ContinuousClock.now
    let gathered = onThread {
      client.gather(
        .actions, of: "A", ClusterClient.Patience(first: .seconds(20), pause: .seconds(20), all: .seconds(20)))
    }
    let asked = question(broker)
    #expect(asked.subject == "$SRV.INFO.A")
    broker.say("HMSG \(asked.inbox) \(asked.number) 16 16\r\nNATS/1.0 503\r\n\r\n")
    #expect(gathered().services.isEmpty)
    #expect(ContinuousClock.now - began < .seconds(15))
    client.end()
  }

  @Test func `a flood of services fills no memory, and ends the wait`() throws {
    let broker = try FakeBroker()
    let client = try client(broker)
    let began = ContinuousClock.now
    let gathered = onThread {
      client.gather(
        .presence, ClusterClient.Patience(first: .seconds(60), pause: .seconds(60), all: .seconds(60)))
    }
    let asked = question(broker)
    for first in stride(from: 0, to: 70_000, by: 500) {
      let lines = (first..<(first + 500)).map { number in
        let text = said("A\(number)", host: "1")
        return "MSG \(asked.inbox) \(asked.number) \(text.utf8.count)\r\n\(text)"
      }
      broker.say(lines.joined(separator: "\r\n"))
    }
    let result = gathered()
    #expect(result.isCut && result.services.count == 65_536)
    #expect(ContinuousClock.now - began < .seconds(50))
    client.end()
  }

  @Test func `a broker that sends what is none of the protocol ends the connection, and nobody waits for long`() throws
  {
    let broker = try FakeBroker()
    let client = try client(broker)
    let gathered = onThread {
      client.gather(
        .presence, ClusterClient.Patience(first: .milliseconds(300), pause: .seconds(60), all: .seconds(60)))
    }
    _ = question(broker)
    broker.say("MSG a b c d e f")
    #expect(gathered().services.isEmpty)
    client.end()
  }

  @Test func `what a component is is asked of one host, and each end of that is told`() throws {
    let broker = try FakeBroker()
    let client = try client(broker)
    func end(_ answer: (String, String) -> String?) -> String {
      let told = onThread { () -> String in
        do throws(Failure) {
          return "\(try client.describe("A", target: "A", action: "b", major: 3, within: .milliseconds(400)))"
        } catch {
          return "\(error.code) \(error.reason)"
        }
      }
      let asked = question(broker)
      #expect(asked.subject == "shop.about.3.A")
      if let line = answer(asked.inbox, asked.number) { broker.say(line) }
      return told()
    }
    func message(_ head: String, _ text: String) -> (String, String) -> String {
      { inbox, number in
        let head = "NATS/1.0\(head)\r\n\r\n"
        return "HMSG \(inbox) \(number) \(head.utf8.count) \(head.utf8.count + text.utf8.count)\r\n\(head)\(text)"
      }
    }
    #expect(end(message("\r\nComponent-Host: 1", "{\"name\":\"A\"}")).contains("A"))
    #expect(end(message(" 503", "")) == "not_found not_described")
    #expect(end(message("\r\nComponent-Host: 1", "{")) == "failed invalid_answer")
    #expect(
      end(message("\r\nComponent-Host: 1\r\nComponent-Failure: not_found\r\nComponent-Reason: not_found", ""))
        == "not_found not_found")
    #expect(end(message("\r\nComponent-Host: 1\r\nComponent-Failure: what", "")) == "failed invalid_answer")
    // Of no host at all.
    #expect(end(message("\r\nOther: 1", "{}")) == "timed_out elsewhere_timed_out")
    #expect(end { _, _ in nil } == "timed_out elsewhere_timed_out")
    client.end()
  }

  @Test func `without a broker it is told what keeps it away`() throws {
    let broker = try BrokerAddress("nats://127.0.0.1:1")
    let client = try ClusterClient(ClusterDoor.Settings([broker], name: "shop"), as: HostProgram("tester"))
    var told: Failure?
    do throws(Failure) { try client.connect(within: .seconds(20)) } catch { told = error }
    #expect(told?.reason == "unreachable" && told?.code == .refused)
    #expect(told?.details["faults"] == ["the broker nats://127.0.0.1:1 can't be reached: Connection refused"])
    client.end()
    #expect(throws: (any Error).self) {
      try ClusterClient(ClusterDoor.Settings([broker], name: "a.b"), as: HostProgram("x"))
    }
  }
}

/// Begins something on a thread of its own, and waits for it when it is asked what came of it.
private func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) -> () -> T {
  let result = Told<T>()
  let thread = Thread {
    let value = body()
    result.value.withLock { $0 = value }
  }
  return {
    thread.join()
    return result.value.withLock { $0! }
  }
}

private final class Told<T: Sendable>: Sendable { let value = Mutex<T?>(nil) }
