import ComponentABI
import ComponentKit
import Synchronization

/// The functions that cross a channel. Each time that one crosses it has a number of its own, and is held at its origin
/// until the proxy that stands for it over there is let go of.
final class FunctionPorts: WireNumbering, @unchecked Sendable {
  // Sendable: what changes is guarded, or set before anything crosses.
  private struct Own {
    var last: UInt64 = 0
    var held: [UInt64: Held] = [:]
    var isClosed = false
    // Let go of at the end: the channel has its service, and that these.
    var channel: Channel?
    var runs: Runs?
  }

  // One whose proxy is over there. That it was let go of may be heard ahead of a message that gave it back, on another
  // thread; so it is held until all of those were read.
  private struct Held {
    let function: HeldFunction
    var returns: UInt64 = 0
    /// How often the proxy was written before it was let go of.
    var last: UInt64?
  }

  /// Has the other end run one of its functions. Nobody else need hold the proxy once that has returned, though the run
  /// may go on.
  typealias Runs = @Sendable (FunctionProxy, UnsafeMutablePointer<component_call>) -> Int32

  private let own = Guarded(Own())
  /// What a proxy here does when it is called.
  let run: component_run
  private let letGo: UInt16
  private let owner = Atomic<UnsafePointer<component_host>?>(nil)
  /// Whose the proxies here are: the isolated component's table.
  var table: UnsafePointer<component_host>? { owner.load(ordering: .acquiring) }
  /// Nil before the first thing crosses, and behind the last.
  var channel: Channel? { own.withLock { $0.channel } }

  /// - Parameter letGo: the verb by which the other end hears that a proxy is gone.
  init(letGo: UInt16, run: @escaping component_run) {
    self.letGo = letGo
    self.run = run
  }

  /// Called once, before anything crosses. The other end may be gone by then, and stays that.
  ///
  /// - Parameter runs: has the other end run a function; nil where proxies are called otherwise.
  func open(_ channel: Channel, runs: Runs? = nil) {
    own.withLock { own in
      own.runs = runs
      if !own.isClosed { own.channel = channel }
    }
  }

  /// Called once, before the first proxy is made.
  func belong(to table: UnsafePointer<component_host>) { owner.store(table, ordering: .releasing) }

  /// In a number: it is the receiver's own function.
  private static let returned = UInt64(1) << 63

  func number(_ function: UnsafePointer<component_function>) -> UInt64 {
    if let proxy = proxy(function) {
      proxy.returns.wrappingAdd(1, ordering: .relaxed)
      return FunctionPorts.returned | proxy.number
    }
    // Outside the lock: its `retain` is foreign code.
    let held = HeldFunction(function)
    return own.withLock { own in
      if own.isClosed { return 0 }
      own.last += 1
      own.held[own.last] = Held(function: held)
      return own.last
    }
  }

  func takeBack(_ number: UInt64, of function: UnsafePointer<component_function>) {
    if number & FunctionPorts.returned == 0 { return drop(number) }
    proxy(function)?.returns.wrappingSubtract(1, ordering: .relaxed)
  }

  /// The number by which the other end knows a function that it made, and this is the proxy of.
  func proxy(_ function: UnsafePointer<component_function>) -> FunctionProxy? {
    guard unsafeBitCast(function.pointee.run, to: UInt.self) == unsafeBitCast(run, to: UInt.self),
      let context = function.pointee.context
    else { return nil }
    let proxy = Unmanaged<FunctionProxy>.fromOpaque(context).takeUnretainedValue()
    return proxy.ports === self ? proxy : nil
  }

  func held(_ number: UInt64) -> HeldFunction? { own.withLock { $0.held[number]?.function } }

  // One that comes back with a message.
  private func take(_ number: UInt64) -> HeldFunction? {
    own.withLock { own in
      guard var held = own.held[number] else { return nil }
      held.returns += 1
      own.held[number] = held.returns == held.last ? nil : held
      return held.function
    }
  }

  /// The other end says that it has no proxy of one any more.
  func drop(_ message: Message) throws(WireFault) {
    var reader = message.reader()
    let number = UInt64(bitPattern: try reader.integer())
    let returns = UInt64(bitPattern: try reader.integer())
    try reader.end()
    drop(number, after: returns)
  }

  /// - Parameter returns: how often it was given back.
  func drop(_ number: UInt64, after returns: UInt64 = 0) {
    let dropped: Held? = own.withLock { own in
      guard let held = own.held[number] else { return nil }
      if held.returns >= returns { return own.held.removeValue(forKey: number) }
      own.held[number]?.last = returns
      return nil
    }
    // Its `release` is foreign code.
    withExtendedLifetime(dropped) {}
  }

  /// Nobody over there calls any more.
  func close() {
    // What they hold is let go of outside of the lock. Who still has a proxy hears in words that nobody answers.
    let before = own.withLock { own in
      let before = own
      own = Own(last: own.last, isClosed: true, runs: own.runs)
      return before
    }
    withExtendedLifetime(before) {}
  }

  fileprivate func call(_ proxy: FunctionProxy, _ call: UnsafeMutablePointer<component_call>) -> Int32 {
    own.withLock { $0.runs }?(proxy, call) ?? COMPONENT_FAILURE_INVALID
  }

  fileprivate func sayGone(_ proxy: FunctionProxy) {
    let (number, returns) = (proxy.number, proxy.returns.load(ordering: .relaxed))
    try? channel?.notify(letGo) { (writer) throws(WireFault) in
      writer.integer(Int64(bitPattern: number))
      writer.integer(Int64(bitPattern: returns))
    }
  }

  /// What arrives with one message: its functions, as long as the message is read.
  func arrivals() -> Arrivals { Arrivals(self) }

  final class Arrivals {
    private let ports: FunctionPorts
    private var held: [HeldFunction] = []
    private var structs: [UnsafeMutablePointer<component_function>] = []

    fileprivate init(_ ports: FunctionPorts) { self.ports = ports }

    // What is made of each is many times as long as what arrives.
    private static let limit = 65_536

    func function(_ number: UInt64) -> UnsafePointer<component_function>? {
      if held.count + structs.count >= Arrivals.limit { return nil }
      if number & FunctionPorts.returned != 0 {
        guard let own = ports.take(number & ~FunctionPorts.returned) else { return nil }
        held.append(own)
        return UnsafePointer(own.pointer)
      }
      if number == 0 { return nil }
      let pointer = UnsafeMutablePointer<component_function>.allocate(capacity: 1)
      pointer.initialize(
        to: component_function(
          abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_function>.size),
          context: Unmanaged.passRetained(FunctionProxy(number, ports)).toOpaque(), run: ports.run,
          retain: { if let context = $0 { _ = Unmanaged<FunctionProxy>.fromOpaque(context).retain() } },
          release: { if let context = $0 { Unmanaged<FunctionProxy>.fromOpaque(context).release() } },
          host: ports.table))
      structs.append(pointer)
      return UnsafePointer(pointer)
    }

    deinit {
      for pointer in structs {
        pointer.pointee.release?(pointer.pointee.context)
        pointer.deallocate()
      }
    }
  }
}

/// A function of the other process.
final class FunctionProxy: @unchecked Sendable {
  // Sendable: what changes is atomic.
  let number: UInt64
  let ports: FunctionPorts
  /// How often it was written to go back to its origin.
  fileprivate let returns = Atomic<UInt64>(0)

  fileprivate init(_ number: UInt64, _ ports: FunctionPorts) {
    self.number = number
    self.ports = ports
  }

  func run(_ call: UnsafeMutablePointer<component_call>) -> Int32 { ports.call(self, call) }

  deinit { ports.sayGone(self) }
}
