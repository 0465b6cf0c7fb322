import ComponentKit
import Glibc

// What the watch asks of what is loaded.
extension Loader {
  /// The loaded components whose replacement is refused in such a way.
  func names(refused isMeant: (Refusal) -> Bool) -> Set<String> {
    gate.locked {
      var names: Set<String> = []
      for (name, slot) in slots {
        if case .loaded(_, let refused?) = slot, isMeant(refused.refusal) { names.insert(name) }
      }
      return names
    }
  }

  /// The loaded components whose files are links, of all or of some.
  func links(among names: Set<String>? = nil) -> [WatchedFolders.Link] {
    loaded.compactMap { (name, generation) in
      guard names?.contains(name) ?? true, let file = generation.file,
        let place = directories.firstIndex(where: { $0.path(of: name) == file.path })
      else { return nil }
      var status = stat()
      guard lstat("\(directories[place].place)/\(ComponentName.file(name))", &status) == 0,
        status.st_mode & S_IFMT == S_IFLNK
      else { return nil }
      return WatchedFolders.Link(name: name, directory: place)
    }
  }
}
