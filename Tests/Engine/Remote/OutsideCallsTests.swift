import ComponentABI
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// A component's code that runs where no call of it is seen to run: the component is not shut down meanwhile.
@Suite(.serialized, .offPool) struct OutsideCallsTests {
  let host = Host()
  let generation: Generation

  init() throws {
    try host.register(Lingers.self)
    generation = try #require(host.loader.loaded["Lingers"])
  }

  private static let (begun, goOn, calls) = (Supply(), Supply(), Kept())

  private static func linger() {
    begun.add()
    goOn.take()
  }

  /// Whose instance takes its time to go.
  private final class Slow: Sendable { deinit { OutsideCallsTests.linger() } }

  private struct Lingers: Component {
    init(mediator: Mediator) {}

    var actions: [Action] { Action.deferring("keep") { call in OutsideCallsTests.calls.keep(call) } }

    var targets: [Target] {
      Target("Turns", isSerial: true) {
        Action.deferring("keep") { call in OutsideCallsTests.calls.keep(call) }
        Action.deferring("goOn") { call in
          call.reply(1)
          OutsideCallsTests.linger()
        }
      }
      Target("Room", lifetime: .cached, instance: { Slow() }) { room in room.action("look") { _, _ in nil } }
    }
  }

  private func lingers(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(body)
    Self.begun.take()
    #expect(generation.isBusy)
    Self.goOn.add()
    thread.join()
  }

  @Test func `an action that waited for its turn, and goes on after its reply`() {
    host.mediator.start("Lingers.Turns", "keep") { _ in }
    let first = Self.calls.take()
    let ended = Supply()
    host.mediator.start("Lingers.Turns", "goOn") { _ in ended.add() }
    lingers {
      first?.reply(nil)
      ended.take()
    }
    #expect(eventually { !generation.isBusy })
  }

  @Test func `a handler that hears that its call was given up, and replies`() throws {
    let cancellation = Cancellation(host.mediator)
    host.mediator.start("Lingers", "keep", cancellation: cancellation) { _ in }
    let call = try #require(Self.calls.take())
    call.whenCancelled {
      call.reply(nil)
      Self.linger()
    }
    lingers { cancellation.cancel() }
    #expect(!generation.isBusy)
  }

  @Test func `a handler that hears that its call was given up after its component has replied`() throws {
    let cancellation = Cancellation(host.mediator)
    host.mediator.start("Lingers", "keep", cancellation: cancellation) { _ in Self.calls.take()?.reply(nil) }
    Self.calls.call.withLock { $0 }?.whenCancelled { Self.linger() }
    lingers { cancellation.cancel() }
    #expect(!generation.isBusy)
  }

  @Test(arguments: [false, true]) func `an instance that is destroyed for want of room`(isNamed: Bool) throws {
    #expect(try host.mediator.call("Lingers.Room", "look") == .null)
    let host = host
    lingers { if isNamed { host.releaseInstance(of: "Lingers.Room") } else { host.releaseIdleInstances() } }
    #expect(!generation.isBusy)
  }
}
