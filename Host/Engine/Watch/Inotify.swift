import Glibc

/// The kernel's queue of what happens in folders: the one file that says inotify.
///
/// A watch is on a folder itself and not on its path: it stays with a folder that is renamed, and ends with one that is
/// deleted or unmounted. Two watches on one folder are one. The kernel tells the same thing once where it happens several
/// times in a row, and nothing but an overflow once its queue is full.
final class Inotify {
  // One thread's at a time: the queue's owner has the lock.
  private let descriptor: Descriptor
  private let bytes: UnsafeMutableRawBufferPointer
  private let limit: Int
  private var watches: Set<Int32> = []

  /// What is to be told, and what is told.
  struct Kinds: OptionSet {
    let rawValue: UInt32

    /// A name came, went or became another file's.
    static let names = Kinds(rawValue: UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO))
    /// A file was written to, and may be written to further.
    static let begun = Kinds(rawValue: UInt32(IN_MODIFY))
    /// A file that was open for writing was closed, or a file's owner, rights or times are others.
    static let changed = Kinds(rawValue: UInt32(IN_CLOSE_WRITE | IN_ATTRIB))
    /// A file that was open for writing was closed.
    static let closed = Kinds(rawValue: UInt32(IN_CLOSE_WRITE))
    /// A file's or folder's owner, rights or times are others.
    static let rights = Kinds(rawValue: UInt32(IN_ATTRIB))
    /// The folder was renamed or deleted.
    static let ofItself = Kinds(rawValue: UInt32(IN_DELETE_SELF | IN_MOVE_SELF))
    /// The watch is over: told of every watch.
    static let over = Kinds(rawValue: UInt32(IN_UNMOUNT | IN_IGNORED))
    /// More happened than the queue has room for, and is lost.
    static let overflow = Kinds(rawValue: UInt32(IN_Q_OVERFLOW))
  }

  struct Event {
    /// Of no folder where the queue ran over.
    let watch: Int32
    let kinds: Kinds
    /// Any bytes but '/' and NUL; none where it is of the folder itself. Lent for as long as it is told.
    let name: UnsafeRawBufferPointer
  }

  /// - Parameter limit: how many folders it takes, where the system would take more.
  init(limit: Int) throws(Descriptor.Failure) {
    let number = limit > 0 ? inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) : -1
    guard number >= 0 else { throw .system(call: "inotify_init1", code: limit > 0 ? errno : ENOSYS) }
    descriptor = Descriptor(owning: number)
    bytes = .allocate(byteCount: 1 << 16, alignment: 8)
    self.limit = limit
  }

  deinit { bytes.deallocate() }

  /// Becomes readable when something is told.
  var number: Int32 { descriptor.number }

  /// Watches a folder for more, and gives the number that its events have.
  func add(_ folder: PathBytes, _ kinds: Kinds) throws(Descriptor.Failure) -> Int32 {
    let mask = kinds.rawValue | UInt32(IN_ONLYDIR | IN_EXCL_UNLINK | IN_MASK_ADD)
    let watch = folder.withCString { inotify_add_watch(number, $0, mask) }
    guard watch >= 0 else { throw .system(call: "inotify_add_watch", code: errno) }
    if watches.insert(watch).inserted, watches.count > limit {
      remove(watch)
      throw .system(call: "inotify_add_watch", code: ENOSPC)
    }
    return watch
  }

  func remove(_ watch: Int32) {
    watches.remove(watch)
    inotify_rm_watch(number, watch)
  }

  /// Tells what has happened, without waiting; false where there is more than a look takes in.
  func drain(_ body: (Event) -> Void) -> Bool {
    for _ in 0..<8 {
      let count = read(number, bytes.baseAddress, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return true }
      var offset = 0
      let head = MemoryLayout<inotify_event>.size
      while offset + head <= count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let end = min(offset + head + Int(event.len), count)
        let name = UnsafeRawBufferPointer(rebasing: bytes[(offset + head)..<end].prefix { $0 != 0 })
        body(Event(watch: event.wd, kinds: Kinds(rawValue: event.mask), name: name))
        offset = end
      }
    }
    return false
  }
}
