import Synchronization

/// What goes with a call from outside besides its words, and what comes back with its reply.
final class OutsideOrigin: @unchecked Sendable {
  // Sendable: what changes is atomic, and entries are never freed.
  private let answering = Atomic<UnsafeMutablePointer<Entry>?>(nil)

  /// The call has a reply: that of the action which the URL led to, whoever gave it.
  func hasReply(of entry: UnsafeMutablePointer<Entry>?) { answering.store(entry, ordering: .releasing) }

  /// What that action says of its texts and bytes; nil where it says nothing.
  var mediaType: MediaType? {
    answering.load(ordering: .acquiring).flatMap { $0.pointee.mediaTypeLength == 0 ? nil : MediaType($0.mediaType) }
  }
}
