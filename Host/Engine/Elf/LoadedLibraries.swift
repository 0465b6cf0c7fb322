import Glibc

/// The libraries of this process, by the names under which the loader recognises them.
package struct LoadedLibraries: Sendable {
  /// The path of each library by its soname, or by its file's name where it has none.
  private let paths: [String: String]
  /// Where Swift's own libraries lie that go together with the standard library of this process.
  private let runtime: [String]

  init(paths: [String: String]) {
    self.init(paths: paths, runtime: paths[Carried.core].flatMap(folder).map { [$0] } ?? [])
  }

  /// For a program that has the standard library in itself: it looks for the others in its RUNPATH.
  init(paths: [String: String], program: String, runpath: String) {
    var paths = paths
    if Carried.isByProgram { for name in Carried.libraries { paths[name] = program } }
    let origin = folder(of: program) ?? "."
    let folders = LibraryPath.split(runpath, separators: [":"]).compactMap { LibraryPath($0, origin: origin) }
    self.init(paths: paths, runtime: folders.map(\.directory))
  }

  private init(paths: [String: String], runtime: [String]) {
    self.paths = paths
    self.runtime = runtime
  }

  /// Asks the loader what is loaded at this moment.
  ///
  /// Nothing, where the C library can't tell.
  package static func now() -> LoadedLibraries {
    guard let iterate else { return LoadedLibraries(paths: [:]) }
    var found = Found()
    withUnsafeMutablePointer(to: &found) { found in
      _ = iterate(
        { information, _, context in
          guard let information, let context, let image = LoadedImage(information) else { return 0 }
          context.assumingMemoryBound(to: Found.self).pointee.add(image)
          return 0
        }, found)
    }
    guard let program = found.program, found.paths[Carried.core] == program else {
      return LoadedLibraries(paths: found.paths)
    }
    return LoadedLibraries(paths: found.paths, program: program, runpath: found.runpath)
  }

  func path(of name: String) -> String? { paths[name] }

  /// The files of all of them, and the folders of Swift's own, of which others may be wanted later.
  package var places: [String] {
    (Array(paths.values) + runtime).filter { $0.hasPrefix("/") && !$0.hasPrefix("/proc/") }
  }

  /// Where one of Swift's own libraries may lie that goes together with what this process runs with; nowhere for any
  /// other library.
  func runtimePaths(of name: String) -> [String] {
    guard name.hasPrefix("libswift"), !name.utf8.contains(UInt8(ascii: "/")) else { return [] }
    return runtime.map { "\($0)/\(name)" }
  }

  // Also where its file has been replaced meanwhile; the link itself where there is nothing behind it.
  private static var program: String {
    let link = "/proc/self/exe"
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : link
  }

  private struct Found {
    var paths: [String: String] = [:]
    /// The program itself, where it is known as a library.
    var program: String?
    var runpath = ""

    mutating func add(_ image: LoadedImage) {
      let soname = image.soname
      if image.path.isEmpty {
        guard let soname else { return }
        let program = LoadedLibraries.program
        paths[soname] = program
        self.program = program
        runpath = image.runpath ?? ""
      } else {
        // The loader recognises a library that has a soname by that, wherever it was opened from.
        paths[soname ?? lastPart(of: image.path)] = image.path
      }
    }
  }

  private typealias Visit = @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32
  // The declaration is hidden behind _GNU_SOURCE, which Swift's Glibc module does not set. The signature is the C one.
  private static let iterate = dlsym(nil, "dl_iterate_phdr").map { unsafeBitCast($0, to: Iterate.self) }

  /// Has the loader be asked without its lock from now on: it holds that as long as a constructor runs, which may hang.
  static func prepare() { _ = iterate }

  private typealias Iterate = @convention(c) (Visit, UnsafeMutableRawPointer?) -> Int32
}

private func folder(of path: String) -> String? {
  path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
}

private func lastPart(of path: String) -> String {
  path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(Substring(path.utf8[path.utf8.index(after: $0)...])) } ?? path
}

/// A `dl_phdr_info`: the address, path and program headers of one loaded image.
///
/// Reads memory that the loader itself has mapped and relies on; only while it holds its lock, inside its callback.
private struct LoadedImage {
  /// Empty for the program itself.
  let path: String
  private let base: UInt
  private let headers: UnsafeRawPointer
  private let count: Int

  /// Nil where the loader does not say what a program and its libraries have.
  init?(_ information: UnsafeRawPointer) {
    base = information.load(as: UInt.self)
    guard let name = information.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self) else { return nil }
    guard let headers = information.load(fromByteOffset: 16, as: UnsafeRawPointer?.self) else { return nil }
    path = String(cString: name)
    self.headers = headers
    count = Int(information.load(fromByteOffset: 24, as: UInt16.self))
  }

  /// How the loader knows a library that was opened through another name.
  var soname: String? { text(14) }

  var runpath: String? { text(29) }

  // The text that the dynamic section has under a tag.
  private func text(_ wanted: Int) -> String? {
    guard var entry = dynamic else { return nil }
    var strings: UInt?
    var offset: UInt?
    while true {
      let tag = entry.load(as: Int.self)
      let value = entry.load(fromByteOffset: 8, as: UInt.self)
      entry += 16
      switch tag {
      case 0:
        guard let strings, let offset else { return nil }
        // glibc writes the address in place; where the section is read-only it is still relative.
        let table = strings < base ? base &+ strings : strings
        return UnsafePointer<CChar>(bitPattern: table &+ offset).map { String(cString: $0) }
      case 5: strings = value
      case wanted: offset = value
      default: break
      }
    }
  }

  private var dynamic: UnsafeRawPointer? {
    for index in 0..<count {
      let header = headers + index * 56
      guard header.load(as: UInt32.self) == 2 else { continue }
      return UnsafeRawPointer(bitPattern: base &+ header.load(fromByteOffset: 16, as: UInt.self))
    }
    return nil
  }
}
