import ComponentKit
import Glibc

/// Whether the dynamic loader would find what a library wants of others, told without having it load anything.
///
/// Symbols go by their names, whatever version is wanted, and nothing is said where one of the libraries can't be read, lends its
/// symbols from others, or takes too long: what is said to be nowhere is nowhere, unless a library's own start brings it.
struct Linkage {
  private let search = LibrarySearch()
  private var seen: Set<String> = []
  private var libraries: [(elf: Elf, dynamic: ElfDynamic)] = []

  // What the system's libraries need comes last, as where the loader is led: what lies beside a component goes before.
  private var later: [(names: [String], client: LibrarySearch.Client)] = []

  private static let limit = 256
  private static let patience = Duration.seconds(2)

  private init() {}

  /// Refuses what the loader would not find all symbols for.
  ///
  /// - Parameter wanted: what it wants of others, and perhaps has itself.
  static func check(
    _ wanted: [String], of elf: Elf, _ dynamic: ElfDynamic, beside directory: String
  ) throws(Refusal) {
    let end = Deadline(after: patience)
    // Most are the C library's, or Swift's.
    let others = wanted.filter { !end.hasPassed && !isInProgram($0) }
    if others.isEmpty || end.hasPassed { return }
    var linkage = Linkage()
    linkage.libraries.append((elf, dynamic))
    linkage.later.append((dynamic.needed, LibrarySearch.Client(directory: directory, dynamic: dynamic)))
    while !linkage.later.isEmpty {
      let (names, client) = linkage.later.removeFirst()
      guard linkage.collect(names, client) else { return }
    }
    for name in others {
      if end.hasPassed { return }
      if linkage.isNowhere(name) { throw Image.unlinked("undefined symbol: \(name)") }
    }
  }

  // In the program or in what it was started with.
  private static func isInProgram(_ name: String) -> Bool { name.withCString { dlsym(nil, $0) } != nil }

  private func isNowhere(_ name: String) -> Bool {
    !libraries.contains { (try? $0.elf.exports(name, dynamic: $0.dynamic)) ?? true }
  }

  // False where one of them can't be read, or has symbols that are not its own.
  private mutating func collect(_ names: [String], _ client: LibrarySearch.Client) -> Bool {
    for name in names where seen.insert(name).inserted {
      let answer = search.find(name, for: client)
      guard seen.count <= Linkage.limit, let path = answer.path else { return false }
      do throws(ElfFault) {
        let elf = try Elf(ByteSource(path: path))
        let dynamic = try elf.dynamic()
        if dynamic.entries.isFilter { return false }
        libraries.append((elf, dynamic))
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
        let own = LibrarySearch.Client(directory: directory, dynamic: dynamic)
        switch answer {
        case .beside, .elsewhere: guard collect(dynamic.needed, own) else { return false }
        default: later.append((dynamic.needed, own))
        }
      } catch {
        // The program itself may be Swift's library.
        guard case .wrongType = error else { return false }
      }
    }
    return true
  }
}

extension LibrarySearch.Answer {
  fileprivate var path: String? {
    switch self {
    case .loaded(let path), .system(let path), .elsewhere(let path), .beside(let path): path
    case .relative, .missing, .unknown: nil
    }
  }
}
