import ComponentABI
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Calls of components that were compiled against an earlier contract: in the first one requests had neither flags nor
/// hints, in the second they did not name interceptors.
@Suite struct EarlierRequestTests {
  let host = Host()
  let ear = Ear()

  init() throws {
    try host.register("Elder80", Elder.register)
  }

  /// The functions that take a request.
  enum Way: CaseIterable { case call, start, invoke, open, openWith, openKey }

  private func make(_ way: Way, _ table: HostTable, _ request: UnsafePointer<component_request>) -> Int32 {
    switch way {
    case .call: return table.pointee.call(table, request)
    case .start: return table.pointee.start(table, request)
    case .open: return table.pointee.open(table, Ear.text("app://Elder80/look"), request)
    case .openWith: return table.pointee.open_with(table, Ear.text("app://Elder80/look"), request)
    case .openKey: return table.pointee.open_key(table, Ear.text("Elder80_look"), request)
    case .invoke:
      var function = component_function(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_function>.size), context: nil, run: Elder.look,
        retain: nil, release: nil, host: nil)
      return table.pointee.invoke(table, &function, request)
    }
  }

  private func request(_ ear: Ear? = nil) -> component_request {
    (ear ?? self.ear).request("Elder80", "look")
  }

  @Test(arguments: Way.allCases, Behind.allCases)
  func `such a call gets through, and its action sees nothing of what lies behind`(way: Way, behind: Behind) {
    for size in [104, 128, 144] {
      let ear = Ear()
      let status = withSize(size, of: request(ear), behind: behind) { make(way, host.mediator.host, $0) }
      #expect(status == COMPONENT_OK)
      #expect(
        ear.outcomes == [.success(["flags": 0, "hints": 0, "has_hints": false, "has_instance": false])])
    }
  }

  @Test(arguments: Way.allCases, Behind.allCases)
  func `it goes past no interceptor, whatever lies behind`(way: Way, behind: Behind) {
    let seen = Guarded(0)
    host.add(
      Interceptor("counts") { call in
        seen.withLock { $0 += 1 }
        call.proceed()
      })
    for size in [104, 128] {
      #expect(withSize(size, of: request(), behind: behind) { make(way, host.mediator.host, $0) } == COMPONENT_OK)
    }
    // Functions are nobody's actions.
    #expect(seen.withLock { $0 } == (way == .invoke ? 0 : 2))
    #expect(ear.outcomes.count == 2)
  }

  @Test(arguments: Way.allCases) func `a later contract's request is read as far as it is known`(way: Way) {
    #expect(withSize(4096, of: request()) { make(way, host.mediator.host, $0) } == COMPONENT_OK)
    #expect(
      ear.outcomes == [.success(["flags": 0, "hints": 0, "has_hints": false, "has_instance": false])])
  }

  private static let failLater: component_run = { _, call in
    var failure = component_failure()
    failure.abi = COMPONENT_ABI_VERSION
    failure.size = 4096
    failure.code = COMPONENT_FAILURE_DENIED
    return call.pointee.host.pointee.fail(call, &failure)
  }

  @Test func `a later contract's failure is handed on as large as it is known`() throws {
    try Registrant().register("Later", in: host) { registrant in
      [registrant.describe(), registrant.target(), registrant.action("fail", run: Self.failLater)].max() ?? 0
    }
    var (size, request) = (UInt32(0), ear.request("Later", "fail"))
    withUnsafeMutablePointer(to: &size) { size in
      request.context = UnsafeMutableRawPointer(size)
      request.ended = { context, _, failure in
        if let failure { context?.storeBytes(of: failure.pointee.size, as: UInt32.self) }
      }
      #expect(host.mediator.host.pointee.call(host.mediator.host, &request) == COMPONENT_FAILURE_DENIED)
    }
    #expect(Int(size) == MemoryLayout<component_failure>.size)
  }

  @Test(arguments: Way.allCases, [0, 8, 47, 103, 105]) func `a broken request is refused, and nobody hears of it`(
    way: Way, size: Int
  ) {
    #expect(withSize(size, of: request()) { make(way, host.mediator.host, $0) } == COMPONENT_FAILURE_INVALID)
    #expect(ear.outcomes.isEmpty)
  }
}
