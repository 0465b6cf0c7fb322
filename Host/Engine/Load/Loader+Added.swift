// Files that came new, which a refresh tells.
extension Loader {
  /// What is there now is nothing new to a refresh.
  func rememberNames() {
    let names = fileNames
    gate.locked { refreshedNames = names }
  }

  /// The components whose files are new since the last refresh. What a call has found by itself is nothing new.
  func added(besides known: [String]) -> [Change] {
    guard let names = fileNames else { return [] }
    let news = gate.locked {
      let news = refreshedNames.map(names.subtracting) ?? []
      if refreshedNames != nil { refreshedNames = names }
      return news.filter { name in
        if case .loading = slots[name] { return false }
        return slots[name]?.generation == nil
      }
    }
    return news.subtracting(known).sorted().map { Change($0, .added) }
  }
}
