/// The libraries that a file names, and where it says that they lie.
struct LibraryNeeds: Equatable, Sendable {
  let needed: [String]
  let runpath: String?
  let rpath: String?
}

extension LibraryNeeds {
  init(_ dynamic: ElfDynamic) {
    self.init(needed: dynamic.needed, runpath: dynamic.runpath, rpath: dynamic.rpath)
  }
}
