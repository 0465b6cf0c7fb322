import ComponentABI
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Everything that crosses the border is checked before anything walks it.
@Suite(.serialized) struct CrossingTests {
  let host = Host()
  let ear = Ear()
  let ran = Guarded(0)

  init() throws {
    try host.register("Elder80", Elder.register)
    try host.register(Echo.self)
  }

  /// Where a value comes in with a request.
  enum Way: CaseIterable {
    case parameter, invokedParameter, keyParameter, hint, invokedHint, keyHint, hintOfNobody

    var isHint: Bool { self == .hint || self == .invokedHint || self == .keyHint || self == .hintOfNobody }
  }

  private func send(_ value: component_value, _ way: Way, _ key: component_text = Ear.text("x")) -> Int32 {
    let table = host.mediator.host
    let list = UnsafeMutablePointer<component_value>.allocate(capacity: 1)
    list.initialize(to: value)
    var entry = component_entry(key: key, value: component_value())
    entry.value.kind = COMPONENT_KIND_LIST
    entry.value.as.items = UnsafePointer(list)
    entry.value.count = 1
    var function = component_function(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_function>.size), context: nil,
      run: { _, call in Value.null.withBorrowed { call.pointee.host.pointee.reply(call, $0) } },
      retain: nil, release: nil, host: nil)
    return withUnsafePointer(to: &entry) { entry in
      var request =
        switch way {
        case .hintOfNobody: ear.request("Nobody", "there")
        default: ear.request("Elder80", "look")
        }
      if way.isHint {
        (request.hints, request.hint_count) = (entry, 1)
      } else {
        (request.parameters, request.parameter_count) = (entry, 1)
      }
      switch way {
      case .parameter, .hint, .hintOfNobody: return table.pointee.call(table, &request)
      case .invokedParameter, .invokedHint: return table.pointee.invoke(table, &function, &request)
      case .keyParameter, .keyHint: return table.pointee.open_key(table, Ear.text("Elder80_look"), &request)
      }
    }
  }

  @Test(arguments: Odd.allCases, Way.allCases)
  func `a value that can't be is refused wherever it comes in, and its place is named`(odd: Odd, way: Way) throws {
    if way == .hintOfNobody { return }
    #expect(send(odd.value, way) == COMPONENT_FAILURE_INVALID)
    let failure = try #require(ear.outcomes.last?.failure)
    #expect((failure.code, failure.reason) == (.invalidParameters, "invalid_value"))
    let what = way.isHint ? "hints" : "parameters"
    #expect(failure.message.hasPrefix("the \(what) are invalid: \(odd.words), at 'x[0]"))
    #expect(ear.outcomes.count == 1)
  }

  @Test(arguments: Odd.allCases, [Way.parameter, .hint, .keyHint, .hintOfNobody])
  func `no interceptor sees it`(odd: Odd, way: Way) {
    let seen = Guarded(0)
    host.add(
      Interceptor("sees") { call in
        seen.withLock { $0 += 1 + call.hints.count }
        call.proceed()
      })
    let code = send(odd.value, way)
    #expect(code == COMPONENT_FAILURE_INVALID || way == .hintOfNobody && code == COMPONENT_FAILURE_NOT_FOUND)
    #expect(seen.withLock { $0 } == 0)
    #expect(ear.outcomes.count == 1)
  }

  @Test func `hints that nest without end are refused before they are copied`() {
    host.add(Interceptor("pass") { $0.proceed() })
    var value = component_value()
    for _ in 0..<1_000_000 {
      let item = UnsafeMutablePointer<component_value>.allocate(capacity: 1)
      item.initialize(to: value)
      value = component_value()
      value.kind = COMPONENT_KIND_LIST
      value.as.items = UnsafePointer(item)
      value.count = 1
    }
    #expect(send(value, .hint) == COMPONENT_FAILURE_INVALID)
    #expect(ear.outcomes.last?.failure?.message.contains("nest deeper than 128, at 'x[0]") == true)
  }

  /// Names that can't be read.
  static var names: [component_text] {
    [
      component_text(bytes: Odd.notUTF8.value.as.text, length: 3),
      component_text(bytes: Odd.endlessText.value.as.text, length: -1),
      component_text(bytes: Odd.endlessText.value.as.text, length: .min),
      component_text(bytes: nil, length: 5),
    ]
  }

  @Test(arguments: 0..<4, [false, true]) func `a name that can't be read is refused by every function`(
    name: Int, isIntercepted: Bool
  ) {
    if isIntercepted { host.add(Interceptor("pass") { $0.proceed() }) }
    let table = host.mediator.host
    var function = component_function(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_function>.size), context: nil,
      run: { _, call in Value.null.withBorrowed { call.pointee.host.pointee.reply(call, $0) } },
      retain: nil, release: nil, host: nil)
    var target = ear.request("Elder80", "look")
    target.target = CrossingTests.names[name]
    var action = ear.request("Elder80", "look")
    action.action = CrossingTests.names[name]
    #expect(table.pointee.call(table, &target) == COMPONENT_FAILURE_NOT_FOUND)
    #expect(table.pointee.call(table, &action) == COMPONENT_FAILURE_NOT_FOUND)
    #expect(table.pointee.start(table, &action) == COMPONENT_FAILURE_NOT_FOUND)
    #expect(table.pointee.invoke(table, &function, &target) == COMPONENT_FAILURE_INVALID)
    #expect(table.pointee.invoke(table, &function, &action) == COMPONENT_FAILURE_INVALID)
    #expect(table.pointee.open(table, CrossingTests.names[name], &target) == COMPONENT_FAILURE_INVALID)
    #expect(table.pointee.open_key(table, CrossingTests.names[name], &target) == COMPONENT_FAILURE_NOT_FOUND)
    #expect(ear.outcomes.count == 7)
    #expect(ear.outcomes.allSatisfy { ["invalid_name", "invalid_url"].contains($0.failure?.reason) })
    // A place that remembers the action needs no names: what the action sees are its own.
    var place = component_place()
    withUnsafeMutablePointer(to: &place) { place in
      var known = ear.request("Elder80", "look")
      known.place = place
      #expect(table.pointee.call(table, &known) == COMPONENT_OK)
      known.target = CrossingTests.names[name]
      let code = table.pointee.call(table, &known)
      #expect(code == (isIntercepted ? COMPONENT_FAILURE_NOT_FOUND : COMPONENT_OK))
      known.deadline = .max
      #expect(table.pointee.call(table, &known) == code)
      known.deadline = 1
      let late = isIntercepted ? COMPONENT_FAILURE_NOT_FOUND : COMPONENT_FAILURE_TIMED_OUT
      #expect(table.pointee.call(table, &known) == late)
    }
  }

  @Test(arguments: 0..<4) func `a key that can't be read is refused`(name: Int) {
    for way in Way.allCases where way != .hintOfNobody {
      #expect(send(component_value(), way, CrossingTests.names[name]) == COMPONENT_FAILURE_INVALID)
    }
    #expect(ear.outcomes.allSatisfy { $0.failure?.reason == "invalid_value" })
  }

  @Test(arguments: 0..<4) func `the names of interceptors to skip are checked, and none is skipped`(name: Int) {
    let seen = Guarded(0)
    host.add(
      Interceptor("sees") { call in
        seen.withLock { $0 += 1 }
        call.proceed()
      })
    var names = [Ear.text("sees"), CrossingTests.names[name]]
    names.withUnsafeMutableBufferPointer { names in
      for count in [2, -1] {
        var request = ear.request("Elder80", "look")
        (request.skips, request.skip_count) = (UnsafePointer(names.baseAddress), count)
        let table = host.mediator.host
        #expect(table.pointee.call(table, &request) == COMPONENT_FAILURE_INVALID)
      }
    }
    #expect(seen.withLock { $0 } == 0)
    #expect(ear.outcomes.allSatisfy { $0.failure?.reason == "invalid_value" })
  }

  @Test func `what a URL's request brings besides is not looked at`() {
    var request = ear.request("")
    (request.target, request.action) = (CrossingTests.names[1], CrossingTests.names[3])
    (request.hints, request.hint_count) = (UnsafePointer(bitPattern: 8), -1)
    (request.parameters, request.parameter_count) = (UnsafePointer(bitPattern: 8), -1)
    let table = host.mediator.host
    for isIntercepted in [false, true] {
      if isIntercepted { host.add(Interceptor("pass") { $0.proceed() }) }
      #expect(table.pointee.open(table, Ear.text("app://Elder80/look"), &request) == COMPONENT_OK)
    }
  }
}
