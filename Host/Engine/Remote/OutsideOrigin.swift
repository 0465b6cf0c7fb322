import ComponentABI
import ComponentKit
import Synchronization

/// What goes with a call from outside besides its words, and what comes back with its reply.
final class OutsideOrigin: @unchecked Sendable {
  // Sendable: what changes is atomic, and entries are never freed.
  private let answering = Atomic<UnsafeMutablePointer<Entry>?>(nil)
  /// Its place in a trace; nil where there is none.
  let trace: TraceText?
  /// The only major version of its component in which it is called; nil for any.
  let majorVersion: UInt32?
  /// The least version in that one; nil for any.
  let minimumVersion: Version?
  /// Its way from other hosts; nil where it has come from none.
  let journey: CallJourney?
  /// Those of a call by name; nil where there are none.
  let hints: Fields?

  init(_ call: OutsideCall) {
    (trace, journey) = (call.trace.map { TraceText($0) }, call.journey)
    (majorVersion, minimumVersion) = (call.majorVersion, call.minimumVersion)
    hints = call.isByName && !call.hints.isEmpty ? call.hints : nil
  }

  /// The call has a reply: that of the action which the URL led to, whoever gave it.
  func hasReply(of entry: UnsafeMutablePointer<Entry>?) { answering.store(entry, ordering: .releasing) }

  /// What that action says of its texts and bytes; nil where it says nothing.
  var mediaType: MediaType? {
    answering.load(ordering: .acquiring).flatMap(\.mediaType)
  }
}

/// The place of calls in a trace, as a text that components are lent as long as this is there.
final class TraceText: @unchecked Sendable {
  // Sendable: it does not change.
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ trace: TraceParent) {
    let text = trace.description.utf8
    bytes = .allocate(capacity: text.count)
    _ = bytes.initialize(from: text)
  }

  deinit { bytes.deallocate() }

  var lent: component_text { component_text(UnsafeBufferPointer(bytes)) }
}

// A call has no room for it: those that are made by name would pay for that. It is found where the call from outside stands
// among those around this one.
extension UnsafeMutablePointer<Frame> {
  /// What goes with the call from outside in whose service this one is made; nil where there is none.
  var outside: OutsideOrigin? {
    var frame: UnsafeMutablePointer<Frame>? = self
    while let one = frame {
      if let record = one.pointee.record?.takeUnretainedValue() { return record.outside }
      if let outside = one.pointee.request.pointee.outside { return outside }
      frame = one.pointee.parent
    }
    return nil
  }

  /// The place of this call in a trace, and of those around it; nil where there is none.
  var trace: TraceText? { outside?.trace }
}

extension component_request {
  /// What goes with a call from outside, or with one that a rung of the ladder answers in its place; nil for any other call.
  /// Only where the call's frame is on a stack: once it has ended its listener may be gone.
  var outside: OutsideOrigin? {
    guard let context else { return nil }
    if isHeard(by: OutsideFilter.ended) {
      return Unmanaged<OutsideFilter>.fromOpaque(context).takeUnretainedValue().origin
    }
    return isHeard(by: Rung.ended) ? Unmanaged<Rung>.fromOpaque(context).takeUnretainedValue().outside : nil
  }

  private func isHeard(by listener: Ended) -> Bool {
    unsafeBitCast(ended, to: UInt.self) == unsafeBitCast(listener, to: UInt.self)
  }
}
