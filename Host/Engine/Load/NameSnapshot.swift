import ComponentABI
import ComponentKit
import Glibc

/// The names of all components at one moment; good until a folder or the set of what is loaded changes.
///
/// It makes repeated calls of what is missing cheap: one `stat` for each folder, or one question to the kernel where all of
/// them are watched, instead of two failing `open`s, a listing of the folder, a search for near names and a failure to lay
/// out. Where the component is there and only its action is not, the folders say no more than whether there is a fallback,
/// and not even the question is asked.
final class NameSnapshot: Sendable {
  private let proof: Proof
  /// How often the set of what is loaded had changed.
  let changes: Int
  let names: Set<String>
  private let hasFallback: Bool
  // By the hash of both names. Bounded, since callers choose the names.
  private let absences = Guarded<[UInt64: Absence]>([:])
  private static let absenceLimit = 64

  // By what it is known to be good still.
  private enum Proof {
    // With the watch that is not ready, or can't tell everything.
    case stamps([FolderStamp], FolderWatch?)
    case watch(FolderWatch, edition: Int)
  }

  /// Nil where it would not be known when it is no longer good.
  init?(
    _ directories: [PluginDirectory], loaded: some Sequence<String>, changes: Int, _ watch: FolderWatch? = nil
  ) {
    let edition = watch?.edition
    var stamps: [FolderStamp] = []
    var names = Set(loaded)
    for directory in directories {
      if edition == nil {
        guard let stamp = FolderStamp(of: directory.place), stamp.isReliable else { return nil }
        stamps.append(stamp)
      }
      do throws(PluginDirectory.NotOpened) {
        names.formUnion(try directory.names())
      } catch {
        // A folder that comes is told by a watch alone.
        guard edition != nil, error.number == ENOENT || error.number == ENOTDIR else { return nil }
      }
    }
    proof = if let watch, let edition { .watch(watch, edition: edition) } else { .stamps(stamps, watch) }
    self.names = names
    hasFallback = names.contains(Host.fallback)
    self.changes = changes
    guard isGood(for: directories) else { return nil }
  }

  /// Whether the folders are still what they were.
  func isGood(for directories: [PluginDirectory]) -> Bool {
    switch proof {
    case .watch(let watch, let edition): watch.edition == edition
    case .stamps(let stamps, let watch):
      watch?.edition == nil && directories.indices.allSatisfy { stamps[$0].holds(of: directories[$0].place) }
    }
  }

  /// The same, but without a question to the kernel where all folders are watched: a change counts as soon as the watch
  /// has heard of it.
  func isGoodAsHeard(for directories: [PluginDirectory]) -> Bool {
    if case .watch(let watch, let edition) = proof { watch.heard == edition } else { isGood(for: directories) }
  }

  /// What a call of what is not there was answered before.
  func absence(_ target: component_text, _ action: component_text) -> Absence? {
    let hash = nameHash(target, action)
    guard let known = absences.withLock({ $0[hash] }), known.isOf(target, action) else { return nil }
    return known
  }

  /// Keeps for the next time what such a call is answered.
  func keep(
    _ failure: Failure, _ target: component_text, _ action: component_text, isOfComponent: Bool = true
  ) -> Absence {
    let absence = Absence(target, action, failure, isOfComponent: isOfComponent, hasFallback: hasFallback)
    absences.withLock { absences in
      if absences.count >= NameSnapshot.absenceLimit { absences = [:] }
      absences[nameHash(target, action)] = absence
    }
    return absence
  }
}

/// A call of what is not there, and what it is answered as long as nothing changes.
final class Absence: Sendable {
  let answer: LentFailure
  /// Whether it is the component that is not there, or an action of one that is.
  let isOfComponent: Bool
  /// Whether there is a fallback, which is asked first.
  let hasFallback: Bool
  private let target: [UInt8]
  private let action: [UInt8]

  init(
    _ target: component_text, _ action: component_text, _ failure: Failure, isOfComponent: Bool, hasFallback: Bool
  ) {
    self.isOfComponent = isOfComponent
    self.target = Array(target.utf8)
    self.action = Array(action.utf8)
    self.hasFallback = hasFallback
    answer = LentFailure(failure)
  }

  func isOf(_ target: component_text, _ action: component_text) -> Bool {
    self.target.withUnsafeBytes(target.equals) && self.action.withUnsafeBytes(action.equals)
  }
}
