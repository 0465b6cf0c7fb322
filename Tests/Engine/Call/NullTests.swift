import ComponentABI
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Null where the contract asks for something, in each function of the host's table: an answer, and no crash.
@Suite(.serialized) struct NullTests {
  let host = Host()
  let ear = Ear()
  var table: HostTable { host.mediator.host }

  init() throws {
    try host.register(Echo.self)
    NullTests.runs.withLock { $0 = 0 }
  }

  fileprivate static let runs = Guarded(0)

  static func nothing<T>(_ type: T.Type = T.self) -> T { unsafeBitCast(0, to: type) }

  private static func function() -> component_function {
    component_function(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_function>.size), context: nil, run: countRun,
      retain: nil, release: nil, host: nil)
  }

  private func make(
    _ way: EarlierRequestTests.Way, _ table: HostTable, _ request: UnsafePointer<component_request>
  ) -> Int32 {
    let functions = self.table.pointee
    switch way {
    case .call: return functions.call(table, request)
    case .start: return functions.start(table, request)
    case .open: return functions.open(table, Ear.text("app://Counting/run"), request)
    case .openWith: return functions.open_with(table, Ear.text("app://Counting/run"), request)
    case .openKey: return functions.open_key(table, Ear.text("Counting_run"), request)
    case .invoke:
      var function = Self.function()
      return functions.invoke(table, &function, request)
    }
  }

  @Test(arguments: EarlierRequestTests.Way.allCases) func `a call without a request, or without a host, is invalid`(
    way: EarlierRequestTests.Way
  ) {
    #expect(make(way, table, Self.nothing()) == COMPONENT_FAILURE_INVALID)
    var request = ear.request("Echo", "steps")
    if way != .call, way != .start { #expect(make(way, Self.nothing(), &request) == COMPONENT_FAILURE_INVALID) }
    #expect(ear.outcomes.isEmpty && Self.runs.withLock { $0 } == 0)
  }

  @Test(arguments: EarlierRequestTests.Way.allCases, [104, 152])
  func `a request that nobody hears the end of is invalid`(
    way: EarlierRequestTests.Way, size: Int
  ) throws {
    try host.register(Counting.self)
    let count = Counting.runs.withLock { $0 }
    var request = ear.request("Counting", "run")
    request.ended = Self.nothing()
    #expect(withSize(size, of: request) { make(way, table, $0) } == COMPONENT_FAILURE_INVALID)
    host.add(Interceptor("passes") { $0.proceed() })
    #expect(withSize(size, of: request) { make(way, table, $0) } == COMPONENT_FAILURE_INVALID)
    #expect(Counting.runs.withLock { $0 } == count && Self.runs.withLock { $0 } == 0)
  }

  @Test func `a question without a host, or without a route, is invalid, and one that nobody hears is answered`() throws
  {
    try host.register(Counting.self)
    let functions = table.pointee
    var route = component_route()
    (route.abi, route.size) = (COMPONENT_ABI_VERSION, UInt32(MemoryLayout<component_route>.size))
    (route.target, route.action, route.pattern) = (Ear.text("Counting"), Ear.text("run"), Ear.text("/x"))
    var request = ear.request("Counting", "run")
    let (name, url) = (Ear.text("Counting"), Ear.text("app://Counting/run"))
    let nobody: HostTable = Self.nothing()
    let statuses = [
      functions.publish_route(nobody, &route, nil, nil), functions.publish_route(table, Self.nothing(), nil, nil),
      functions.withdraw_route(nobody, &route, nil, nil), functions.withdraw_route(table, Self.nothing(), nil, nil),
      functions.write_url(nobody, Ear.text("app"), &request),
      functions.write_url(table, Ear.text("app"), Self.nothing()),
      functions.has(nobody, name, Ear.text(""), 0, nil, nil), functions.can_open(nobody, url, 0, nil, nil),
      functions.release_instance(nobody, name, nil, nil),
    ]
    #expect(statuses == Array(repeating: COMPONENT_FAILURE_INVALID, count: statuses.count))
    #expect(functions.publish_route(table, &route, nil, nil) == COMPONENT_OK)
    #expect(functions.publish_route(table, &route, nil, nil) == COMPONENT_FAILURE_INVALID)
    #expect(functions.withdraw_route(table, &route, nil, nil) == COMPONENT_OK)
    #expect(functions.has(table, name, Ear.text("run"), 0, nil, nil) == COMPONENT_OK)
    #expect(functions.has(table, name, Ear.text("gone"), 0, nil, nil) == COMPONENT_FAILURE_NOT_FOUND)
    #expect(functions.can_open(table, url, 0, nil, nil) == COMPONENT_OK)
    #expect(functions.release_instance(table, name, nil, nil) == COMPONENT_FAILURE_NOT_FOUND)
    route.size = 20
    #expect(functions.publish_route(table, &route, nil, nil) == COMPONENT_FAILURE_INVALID)
    #expect(ear.outcomes.isEmpty && host.allRoutes.isEmpty)
  }

  private struct Counting: Component {
    static let runs = Guarded(0)
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("run") { _ in
        Counting.runs.withLock { $0 += 1 }
        return nil
      }.remote
    }
  }

  @Test func `a function that is none, or has nothing to run, fails its call`() {
    var request = ear.request("", "function")
    #expect(table.pointee.invoke(table, Self.nothing(), &request) == COMPONENT_FAILURE_INVALID)
    var empty = Self.function()
    empty.run = Self.nothing()
    #expect(table.pointee.invoke(table, &empty, &request) == COMPONENT_FAILURE_INVALID)
    var small = Self.function()
    small.size = 32
    #expect(table.pointee.invoke(table, &small, &request) == COMPONENT_FAILURE_INVALID)
    #expect(ear.outcomes.count == 3)
    for case .failure(let failure) in ear.outcomes { #expect(failure.reason == "invalid_function") }
    #expect(Self.runs.withLock { $0 } == 0)
  }

  // MARK: what belongs to a call

  /// What an action finds when it passes nothing, and how its call ended.
  private func act(
    deferring: Bool, _ body: @escaping @Sendable (UnsafeMutablePointer<component_call>) -> [Int32]
  ) throws -> ([Int32], Result<Value, Failure>?) {
    let (statuses, outcome) = (Guarded<[Int32]>([]), Guarded<Result<Value, Failure>?>(nil))
    let function =
      if deferring {
        Function(Action.deferring("") { call in statuses.withLock { $0 = body(call.pointer) } }.body)
      } else {
        Function { call in
          let said = body(call.pointer)
          statuses.withLock { $0 = said }
          return nil
        }
      }
    host.mediator.start(function) { result in outcome.withLock { $0 = result } }
    return (statuses.withLock { $0 }, outcome.withLock { $0 })
  }

  @Test(arguments: [false, true]) func `nothing is no reply and no failure, and ends the call`(isDeferred: Bool) throws
  {
    let (reply, replied) = try act(deferring: isDeferred) { [$0.pointee.host.pointee.reply($0, Self.nothing())] }
    #expect(reply == [COMPONENT_FAILURE_INVALID])
    #expect(throws: Failure.self) { try replied?.get() }
    #expect({ if case .failure(let failure) = replied { failure.reason } else { "" } }() == "invalid_reply")
    let (fail, failed) = try act(deferring: isDeferred) { [$0.pointee.host.pointee.fail($0, Self.nothing())] }
    #expect(fail == [COMPONENT_FAILURE_INVALID])
    #expect({ if case .failure(let failure) = failed { failure.reason } else { "" } }() == "invalid_failure")
  }

  @Test(arguments: [false, true]) func `nothing is no progress, and the call goes on`(isDeferred: Bool) throws {
    let (statuses, outcome) = try act(deferring: isDeferred) { call in
      let status = call.pointee.host.pointee.progress(call, Self.nothing())
      return [status, Value.int(3).withBorrowed { call.pointee.host.pointee.reply(call, $0) }]
    }
    #expect(statuses == [COMPONENT_FAILURE_INVALID, COMPONENT_OK])
    #expect(outcome == .success(3))
  }

  @Test func `of no call nothing is known, and what came with it is given back`() {
    let functions = table.pointee
    let none = Self.nothing(UnsafeMutablePointer<component_call>.self)
    #expect(Value.null.withBorrowed { functions.reply(none, $0) } == COMPONENT_FAILURE_INVALID)
    #expect(functions.reply(none, Self.nothing()) == COMPONENT_FAILURE_INVALID)
    #expect(Failure(.failed, "", "").withBorrowed { functions.fail(none, $0) } == COMPONENT_FAILURE_INVALID)
    var progress = component_progress()
    progress.size = UInt32(MemoryLayout<component_progress>.size)
    #expect(functions.progress(none, &progress) == COMPONENT_FAILURE_INVALID)
    #expect(functions.defer(none) == nil)
    functions.release(none)
    #expect(!functions.is_cancelled(none))
    functions.when_cancelled(none, Self.count, nil, Self.count)
    #expect(Self.runs.withLock { $0 } == 1)
  }

  private static let count: @convention(c) (UnsafeMutableRawPointer?) -> Void = { _ in runs.withLock { $0 += 1 } }

  @Test func `a handler that is none is given back, and nobody is called`() throws {
    let kept = Kept()
    host.mediator.start(Function(Action.deferring("") { call in kept.keep(call) }.body)) { _ in }
    let call = try #require(kept.take())
    table.pointee.when_cancelled(call.pointer, Self.nothing(), nil, Self.count)
    #expect(Self.runs.withLock { $0 } == 1)
    call.reply(nil)
    #expect(Self.runs.withLock { $0 } == 1)
  }

  @Test func `no cancellation cancels nothing`() {
    let functions = table.pointee
    functions.cancel(Self.nothing())
    functions.release_cancellation(Self.nothing())
    functions.release_cancellation(functions.make_cancellation(Self.nothing()))
  }

  // MARK: registration

  /// Each function of `register` with nothing in the place of what it adds, or of the registration.
  private static func say(
    _ number: Int, _ table: component_host, _ registration: Registration?, isEmpty: Bool
  ) -> Int32 {
    let registration = registration ?? nothing()
    switch number {
    case 0: return with(component_about(), isEmpty) { table.describe(registration, $0) }
    case 1: return with(component_need(), isEmpty) { table.add_need(registration, $0) }
    case 2: return with(component_target(), isEmpty) { table.add_target(registration, $0) }
    case 3: return with(component_type(), isEmpty) { table.add_type(registration, $0) }
    case 4: return with(component_route(), isEmpty) { table.add_route(registration, $0) }
    case 5: return with(component_key(), isEmpty) { table.add_key(registration, $0) }
    default:
      let action = component_action(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_action>.size), target: component_text(),
        name: component_text(), summary: component_text(), flags: 0, reserved: 0, run: { _, _ in 0 }, context: nil,
        release: nil,
        signature: component_text(), parameter_notes: component_text(), media_type: component_text())
      return with(action, isEmpty) { table.add_action(registration, $0) }
    }
  }

  private static func with<T>(_ whole: T, _ isEmpty: Bool, _ body: (UnsafePointer<T>) -> Int32) -> Int32 {
    isEmpty ? body(nothing()) : withUnsafePointer(to: whole, body)
  }

  private static let names = ["describe", "add_need", "add_target", "add_type", "add_route", "add_key", "add_action"]

  @Test(arguments: 0..<7) func `nothing in the place of what is registered refuses the component`(number: Int) {
    let statuses = Guarded<[Int32]>([])
    let message = StagingTests.refusal("Empty", Registrant()) { registrant in
      if number > 0 { _ = registrant.describe() }
      let said = registrant.with { Self.say(number, $0.host.pointee, $0.registration, isEmpty: true) }
      statuses.withLock { $0.append(said) }
      return COMPONENT_OK
    }
    #expect(message == "it calls \(Self.names[number]) with nothing: the pointer is null")
    #expect(statuses.withLock { $0 } == [COMPONENT_FAILURE_INVALID])
  }

  @Test(arguments: 0..<7) func `what is said of no registration is invalid`(number: Int) {
    for isEmpty in [false, true] {
      #expect(Self.say(number, table.pointee, nil, isEmpty: isEmpty) == COMPONENT_FAILURE_INVALID)
    }
    table.pointee.explain(Self.nothing(), Ear.text("nobody hears it"))
  }
}

private let countRun: component_run = { _, _ in
  NullTests.runs.withLock { $0 += 1 }
  return COMPONENT_OK
}
