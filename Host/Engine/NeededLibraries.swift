/// What the loader would say of the libraries of one component after the other.
struct NeededLibraries {
  private let search = LibrarySearch()
  private let settings: Settings
  // What was looked for last, and what is wrong with it: most components need the same as the one before.
  private var needed: [String] = []
  private var runpath: String?
  private var rpath: String?
  private var directory = ""
  private var refusal: Refusal?

  init(_ settings: Settings) { self.settings = settings }

  /// Why a component is refused for them; nil where it is not.
  mutating func refusal(of dynamic: ElfDynamic, in directory: String) -> Refusal? {
    if needed == dynamic.needed, runpath == dynamic.runpath, rpath == dynamic.rpath, self.directory == directory {
      return refusal
    }
    (needed, runpath, rpath, self.directory) = (dynamic.needed, dynamic.runpath, dynamic.rpath, directory)
    refusal = nil
    do throws(Refusal) {
      try Siblings.judge(
        dynamic, beside: directory, inPlace: settings.loadsInPlace, trustsAny: settings.trustsAny, settling: nil, search
      )
    } catch {
      refusal = error
    }
    return refusal
  }
}
