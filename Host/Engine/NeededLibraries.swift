/// Whether the libraries of one component after the other would be found.
struct NeededLibraries {
  private let search = LibrarySearch()
  // What was looked for last, and what of it is missing: most components need the same as the one before.
  private var needed: [String] = []
  private var runpath: String?
  private var rpath: String?
  private var directory = ""
  private var missing: String?

  /// The first that is missing; nil where none is.
  mutating func missing(of dynamic: ElfDynamic, in directory: String) -> String? {
    if needed == dynamic.needed, runpath == dynamic.runpath, rpath == dynamic.rpath, self.directory == directory {
      return missing
    }
    (needed, runpath, rpath, self.directory) = (dynamic.needed, dynamic.runpath, dynamic.rpath, directory)
    let client = LibrarySearch.Client(directory: directory, dynamic: dynamic)
    missing = needed.first { search.find($0, for: client) == .missing }
    return missing
  }
}
