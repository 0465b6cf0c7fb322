import ComponentABI
import ComponentKit

/// The names of all components at one moment; good until a folder or the set of what is loaded changes.
///
/// It makes repeated calls of a missing component cheap: one `stat` for each folder instead of two failing `open`s, a
/// listing of the folder, a search for near names and a failure to lay out.
final class NameSnapshot: Sendable {
  private let stamps: [FolderStamp]
  /// How often the set of what is loaded had changed.
  let changes: Int
  let names: Set<String>
  private let hasFallback: Bool
  // By the hash of both names. Bounded, since callers choose the names.
  private let absences = Guarded<[UInt64: Absence]>([:])
  private static let absenceLimit = 64

  /// Nil where it would not be known when it is no longer good.
  init?(_ directories: [PluginDirectory], loaded: some Sequence<String>, changes: Int) {
    var stamps: [FolderStamp] = []
    var names = Set(loaded)
    for directory in directories {
      guard let stamp = FolderStamp(of: directory.place), stamp.isReliable, let found = try? directory.names() else {
        return nil
      }
      names.formUnion(found)
      stamps.append(stamp)
    }
    self.stamps = stamps
    self.names = names
    hasFallback = names.contains(Host.fallback)
    self.changes = changes
    guard isGood(for: directories) else { return nil }
  }

  /// Whether the folders are still what they were.
  func isGood(for directories: [PluginDirectory]) -> Bool {
    for index in directories.indices where !stamps[index].holds(of: directories[index].place) { return false }
    return true
  }

  /// What a call of what is not there was answered before.
  func absence(_ target: component_text, _ action: component_text) -> Absence? {
    let hash = nameHash(target, action)
    guard let known = absences.withLock({ $0[hash] }), known.isOf(target, action) else { return nil }
    return known
  }

  /// Keeps for the next time what such a call is answered.
  func keep(_ failure: Failure, _ target: component_text, _ action: component_text) -> Absence {
    let absence = Absence(target, action, failure, hasFallback: hasFallback)
    absences.withLock { absences in
      if absences.count >= NameSnapshot.absenceLimit { absences = [:] }
      absences[nameHash(target, action)] = absence
    }
    return absence
  }
}

/// A call of a component that is not there, and what it is answered as long as nothing changes.
final class Absence: Sendable {
  let answer: LentFailure
  /// Whether there is a fallback, which is asked first.
  let hasFallback: Bool
  private let target: [UInt8]
  private let action: [UInt8]

  init(_ target: component_text, _ action: component_text, _ failure: Failure, hasFallback: Bool) {
    self.target = Array(target.utf8)
    self.action = Array(action.utf8)
    self.hasFallback = hasFallback
    answer = LentFailure(failure)
  }

  func isOf(_ target: component_text, _ action: component_text) -> Bool {
    self.target.withUnsafeBytes(target.equals) && self.action.withUnsafeBytes(action.equals)
  }
}
