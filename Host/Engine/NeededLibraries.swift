/// What the loader would say of the libraries of one component after the other.
struct NeededLibraries {
  private let search = LibrarySearch()
  private let settings: Settings
  // What was looked for last, and what is wrong with it: most components need the same as the one before.
  private var last: (needs: LibraryNeeds, directory: String)?
  private var refusal: Refusal?

  init(_ settings: Settings) { self.settings = settings }

  /// Why a component is refused for them; nil where it is not.
  mutating func refusal(of needs: LibraryNeeds, in directory: String) -> Refusal? {
    if let last, last.needs == needs, last.directory == directory { return refusal }
    last = (needs, directory)
    refusal = nil
    do throws(Refusal) {
      try Siblings.judge(
        needs, beside: directory, inPlace: settings.loadsInPlace, trustsAny: settings.trustsAny, settling: nil, search)
    } catch {
      refusal = error
    }
    return refusal
  }
}
