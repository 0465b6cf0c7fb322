import HostNative

/// What this thread serves just now for the other ends of channels, the innermost first.
///
/// What it asks of one of them belongs to what it serves for that one, whatever is in between: the thread over there that
/// waits for it does it.
struct Serving {
  private let channel: UnsafeRawPointer
  private let call: CallID
  private let outer: UnsafePointer<Serving>?

  static func serve<R>(_ message: Message, on channel: Channel, _ body: () -> R) -> R {
    let outer = host_serving_get().map { UnsafePointer($0.assumingMemoryBound(to: Serving.self)) }
    var serving = Serving(
      channel: UnsafeRawPointer(Unmanaged.passUnretained(channel).toOpaque()), call: message.call, outer: outer)
    return withUnsafeMutablePointer(to: &serving) { serving in
      host_serving_set(UnsafeMutableRawPointer(serving))
      defer { host_serving_set(UnsafeMutableRawPointer(mutating: UnsafeRawPointer(outer))) }
      return body()
    }
  }

  /// In whose service this thread asks something of that channel's other end; 0 in nobody's.
  static func innermost(of channel: Channel) -> CallID {
    let own = UnsafeRawPointer(Unmanaged.passUnretained(channel).toOpaque())
    var serving = host_serving_get().map { UnsafePointer($0.assumingMemoryBound(to: Serving.self)) }
    while let one = serving {
      if one.pointee.channel == own { return one.pointee.call }
      serving = one.pointee.outer
    }
    return 0
  }
}
