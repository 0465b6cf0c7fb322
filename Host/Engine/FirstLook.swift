import ComponentABI

/// What a component's file says of itself before it is loaded.
struct FirstLook {
  let path: String
  var abi: UInt32?
  var size: Int?
  var state: Listed.State
  /// Nil where it can't be opened.
  private(set) var file: ComponentFile.Identity?
  /// The libraries that it names, where that can be read.
  private(set) var needed: [String] = []
  /// Whether it is refused for a library that it names.
  private(set) var lacksLibrary = false
  /// What is kept of it, where that was asked for.
  private(set) var description: Generation?

  init(
    _ name: String, in directory: PluginDirectory, _ folder: PluginDirectory.Folder?,
    _ libraries: inout NeededLibraries, _ settings: Settings, isBeingWritten: (ComponentFile) -> Bool,
    kept: (ComponentFile) -> KeptDescription? = { _ in nil },
    described: (ComponentFile, KeptDescription) throws(Refusal) -> Generation? = { _, _ in nil }
  ) {
    path = directory.path(of: name)
    state = .ready
    var abi: UInt32?
    var begun: ComponentFile?
    do throws(Refusal) {
      let opened = try directory.open(name, in: folder, trustsAny: settings.trustsAny)
      guard let file = opened else { throw Refusal("gone", "it is gone", file: path) }
      begun = file
      size = file.size
      self.file = file.identity
      if !settings.loadsInPlace { try SealedCopy.checkPossible(file.size) }
      // None of the file is read then.
      if let kept = kept(file) {
        (abi, needed) = (COMPONENT_ABI_VERSION, kept.libraries.needed)
        try check(kept.libraries, in: directory, &libraries)
        description = try described(file, kept)
        if description != nil {
          self.abi = abi
          return
        }
      }
      // Also of a file that is refused for another reason.
      let source = try ByteSource.of(file)
      let dynamic: ElfDynamic
      do throws(Refusal) {
        dynamic = try Verdict(source) { abi = $0 }.dynamic
      } catch {
        needed = (try? Elf(source).dynamic().needed) ?? []
        throw error
      }
      needed = dynamic.needed
      try check(LibraryNeeds(dynamic), in: directory, &libraries)
    } catch {
      // What is wrong with half a file says nothing of the whole.
      state = .refused(begun.map(isBeingWritten) ?? false ? ComponentFile.changing : error)
    }
    self.abi = abi
  }

  private mutating func check(
    _ needs: LibraryNeeds, in directory: PluginDirectory, _ libraries: inout NeededLibraries
  ) throws(Refusal) {
    guard let refusal = libraries.refusal(of: needs, in: directory.place) else { return }
    lacksLibrary = true
    throw refusal
  }

  /// Whether it says nothing of being a component. Such a file may be a library of one.
  var isNoComponent: Bool {
    if case .refused(let refusal) = state { refusal.reason == Verdict.noNote.reason } else { false }
  }
}
