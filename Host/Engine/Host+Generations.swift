public import ComponentKit
import Synchronization

/// One generation of a component: the one that answers, or one that did.
public struct ListedGeneration: Sendable, Equatable {
  public enum State: String, Sendable {
    /// It has registered, and starts.
    case starting
    case live
    /// It was taken out or replaced, or did not start, and has calls under way or is just being shut down.
    case draining
    /// It was shut down; its image stays in memory.
    case retired
    /// It has registered and never answered, since it did not start or could not take over. Its image stays in memory.
    case failed
    /// It was opened, and is no generation: what it registered was refused. Its image stays in memory all the same.
    case refused
  }

  public let name: String
  /// 0 for what was refused.
  public let number: Int
  /// 0 for what was refused.
  public let version: Version
  /// Nil for a component that is linked into the program.
  public let file: String?
  /// The identity that the linker gave its build; nil where there is none.
  public let buildID: String?
  public let state: State
  /// Calls under way, and what else keeps it from being shut down.
  public let calls: Int
  public let loaded: Timestamp
  /// What it holds until the process ends: addresses of its image and memory of its copy.
  public let bytes: Int
  public let descriptors: Int
}

extension Host {
  /// Every generation that this host has let run, by the components' names, the oldest first, and behind them what was
  /// opened and refused.
  public var generations: [ListedGeneration] {
    let (generations, refused) = loader.gate.locked { (loader.generations, loader.refusedImages) }
    return Set(generations.keys).union(refused.keys).sorted().flatMap { name in
      (generations[name] ?? []).map { ListedGeneration($0) } + (refused[name] ?? []).map { ListedGeneration($0) }
    }
  }

  /// Puts the last generation of other bytes that answered before a component back in its place, as its next generation.
  ///
  /// It is made from a fresh copy of the bytes that were loaded then, whatever lies in the folders now; the file there
  /// counts again when it changes. Rolled back once more, a component becomes what it was before that. One that was taken
  /// out comes back as it was last.
  @discardableResult
  public func rollback(_ name: String) throws(Refusal) -> Change {
    let change = try loader.rollBack(name)
    settings.changed(change)
    return change
  }
}

extension ListedGeneration {
  init(_ generation: Generation) {
    name = generation.name
    number = generation.number
    version = generation.version
    file = generation.file?.path
    state =
      switch generation.state {
      case .new: .starting
      case .live: .live
      case .draining: .draining
      case .retired: generation.hasAnswered.load(ordering: .acquiring) ? .retired : .failed
      }
    calls = generation.callCount
    loaded = generation.loaded
    let footprint = generation.footprint
    (buildID, bytes, descriptors) = (footprint.buildID, footprint.bytes, footprint.descriptors)
  }
}

extension ListedGeneration {
  init(_ image: RefusedImage) {
    let footprint = image.footprint
    self.init(
      name: image.name, number: 0, version: Version(0), file: image.file.path, buildID: footprint.buildID,
      state: .refused, calls: 0, loaded: image.loaded, bytes: footprint.bytes, descriptors: footprint.descriptors)
  }
}
