import ComponentKit
import ComponentABI
import Glibc

/// Everything that can be read from a file without running any of its code.
public struct Inspection: Sendable {
  public enum Note: Sendable, Equatable {
    case missing
    case malformed(String)
    /// The compiler is told of what is in Swift.
    case present(abi: UInt32, language: String, compiler: String?)
  }

  public struct Library: Sendable, Equatable {
    public enum Place: Sendable, Equatable {
      case found(String)
      /// Beside the component, where the host finds it.
      case beside(String)
      case missing
      /// It can't be told without running the dynamic loader.
      case unknown
    }

    public let name: String
    public let place: Place
  }

  public let file: String
  public let size: Int
  /// "ELF shared library"; nil for what is no ELF file.
  public private(set) var kind: String?
  public private(set) var machine: String?
  public private(set) var note = Note.missing
  public private(set) var soname: String?
  public private(set) var buildID: String?
  /// "swift", "c", "c++" or "rust".
  public private(set) var languageRuntime: String?
  public private(set) var libraries: [Library] = []
  public private(set) var definesRegister = false
  /// What it exports beyond `register`.
  public private(set) var otherExports: [String] = []
  /// Why the file or its folder would not be trusted.
  public private(set) var permissionProblems: [String] = []
  /// The file that a call of the component reaches instead: its folder goes before this one's.
  public private(set) var shadowedBy: String?
  /// What the loader would say; nil where it would go on and open it. What it then registers, only its code can tell.
  public package(set) var refusal: Refusal?

  /// Reads a file.
  ///
  /// - Parameter directories: the plugin folders of the host that is asked about.
  /// - Throws: where the file can't be opened, or is none.
  public init(
    file path: String, trustsAny: Bool = false, inPlace: Bool = false, directories: [String] = []
  ) throws(Refusal) {
    file = path
    let name = ComponentName.lastPart(of: path)
    let folder =
      path.utf8.contains(UInt8(ascii: "/")) ? String(Substring(path.utf8.dropLast(name.utf8.count + 1))) : "."
    let directory = PluginDirectory(path: folder.isEmpty ? "/" : folder)
    guard let opened = try directory.open(file: name, trustsAny: true) else {
      throw Refusal("no_such_file", "there is no file \(quoted(path))", file: path)
    }
    size = opened.size
    let source = try ByteSource.of(opened.descriptor)
    if let glance = ElfHeader.glance(source) {
      kind = "ELF \(glance.type.name)"
      machine = glance.machine.name
    }
    do throws(ElfFault) {
      try read(source, directory: directory.path)
    } catch {
      // The verdict below says it. A program that is laid out like a library is told by its dynamic section.
      if case .wrongType(let type) = error { kind = "ELF \(type.name)" }
    }
    permissionProblems = directory.distrusts(of: name)
    shadowedBy = ComponentName.name(ofFile: name).flatMap { directory.shadow(of: $0, among: directories) }
    do throws(Refusal) {
      if !trustsAny { try checkTrust(directory, name) }
      if ComponentName.name(ofFile: name) == nil {
        throw Refusal(
          "invalid_name", "its name is not of the form lib<Name>.so", help: "rename it; \(ComponentName.rule)")
      }
      if !inPlace { try SealedCopy.checkPossible(size) }
      try opened.patiently(trustsAny: true) { (file, settling) throws(Refusal) in
        let source = try ByteSource.of(file)
        let (verdict, elf, wanted) = try file.whileStill(settling) {
          () throws(Refusal) -> (Verdict, Elf?, [String]) in
          let verdict = try Verdict(source)
          let elf = try? Elf(source)
          return (verdict, elf, (try? elf?.wanted(verdict.dynamic)) ?? [])
        }
        try Siblings.judge(
          LibraryNeeds(verdict.dynamic), beside: file.folder, inPlace: inPlace, trustsAny: trustsAny,
          settling: settling,
          LibrarySearch())
        if let elf { try Linkage.check(wanted, of: elf, verdict.dynamic, beside: file.folder) }
      }
    } catch {
      refusal = error
    }
  }

  private mutating func read(_ source: ByteSource, directory: String) throws(ElfFault) {
    let elf = try Elf(source)
    do throws(ElfFault) {
      if let found = try elf.componentNote() {
        note = .present(
          abi: found.abi, language: Inspection.language(found.language), compiler: found.compiler?.description)
      }
    } catch {
      note = .malformed(error.description)
    }
    buildID = try elf.buildIdentifier()
    let dynamic = try elf.dynamic()
    soname = dynamic.soname
    languageRuntime = elf.languageRuntime(dynamic).rawValue
    let search = LibrarySearch()
    let client = LibrarySearch.Client(directory: directory, dynamic: dynamic)
    libraries = dynamic.needed.map { Library(name: $0, place: Library.Place(search.find($0, for: client))) }
    definesRegister = try elf.defines("register", dynamic: dynamic)
    otherExports = try elf.symbols(dynamic).exported.filter { $0 != "register" }.sorted()
  }

  private mutating func checkTrust(_ directory: PluginDirectory, _ name: String) throws(Refusal) {
    do throws(Refusal) {
      _ = try directory.open(file: name, trustsAny: false)
    } catch {
      // A way that can't be followed.
      if error.reason == "not_trusted", permissionProblems.isEmpty { permissionProblems = [error.message] }
      throw error
    }
  }

  private static func language(_ number: UInt32) -> String {
    switch number {
    case COMPONENT_LANGUAGE_C: "c"
    case COMPONENT_LANGUAGE_CPP: "c++"
    case COMPONENT_LANGUAGE_SWIFT: "swift"
    case COMPONENT_LANGUAGE_RUST: "rust"
    default: "other"
    }
  }
}

extension PluginDirectory {
  // What a component's file in this folder stands behind, where this is one of the plugin folders.
  fileprivate func shadow(of name: String, among directories: [String]) -> String? {
    let own = identity
    var first: String?
    for directory in directories.map(PluginDirectory.init(path:)) {
      if directory.identity == own { return first }
      if first == nil, directory.holds(name) { first = directory.path(of: name) }
    }
    return nil
  }

  // One folder may have several paths.
  private var identity: [UInt64]? {
    var status = stat()
    return stat(place, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
  }
}

extension Inspection.Library.Place {
  fileprivate init(_ answer: LibrarySearch.Answer) {
    self =
      switch answer {
      case .loaded(let path), .system(let path), .elsewhere(let path), .relative(let path): .found(path)
      case .beside(let path): .beside(path)
      case .missing: .missing
      case .unknown: .unknown
      }
  }
}
