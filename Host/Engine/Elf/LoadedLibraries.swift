import Glibc

/// The libraries of this process, by the names under which the loader recognises them.
struct LoadedLibraries: Sendable {
  /// The path of each library by its file name and by its soname.
  private let paths: [String: String]

  init(paths: [String: String]) {
    self.paths = paths
  }

  /// Asks the loader what is loaded at this moment.
  ///
  /// Nothing, where the C library can't tell.
  static func now() -> LoadedLibraries {
    // The declaration is hidden behind _GNU_SOURCE, which Swift's Glibc module does not set. The signature is the C one.
    guard let symbol = dlsym(nil, "dl_iterate_phdr") else { return LoadedLibraries(paths: [:]) }
    let iterate = unsafeBitCast(symbol, to: Iterate.self)
    var paths: [String: String] = [:]
    withUnsafeMutablePointer(to: &paths) { collected in
      _ = iterate(
        { information, _, context in
          guard let information, let context, let image = LoadedImage(information) else { return 0 }
          let paths = context.assumingMemoryBound(to: [String: String].self)
          paths.pointee[lastPart(of: image.path)] = image.path
          if let soname = image.soname { paths.pointee[soname] = image.path }
          return 0
        }, collected)
    }
    return LoadedLibraries(paths: paths)
  }

  func path(of name: String) -> String? { paths[name] }

  /// Where one of Swift's own libraries would lie beside the one that this process runs with; nil for any other library.
  func runtimePath(of name: String) -> String? {
    guard name.hasPrefix("libswift"), !name.utf8.contains(UInt8(ascii: "/")), let core = paths["libswiftCore.so"],
      let slash = core.lastIndex(of: "/")
    else { return nil }
    return core[...slash] + name
  }

  private typealias Visit = @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32
  private typealias Iterate = @convention(c) (Visit, UnsafeMutableRawPointer?) -> Int32
}

private func lastPart(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}

/// A `dl_phdr_info`: the address, path and program headers of one loaded image.
///
/// Reads memory that the loader itself has mapped and relies on; only while it holds its lock, inside its callback.
private struct LoadedImage {
  let path: String
  private let base: UInt
  private let headers: UnsafeRawPointer
  private let count: Int

  /// Nil for the program itself, which has no path.
  init?(_ information: UnsafeRawPointer) {
    base = information.load(as: UInt.self)
    guard let name = information.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self), name.pointee != 0 else {
      return nil
    }
    guard let headers = information.load(fromByteOffset: 16, as: UnsafeRawPointer?.self) else { return nil }
    path = String(cString: name)
    self.headers = headers
    count = Int(information.load(fromByteOffset: 24, as: UInt16.self))
  }

  /// How the loader knows a library that was opened through another name.
  var soname: String? {
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
      case 14: offset = value
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
