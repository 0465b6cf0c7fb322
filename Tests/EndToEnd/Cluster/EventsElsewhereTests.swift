import ComponentKit
import Glibc
import TestThreads
import Testing

/// Events that cross from one `host serve --cluster` to others, through a real broker.
@Suite(.offPool, .broker) struct EventsElsewhereTests {
  private let policies = Folder()

  private func serve(
    _ broker: Broker, _ events: String?, in folder: Folder, _ options: [String] = [],
    at location: SourceLocation = #_sourceLocation
  ) throws -> ServedHost {
    var words = ["--cluster", broker.url, "--cluster-name", "shop"] + options
    if let events {
      let name = "\(folder.path.hashValue).json"
      policies.write("{\"elsewhere\":{\"events\":\(events)}}".utf8, as: name)
      words += ["--policy", policies(name)]
    }
    let host = try ServedHost(words: words, in: folder, at: location)
    if !eventually({ host.lines.contains("info connected to the broker \(broker.url)") }) {
      Issue.record("it does not connect: \(host.lines)", sourceLocation: location)
    }
    return host
  }

  @Test(arguments: [[], ["--isolate"]])
  func `an event is heard on hosts whose policy names it, once, and on no other one`(options: [String]) throws {
    let broker = try Broker()
    let near = try serve(broker, #"["Tells.told"]"#, in: Folder("tells"), options)
    let far = try serve(broker, #""*""#, in: Folder(), options)
    let third = try serve(broker, nil, in: Folder(), options)
    let places = Folder()
    let clients = try [near, far, third].enumerated().map { number, host in
      try host.connected("events", "Tells.told", out: places("\(number)"))
    }
    let client = try RawNats(broker.port)
    client.subscribe("shop.event.>")
    client.settle()
    var count = 0
    // Nothing tells when it has begun to hear.
    let isHeard = eventually {
      count += 1
      #expect(Run.host("--connect", near.control, "call", "Tells", "run").out == "\(count)\n")
      return !places.lines(of: "0").isEmpty && !places.lines(of: "1").isEmpty
    }
    #expect(isHeard)
    let message = try #require(client.next())
    #expect(message.subject == "shop.event.Tells.told" && message.payload == "1")
    #expect(message.headers["Component-Host"]?.utf8.count == 12)
    // What others publish is heard as what a component here does, but not what is none of its declared form.
    client.publish("shop.event.Tells.told", headers: [("Component-Host", "abc")], #""no""#)
    client.publish("shop.event.Tells.told", headers: [("Component-Host", "abc")], "1000")
    for number in 0..<2 {
      let file = "\(number)"
      #expect(eventually { places.lines(of: file).last == "Tells.told 1000" }, "\(places.lines(of: file))")
      let lines = places.lines(of: file)
      #expect(Set(lines).count == lines.count, "\(lines)")
      // Where its component is not loaded, nothing says what form it has.
      #expect(lines.contains("Tells.told \"no\"") == (number == 1), "\(lines)")
    }
    #expect(places.lines(of: "2").isEmpty)
    let refused = "warning an event 'Tells.told' of the host 'abc' is not heard: "
    #expect(eventually { near.lines.contains { $0.hasPrefix(refused) } }, "\(near.lines)")
    for client in clients {
      client.send(SIGINT)
      _ = client.finish()
    }
    #expect(near.end() == 0 && far.end() == 0 && third.end() == 0)
  }
}
