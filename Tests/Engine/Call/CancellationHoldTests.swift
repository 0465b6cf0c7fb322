import ComponentABI
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// A call under way holds what it can be given up by: its caller may let go of the handle at once.
@Suite(.serialized, .offPool) struct CancellationHoldTests {
  let host = Host()
  init() throws { try host.register(Lingerer.self) }

  enum Kind: CaseIterable, Sendable { case call, key, url, function }

  @Test(arguments: Kind.allCases) func `a call that runs holds its handle`(_ kind: Kind) throws {
    let token = Lingerer.token()
    let table = host.mediator.host
    let ear = Ear()
    let handle = Guarded(Handle(pointer: table.pointee.make_cancellation(table)))
    weak let cancelled = Unmanaged<Cancelled>.fromOpaque(UnsafeRawPointer(handle.withLock { $0.pointer }))
      .takeUnretainedValue()
    let thread = Thread { [mediator = host.mediator] in
      let table = mediator.host
      var url = "app://Lingerer/plain?token=\(token)"
      let parameters: Fields = ["token": .int(token)]
      parameters.withBorrowed { parameters in
        url.withUTF8 { url in
          var request = ear.request("Lingerer", "plain")
          request.lend(parameters)
          request.cancellation = handle.withLock { $0.pointer }
          switch kind {
          case .call: _ = table.pointee.call(table, &request)
          case .key: _ = table.pointee.open_key(table, Ear.text("Lingerer_away"), &request)
          case .url: _ = table.pointee.open(table, component_text(url), &request)
          case .function:
            let function = Function { call in Lingerer.linger(token) { call.isCancelled } }
            _ = table.pointee.invoke(table, function.reference.pointer, &request)
          }
        }
      }
    }
    #expect(eventually { Lingerer.seen(token).hasBegun })
    table.pointee.release_cancellation(handle.withLock { $0.pointer })
    #expect(cancelled != nil)
    cancelled?.set()
    thread.join()
    #expect(cancelled == nil)
    guard case .failure(let failure)? = ear.outcomes.first else { return #expect(Bool(false), "it replied") }
    #expect(failure.code == .cancelled)
  }

  private struct Handle: @unchecked Sendable {
    // Sendable: the contract lets a handle be used from any thread.
    let pointer: OpaquePointer
  }
}
