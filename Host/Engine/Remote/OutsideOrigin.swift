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

  init(_ call: OutsideCall) { (trace, majorVersion) = (call.trace.map { TraceText($0) }, call.majorVersion) }

  /// The call has a reply: that of the action which the URL led to, whoever gave it.
  func hasReply(of entry: UnsafeMutablePointer<Entry>?) { answering.store(entry, ordering: .releasing) }

  /// What that action says of its texts and bytes; nil where it says nothing.
  var mediaType: MediaType? {
    answering.load(ordering: .acquiring).flatMap { $0.pointee.mediaTypeLength == 0 ? nil : MediaType($0.mediaType) }
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
  /// The place of this call in a trace, and of those around it; nil where there is none.
  var trace: TraceText? {
    var frame: UnsafeMutablePointer<Frame>? = self
    while let one = frame {
      if let record = one.pointee.record?.takeUnretainedValue() { return record.trace }
      if let trace = one.pointee.request.pointee.trace { return trace }
      frame = one.pointee.parent
    }
    return nil
  }
}

extension component_request {
  /// The place in a trace that a call from outside has, or one that a rung of the ladder answers in its place; nil for any
  /// other call. Only where the call's frame is on a stack: once it has ended its listener may be gone.
  var trace: TraceText? {
    guard let context else { return nil }
    if isHeard(by: OutsideFilter.ended) {
      return Unmanaged<OutsideFilter>.fromOpaque(context).takeUnretainedValue().origin?.trace
    }
    return isHeard(by: Rung.ended) ? Unmanaged<Rung>.fromOpaque(context).takeUnretainedValue().trace : nil
  }

  private func isHeard(by listener: Ended) -> Bool {
    unsafeBitCast(ended, to: UInt.self) == unsafeBitCast(listener, to: UInt.self)
  }
}
