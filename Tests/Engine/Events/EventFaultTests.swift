import ComponentABI
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// What can't be published, observed or declared.
@Suite(.offPool) struct EventFaultTests {
  private func said(_ host: Host, _ event: String, _ value: Value = nil) -> Failure? {
    failure { () throws(Failure) in
      try host.mediator.call("Ticker", "publish", ["event": .text(event), "value": value])
    }
  }

  private func observed() throws -> (Host, [ComponentKit.Observation]) {
    let host = Host()
    try host.register(Ticker.self)
    return (host, [try host.mediator.observe("Ticker.ticked", "Ticker.said", "Ticker.moved") { _ in }])
  }

  @Test(arguments: [false, true])
  func `a component publishes nothing but what it has declared, whether somebody observes it or not`(isObserved: Bool)
    throws
  {
    let host = Host()
    try host.register(Ticker.self)
    let observation = try isObserved ? host.mediator.observe("Ticker.other", "Clock.ticked") { _ in } : nil
    #expect(said(host, "Clock.ticked")?.message == "Ticker can't publish 'Clock.ticked', which is not its own")
    #expect(said(host, "Clock.ticked")?.code == .denied)
    #expect(said(host, "host:loaded")?.reason == "foreign_event")
    #expect(
      said(host, "Ticker.ticket")?.message
        == "Ticker has not declared the event 'Ticker.ticket'; a similar one is 'Ticker.ticked'")
    #expect(said(host, "Ticker.other")?.code == .notFound)
    for name in ["", "Ticker", "Ticker.", ".ticked", "Ticker..ticked", "host:", "host:other", "Ticker ticked"] {
      #expect(said(host, name)?.reason == "invalid_event", "\(name)")
    }
    #expect(said(host, String(repeating: "T", count: 5000))?.message == "the name of an event can't be read")
    withExtendedLifetime(observation) {}
  }

  @Test func `the program publishes nothing`() throws {
    let (host, observations) = try observed()
    let failed = failure { () throws(Failure) in
      try host.mediator.publish("Ticker.ticked", 1)
      return nil
    }
    #expect(failed?.reason == "foreign_event" && failed?.code == .denied)
    withExtendedLifetime(observations) {}
  }

  @Test func `what is said has the declared form`() throws {
    let (host, observations) = try observed()
    #expect(said(host, "Ticker.ticked", 3) == nil)
    #expect(said(host, "Ticker.ticked", 3.0) == nil)
    #expect(
      said(host, "Ticker.ticked", "three")?.message
        == "what is said of 'Ticker.ticked' has another form: it must be an int, not the text 'three'")
    #expect(said(host, "Ticker.ticked")?.reason == "invalid_value")
    #expect(said(host, "Ticker.moved", ["from": 1, "to": 2]) == nil)
    #expect(said(host, "Ticker.moved", ["from": 1])?.reason == "invalid_value")
    withExtendedLifetime(observations) {}
  }

  @Test func `what lives in this process is no part of an event`() throws {
    let (host, observations) = try observed()
    for value: Value in [
      .object(Object(Supply())), .function(Function { _ in nil }), ["deep": [.object(Object(Supply()))]],
    ] {
      #expect(said(host, "Ticker.said", value)?.message.contains("it holds an object or a function") == true)
    }
    withExtendedLifetime(observations) {}
  }

  @Test func `an event is no larger than its limit`() throws {
    let (host, observations) = try observed()
    let limit = Int(COMPONENT_EVENT_SIZE_LIMIT)
    #expect(said(host, "Ticker.said", .bytes([UInt8](repeating: 1, count: limit))) == nil)
    #expect(
      said(host, "Ticker.said", .bytes([UInt8](repeating: 1, count: limit + 1)))?.message.contains("larger than 1 MiB")
        == true)
    withExtendedLifetime(observations) {}
  }

  @Test func `what is broken is refused where somebody would hear it, and not looked at where nobody does`() throws {
    let (host, observations) = try observed()
    let ticker = try #require(host.loader.loaded["Ticker"])
    let table = UnsafePointer(ticker.functions.pointee.seat).handle
    func publish(_ value: component_value) -> Int32 {
      var value = value
      return table.pointee.publish(table, Ear.text("Ticker.said"), &value, nil, nil)
    }
    for odd in Odd.allCases { #expect(publish(odd.value) == COMPONENT_FAILURE_INVALID, "\(odd)") }
    var unknown = component_value()
    unknown.kind = 77
    #expect(publish(unknown) == COMPONENT_FAILURE_INVALID)
    for observation in observations { observation.cancel() }
    for odd in Odd.allCases { #expect(publish(odd.value) == COMPONENT_OK, "\(odd)") }
  }

  @Test func `null and names that are no text are refused`() throws {
    let host = Host()
    try host.register(Ticker.self)
    let ticker = try #require(host.loader.loaded["Ticker"])
    let table = UnsafePointer(ticker.functions.pointee.seat).handle
    var value = component_value()
    let bytes: [CChar] = [-1, -2]
    bytes.withUnsafeBufferPointer { bytes in
      for text in [
        component_text(), component_text(bytes: nil, length: 7), component_text(bytes: bytes.baseAddress, length: 2),
        component_text(bytes: bytes.baseAddress, length: -1),
      ] {
        #expect(table.pointee.publish(table, text, &value, nil, nil) == COMPONENT_FAILURE_INVALID)
        var names = text
        withUnsafePointer(to: &names) { names in
          #expect(observe(table) { $0.events = names } == COMPONENT_FAILURE_INVALID)
        }
      }
    }
    #expect(observe(table) { $0.events = NullTests.nothing() } == COMPONENT_FAILURE_INVALID)
    #expect(observe(table) { $0.event_count = 0 } == COMPONENT_FAILURE_INVALID)
    #expect(observe(table) { $0.event_count = -1 } == COMPONENT_FAILURE_INVALID)
    #expect(observe(table) { $0.event_count = 257 } == COMPONENT_FAILURE_INVALID)
    #expect(observe(table) { $0.size = 48 } == COMPONENT_FAILURE_INVALID)
    #expect(observe(table) { $0.limit = COMPONENT_NOTICE_COUNT_LIMIT + 1 } == COMPONENT_FAILURE_INVALID)
    #expect(observe(table) { $0.heard = NullTests.nothing(Hearing.self) } == COMPONENT_FAILURE_INVALID)
    #expect(observe(table) { _ in } == COMPONENT_OK)
  }

  private typealias Hearing = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<component_notice>) -> Void

  // One that was taken goes on: nobody gives a context back that the host has not got.
  private func observe(_ table: HostTable, _ change: (inout component_observer) -> Void) -> Int32 {
    var name = Ear.text("Ticker.ticked")
    return withUnsafePointer(to: &name) { name in
      var observer = component_observer(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_observer>.size), events: name, event_count: 1,
        limit: 0, flags: 0, heard: { _, _ in }, context: nil, release: { _ in Issue.record("it is given back") })
      change(&observer)
      var observation: OpaquePointer?
      let code = table.pointee.observe(table, &observer, &observation)
      #expect((code == COMPONENT_OK) == (observation != nil))
      return code
    }
  }

  @Test(arguments: ["", "Library", "host:gone", "Library.", "9.x", "a b.c", "Library.changed\n"])
  func `a name that no event can have is not observed`(name: String) {
    let failed = failure { () throws(Failure) in
      _ = try Host().mediator.observe(name) { _ in }
      return nil
    }
    #expect(failed?.reason == "invalid_event")
  }

  // MARK: declarations

  private struct Early: Component {
    static let outcome = Guarded<[String]>([])
    init(mediator: Mediator) {
      let failed = [
        failure { () throws(Failure) in
          try mediator.publish("Early.woke")
          return nil
        },
        failure { () throws(Failure) in
          _ = try mediator.observe("Early.woke") { _ in }
          return nil
        },
      ]
      Early.outcome.withLock { $0 = failed.map { $0?.reason ?? "" } }
    }
    var actions: [Action] { Action("x") { _ in nil } }
    var events: [EventDeclaration] { EventDeclaration("Early.woke") }
  }

  @Test func `nothing is published or observed from inside register`() throws {
    try Host().register(Early.self)
    #expect(Early.outcome.withLock { $0 } == ["not_registered", "invalid_event"])
  }

  private func refusal(_ event: StaticString, type: StaticString = "", twice: Bool = false) -> String? {
    let registrant = Registrant()
    do throws(Refusal) {
      try registrant.register("Teller", in: Host()) { registrant in
        let codes = [registrant.describe(), registrant.target(hasInstances: false), registrant.action("run")]
        let more = (0..<(twice ? 2 : 1)).map { _ in registrant.event(event, type: type) }
        return (codes + more).max() ?? 0
      }
      return nil
    } catch {
      return "\(error.reason): \(error.message)"
    }
  }

  @Test func `a declaration is checked`() {
    #expect(refusal("Teller.told") == nil)
    #expect(refusal("Teller.Sub.told", type: "{id: int, names: [text]?}") == nil)
    #expect(refusal("Other.told") == "foreign_event: it declares the event 'Other.told', which belongs to libOther.so")
    #expect(refusal("Tell.told")?.hasPrefix("foreign_event") == true)
    #expect(refusal("Teller") == "invalid_name: its event 'Teller' has an invalid name")
    #expect(refusal("host:loaded")?.hasPrefix("invalid_name") == true)
    #expect(refusal("Teller.told", twice: true) == "duplicate_event: it declares the event 'Teller.told' twice")
    #expect(
      refusal("Teller.told", type: "inte")
        == "invalid_type: the type of the event 'Teller.told' is invalid: column 1: unknown type 'inte' (did you mean 'int'?)"
    )
    #expect(refusal("Teller.told", type: "int, x: int")?.hasPrefix("invalid_type") == true)
    for type: StaticString in ["object", "[function]", "{a: {b: object?}}", "[text: object]"] {
      #expect(refusal("Teller.told", type: type)?.contains("an object or a function is no part of an event") == true)
    }
  }

  @Test func `what a refused component would have heard is given back once`() {
    let gone = Gone()
    struct Bad: Component {
      static let token = Guarded<Gone.Token?>(nil)
      init(mediator: Mediator) {}
      var actions: [Action] {
        Action("same") { _ in 1 }
      }
      var events: [EventDeclaration] { EventDeclaration("Other.told") }
      var observers: [Observer] {
        let token = Bad.token.withLock { token in
          defer { token = nil }
          return token
        }
        Observer("Ticker.ticked") { _ in withExtendedLifetime(token) {} }
      }
    }
    Bad.token.withLock { $0 = gone.token() }
    #expect(throws: Refusal.self) { try Host().register(Bad.self) }
    #expect(gone.supply.take(within: 10))
    #expect(!gone.supply.take(within: 0))
  }
}
