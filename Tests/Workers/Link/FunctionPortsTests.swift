import ComponentABI
import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentWorkers

/// Functions that cross, and who holds them.
struct FunctionPortsTests {
  private final class Held {}

  private func function(_ held: Held) -> component_function {
    component_function(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_function>.size),
      context: Unmanaged.passUnretained(held).toOpaque(), run: { _, _ in COMPONENT_OK },
      retain: { if let context = $0 { _ = Unmanaged<Held>.fromOpaque(context).retain() } },
      release: { if let context = $0 { Unmanaged<Held>.fromOpaque(context).release() } }, host: nil)
  }

  @Test func `a function is held until the other end lets go of it, each time that it crosses`() {
    let ports = FunctionPorts(letGo: 1) { _, _ in COMPONENT_OK }
    weak var kept: Held?
    var numbers: [UInt64] = []
    do {
      let held = Held()
      kept = held
      var function = function(held)
      numbers = (1...2).map { _ in ports.number(&function) }
    }
    #expect(Set(numbers).count == 2 && kept != nil)
    ports.drop(numbers[0])
    ports.drop(numbers[0])
    #expect(kept != nil && ports.held(numbers[0]) == nil)
    ports.drop(numbers[1])
    #expect(kept == nil)
  }

  @Test func `that it was let go of may be heard ahead of the messages that give it back`() {
    let (here, there) = (FunctionPorts(letGo: 1) { _, _ in 1 }, FunctionPorts(letGo: 2) { _, _ in 2 })
    weak var kept: Held?
    var number: UInt64 = 0
    var returned: [UInt64] = []
    do {
      let held = Held()
      kept = held
      var function = function(held)
      number = here.number(&function)
      let arrivals = there.arrivals()
      if let proxy = arrivals.function(number) { returned = (1...2).map { _ in there.number(proxy) } }
    }
    #expect(returned.count == 2)
    here.drop(number, after: 2)
    #expect(kept != nil)
    #expect(here.arrivals().function(returned[0]) != nil && kept != nil)
    #expect(here.arrivals().function(returned[1]) != nil)
    #expect(kept == nil && here.arrivals().function(returned[1]) == nil)
  }

  @Test func `a number that was never said holds nothing`() {
    let ports = FunctionPorts(letGo: 1) { _, _ in COMPONENT_OK }
    weak var kept: Held?
    do {
      let held = Held()
      kept = held
      var function = function(held)
      let number = ports.number(&function)
      ports.takeBack(number, of: &function)
    }
    #expect(kept == nil)
  }

  @Test func `a return that was never said is not counted`() throws {
    let (here, there) = (FunctionPorts(letGo: 1) { _, _ in 1 }, FunctionPorts(letGo: 2) { _, _ in 2 })
    let notices = Notices()
    let (host, worker) = try ends(notices)
    defer { close(host, worker) }
    there.open(host)
    do {
      let held = Held()
      var function = function(held)
      let arrivals = there.arrivals()
      let proxy = try #require(arrivals.function(here.number(&function)))
      let returned = [there.number(proxy), there.number(proxy)]
      there.takeBack(returned[1], of: proxy)
    }
    #expect(notices.wait() == 1)
  }

  // How often what was let go of is said to have been given back.
  private final class Notices: ChannelService {
    private let returns = Guarded<Int64?>(nil)

    func serve(_ message: Message, on channel: Channel) {
      var reader = message.reader()
      _ = try? reader.integer()
      let said = try? reader.integer()
      returns.withLock { $0 = said }
    }
    func ended(_ end: ChannelEnd, of channel: Channel) {}

    func wait() -> Int64? {
      _ = eventually { returns.withLock { $0 } != nil }
      return returns.withLock { $0 }
    }
  }

  @Test func `nothing is held any more when the other end is gone`() {
    let ports = FunctionPorts(letGo: 1) { _, _ in COMPONENT_OK }
    weak var kept: Held?
    do {
      let held = Held()
      kept = held
      var function = function(held)
      _ = ports.number(&function)
      #expect(kept != nil)
      ports.close()
      #expect(ports.number(&function) == 0)
    }
    #expect(kept == nil)
  }

  @Test func `what arrives is a proxy as long as somebody keeps it, and goes home as itself`() throws {
    let (here, there) = (FunctionPorts(letGo: 1) { _, _ in 1 }, FunctionPorts(letGo: 2) { _, _ in 2 })
    let held = Held()
    var function = function(held)
    let number = here.number(&function)
    let arrivals = there.arrivals()
    let proxy = try #require(arrivals.function(number))
    #expect(there.proxy(proxy)?.number == number && here.proxy(proxy) == nil)
    let home = here.arrivals()
    let own = try #require(home.function(there.number(proxy)))
    #expect(own.pointee.context == function.context)
    // What was never given has no number, and stands for nothing.
    #expect(there.arrivals().function(0) == nil && here.arrivals().function(1 << 63 | 99) == nil)
    withExtendedLifetime((held, arrivals, home)) {}
  }
}
