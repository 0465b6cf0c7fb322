import ComponentABI
import ComponentKit
import Synchronization

/// One action in the table: what a call needs, behind one pointer.
///
/// Made when a component is committed and never freed: a reader may hold it at any time, and the image it
/// points into stays mapped as well.
struct Entry: ~Copyable {
  // These three stand first, because the code that names a crashed component reads them from C (Native/culprit.h).
  let hash: UInt64
  let target: component_text
  let action: component_text
  let run: component_run
  let context: UnsafeMutableRawPointer?
  /// Of the component that owns the action.
  let seat: UnsafeMutablePointer<Seat>
  /// Whether the parameters have the declared form; nil where anything goes.
  let check: Unmanaged<ParameterCheck>?
  /// Gives a serial target one call at a time; nil for the others.
  let gate: Unmanaged<SerialGate>?
  /// Where the instances of its target come from; nil for a target that has none.
  let pool: Unmanaged<InstancePool>?
  let generation: Unmanaged<Generation>
  /// How much there is to do before it runs.
  let way: Way
  /// False once the component was taken out: nobody may begin a call any more.
  let isLive: Atomic<Bool>
  /// Whether callers from outside may call it.
  let isRemote: Bool
  let tellsProgress: Bool
  /// Whether it promises to change nothing.
  let reads: Bool

  enum Way: UInt8 {
    /// It runs as it is.
    case plain
    /// Its parameters are checked first.
    case checked
    /// It has its turn first, or an instance.
    case inTurn
  }

  // Behind the action's name lie its summary, the notes on its parameters, and the media type of its replies.
  let summaryLength: UInt16
  let notesLength: UInt16
  let mediaTypeLength: UInt8
  /// Whether it is not live for a while only: it keeps its place in the table.
  let isPaused = Atomic(false)
  /// Whether nobody has called it yet, where that is to be known: its first call finds it paused, and marks it.
  let isUnused = Atomic(false)
}

extension Entries {
  /// Lets calls begin or not; `isPaused` says whether the latter is for a while only.
  func open(_ isLive: Bool, isPaused: Bool = false) {
    for entry in self {
      entry.pointee.isPaused.store(isPaused, ordering: .releasing)
      entry.pointee.isLive.store(isLive, ordering: .releasing)
    }
  }
}

extension UnsafeMutablePointer<Entry> {
  var summary: String { text(behind: pointee.action.length, pointee.summaryLength) }

  /// What its parameters mean, as it was written.
  var notes: String { text(behind: pointee.action.length + Int(pointee.summaryLength), pointee.notesLength) }

  /// What a text or bytes is that it replies with; empty where it does not say.
  var mediaTypeText: String {
    let offset = pointee.action.length + Int(pointee.summaryLength) + Int(pointee.notesLength)
    return text(behind: offset, UInt16(pointee.mediaTypeLength))
  }

  /// The same, read; nil where it does not say. Most do not, and to say why nothing is none would take the longest.
  var mediaType: MediaType? { pointee.mediaTypeLength == 0 ? nil : MediaType(mediaTypeText) }

  private func text(behind offset: Int, _ length: UInt16) -> String {
    component_text(bytes: pointee.action.bytes.map { $0 + offset }, length: Int(length)).string
  }

  /// "Reader.showDetail", for messages.
  var path: String { "\(pointee.target.string).\(pointee.action.string)" }
}

/// Entries that lie side by side, each as its address.
struct Entries: RandomAccessCollection {
  let start: UnsafeMutablePointer<Entry>
  let count: Int

  var startIndex: Int { 0 }
  var endIndex: Int { count }
  subscript(index: Int) -> UnsafeMutablePointer<Entry> { start + index }
}

/// What a caller's place remembers: an entry, live or not. Entries are never freed, so an old one is found dead and its
/// names are looked up anew.
extension UnsafeMutablePointer<component_place> {
  @inline(__always)
  private var found: UnsafeMutablePointer<Atomic<UnsafeMutablePointer<Entry>?>> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Atomic<UnsafeMutablePointer<Entry>?>.self)
  }

  @inline(__always)
  var entry: UnsafeMutablePointer<Entry>? { found.pointee.load(ordering: .acquiring) }

  @inline(__always)
  func remember(_ entry: UnsafeMutablePointer<Entry>) { found.pointee.store(entry, ordering: .releasing) }
}

extension Entry {
  /// Whether a call may begin, if only after a look.
  var takesCalls: Bool {
    isLive.load(ordering: .acquiring) || generation._withUnsafeGuaranteedRef { $0.takesCalls }
  }
}
