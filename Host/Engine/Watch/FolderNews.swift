/// What has happened in the folders and was not looked at yet.
struct FolderNews {
  /// Components whose files may be others, or are gone.
  var components: Set<String> = []
  /// Another library came or went: what components need may be there now.
  var hasLibraries = false
  /// What is mounted has changed, and a way may lead elsewhere.
  var hasMounts = false
  /// A path leads elsewhere, or what happened is not known: the ways have to be gone again, and everything looked at.
  var hasWays = false

  /// Something has come of a component that nobody waited for any more.
  var hasEnded = false

  var isEmpty: Bool { components.isEmpty && !hasLibraries && !hasMounts && !hasWays && !hasEnded }

  /// - Parameter unfinished: components whose files are known to be written to; what is begun tells nothing new of them.
  mutating func add(_ meaning: WatchedFolders.Meaning, _ unfinished: Set<String>) {
    switch meaning {
    case .nothing: break
    case .library: hasLibraries = true
    case .ways: hasWays = true
    case .begun(let names): components.formUnion(names.subtracting(unfinished))
    case .closed(let names), .content(let names), .names(let names): components.formUnion(names)
    }
  }
}
