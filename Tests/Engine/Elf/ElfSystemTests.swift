import Glibc
import Testing

@testable import ComponentHost

/// The check for the dynamic loader refuses nothing that a linker makes.
@Suite struct ElfSystemTests {
  /// The folders of the system's libraries, and those of this process.
  private static let folders: Set<String> = {
    let own = ["libswiftCore.so", "libTesting.so", "libc.so.6", "libstdc++.so.6"].compactMap { name in
      LoadedLibraries.now().path(of: name).map { String($0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex)) }
    }
    let system = LibrarySearch.defaultDirectories.compactMap { folder in
      realpath(folder, nil).map { path in
        defer { free(path) }
        return String(cString: path)
      }
    }
    return Set(own + system)
  }()

  @Test func `every library of this machine passes the check for the loader`() throws {
    var count = 0
    for folder in Self.folders.sorted() {
      for name in names(in: folder) where name.contains(".so") {
        let path = "\(folder)/\(name)"
        do throws(ElfFault) {
          let elf = try Elf(ByteSource(path: path))
          let dynamic = try elf.dynamic()
          try elf.checkForLoader(dynamic)
          count += 1
        } catch {
          switch error {
          // What is no shared library: programs, scripts of the linker, libraries for debuggers.
          case .notElf, .notRegular, .wrongType, .wrongClass, .wrongMachine, .notToBeOpened, .unreadable: break
          default: Issue.record("\(path): \(error)")
          }
        }
      }
    }
    #expect(count > 20)
  }

  private func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.sorted()
  }
}
