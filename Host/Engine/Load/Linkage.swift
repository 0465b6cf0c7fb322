import Glibc

/// Whether the dynamic loader would find what a library wants of others, told without having it load anything.
///
/// Symbols go by their names, whatever version is wanted, and nothing is said where one of the libraries can't be read: what is
/// said to be nowhere is nowhere.
struct Linkage {
  private let search = LibrarySearch()
  private var seen: Set<String> = []
  private var libraries: [(elf: Elf, dynamic: ElfDynamic)] = []

  private static let limit = 256

  private init() {}

  /// Refuses what the loader would not find all symbols for.
  static func check(_ elf: Elf, _ dynamic: ElfDynamic, beside directory: String) throws(Refusal) {
    // Most are the C library's, or Swift's.
    guard let wanted = try? elf.wanted(dynamic).filter({ !isInProgram($0) }), !wanted.isEmpty else { return }
    var linkage = Linkage()
    guard linkage.collect(dynamic.needed, LibrarySearch.Client(directory: directory, dynamic: dynamic)) else { return }
    for name in wanted where linkage.isNowhere(name) { throw Image.unlinked("undefined symbol: \(name)") }
  }

  // In the program or in what it was started with.
  private static func isInProgram(_ name: String) -> Bool { name.withCString { dlsym(nil, $0) } != nil }

  private func isNowhere(_ name: String) -> Bool {
    !libraries.contains { (try? $0.elf.exports(name, dynamic: $0.dynamic)) ?? true }
  }

  // False where one of them can't be read.
  private mutating func collect(_ names: [String], _ client: LibrarySearch.Client) -> Bool {
    for name in names where seen.insert(name).inserted {
      guard seen.count <= Linkage.limit, let path = path(of: name, for: client) else { return false }
      do throws(ElfFault) {
        let elf = try Elf(ByteSource(path: path))
        let dynamic = try elf.dynamic()
        libraries.append((elf, dynamic))
        let directory = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
        let own = LibrarySearch.Client(directory: directory, dynamic: dynamic)
        guard collect(dynamic.needed, own) else { return false }
      } catch {
        // The program itself may be Swift's library.
        guard case .wrongType = error else { return false }
      }
    }
    return true
  }

  private func path(of name: String, for client: LibrarySearch.Client) -> String? {
    switch search.find(name, for: client) {
    case .loaded(let path), .system(let path), .elsewhere(let path), .beside(let path): path
    case .relative, .missing, .unknown: nil
    }
  }
}
