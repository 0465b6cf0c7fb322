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

  /// The links by which loaded components are found, of all or of some; what lies before a component's own folder may be
  /// refused, and come to answer.
  func links(among names: Set<String>? = nil) -> [WatchedFolders.Link] {
    loaded.flatMap { (name, generation) -> [WatchedFolders.Link] in
      guard names?.contains(name) ?? true, let file = generation.file,
        let last = directories.firstIndex(where: { $0.path(of: name) == file.path })
      else { return [] }
      return (0...last).filter { directories[$0].hasLink(name) }.map { WatchedFolders.Link(name: name, directory: $0) }
    }
  }
}

extension PluginDirectory {
  fileprivate func hasLink(_ name: String) -> Bool {
    var status = stat()
    return lstat("\(place)/\(ComponentName.file(name))", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
