import Glibc
import Testing

@testable import ComponentHost

@Suite struct LibrarySearchTests {
  private static let none = LoadedLibraries(paths: [:])

  /// A folder with the same small library in several places, and a search that looks nowhere else.
  private struct Place {
    let workshop: ElfWorkshop
    var path: String { workshop.path }
    var component: String { path + "/component" }

    init(_ files: [String]) throws {
      workshop = try ElfWorkshop()
      for folder in ["component", "component/sub", "system", "extra"] { mkdir(workshop.path + "/" + folder, 0o755) }
      for file in files { try workshop.write(ElfBlueprint().bytes(), to: file) }
    }

    func search(
      loaded: LoadedLibraries = none, environment: String? = nil, cached: [(String, String, UInt32)] = [],
      hasCache: Bool = true
    ) throws -> LibrarySearch {
      if hasCache { try workshop.write(LoaderCacheTests.cache(cached), to: "cache") }
      return LibrarySearch(
        loaded: loaded, environment: environment, cachePath: path + "/cache", defaults: [path + "/system"])
    }

    func client(runpath: String? = nil, rpath: String? = nil) -> LibrarySearch.Client {
      LibrarySearch.Client(directory: component, runpath: runpath, rpath: rpath)
    }
  }

  @Test func `a library is missing where it is nowhere`() throws {
    let place = try Place([])
    #expect(try place.search().find("liba.so", for: place.client()) == .missing)
  }

  @Test func `without a cache nothing is surely missing`() throws {
    let place = try Place(["system/libb.so"])
    let search = try place.search(hasCache: false)
    #expect(search.find("liba.so", for: place.client()) == .unknown(folder: nil))
    #expect(search.find("libb.so", for: place.client()) == .system(path: place.path + "/system/libb.so"))
  }

  @Test func `what is loaded is found before all else`() throws {
    let place = try Place(["component/liba.so"])
    let search = try place.search(loaded: LoadedLibraries(paths: ["liba.so": "/x/liba.so"]))
    #expect(search.find("liba.so", for: place.client(runpath: "$ORIGIN")) == .loaded(path: "/x/liba.so"))
  }

  @Test func `a library of Swift's lies where this process has its others`() throws {
    let place = try Place(["extra/libswift_More.so", "component/libswift_More.so", "extra/liba.so"])
    let search = try place.search(loaded: LoadedLibraries(paths: ["libswiftCore.so": "\(place.path)/extra/core.so"]))
    let client = place.client(runpath: "$ORIGIN")
    #expect(search.find("libswift_More.so", for: client) == .loaded(path: place.path + "/extra/libswift_More.so"))
    #expect(search.find("liba.so", for: client) == .missing)
    #expect(search.find("libswift_Less.so", for: client) == .missing)
  }

  @Test func `a program that has the standard library in itself has the others in its own path`() throws {
    let place = try Place(["extra/libswift_More.so", "component/libswift_More.so", "extra/liba.so", "libswift_Own.so"])
    let program = "\(place.path)/program"
    let loaded = LoadedLibraries(
      paths: ["libswiftCore.so": program], program: program, runpath: "/nowhere:\(place.path)/extra:$ORIGIN")
    let search = try place.search(loaded: loaded)
    let client = place.client(runpath: "$ORIGIN")
    #expect(search.find("libswiftCore.so", for: client) == .loaded(path: program))
    #expect(search.find("libswift_More.so", for: client) == .loaded(path: place.path + "/extra/libswift_More.so"))
    #expect(search.find("libswift_Own.so", for: client) == .loaded(path: place.path + "/libswift_Own.so"))
    #expect(search.find("liba.so", for: client) == .missing)
  }

  @Test func `the places are asked in the order of the loader`() throws {
    let place = try Place([
      "component/liba.so", "component/sub/liba.so", "extra/liba.so", "system/liba.so", "system/cached.so",
    ])
    let path = place.path
    let cached = [("liba.so", path + "/system/cached.so", LoaderCacheTests.own)]
    let search = try place.search(environment: "/nowhere:\(path)/extra", cached: cached)
    func find(runpath: String? = nil, rpath: String? = nil) -> LibrarySearch.Answer {
      search.find("liba.so", for: place.client(runpath: runpath, rpath: rpath))
    }
    #expect(find(rpath: "${ORIGIN}/sub") == .beside(path: path + "/component/sub/liba.so"))
    #expect(find(rpath: "\(path)/system") == .elsewhere(path: path + "/system/liba.so"))
    #expect(find(runpath: "$ORIGIN") == .elsewhere(path: path + "/extra/liba.so"))
    #expect(find(runpath: "/x", rpath: "\(path)/system") == .elsewhere(path: path + "/extra/liba.so"))
    let bare = try place.search(cached: cached)
    #expect(
      bare.find("liba.so", for: place.client(runpath: "/x:$ORIGIN/sub:$ORIGIN"))
        == .beside(path: path + "/component/sub/liba.so"))
    #expect(bare.find("liba.so", for: place.client()) == .system(path: path + "/system/cached.so"))
    #expect(try place.search().find("liba.so", for: place.client()) == .system(path: path + "/system/liba.so"))
  }

  @Test func `a neighbour is found beside the component`() throws {
    let place = try Place(["component/liba.so"])
    #expect(try place.search().find("liba.so", for: place.client()) == .beside(path: place.component + "/liba.so"))
  }

  @Test func `a cached path that is gone and a file of another kind are passed by`() throws {
    let place = try Place(["component/liba.so"])
    try place.workshop.write(Array("INPUT(libreal.so)".utf8), to: "system/liba.so")
    let search = try place.search(cached: [("liba.so", "/nowhere/liba.so", LoaderCacheTests.own)])
    #expect(search.find("liba.so", for: place.client()) == .beside(path: place.component + "/liba.so"))
  }

  @Test func `a name with a slash is a path`() throws {
    let place = try Place(["component/sub/liba.so"])
    let search = try place.search()
    let file = place.component + "/sub/liba.so"
    #expect(search.find(file, for: place.client()) == .elsewhere(path: file))
    #expect(search.find("$ORIGIN/sub/liba.so", for: place.client()) == .beside(path: file))
    #expect(search.find("/nowhere/liba.so", for: place.client()) == .missing)
    #expect(search.find("$LIB/liba.so", for: place.client()) == .unknown(folder: "$LIB/liba.so"))
    #expect(search.find("./liba.so", for: place.client()) == .relative(path: "./liba.so"))
    #expect(search.find("sub/liba.so", for: place.client()) == .relative(path: "sub/liba.so"))
  }

  @Test func `a placeholder that only the loader knows leaves a doubt`() throws {
    let place = try Place([])
    #expect(
      try place.search().find("liba.so", for: place.client(runpath: "/opt/$LIB")) == .unknown(folder: "/opt/$LIB"))
  }

  @Test func `this process has its C library`() throws {
    let search = LibrarySearch()
    let client = LibrarySearch.Client(directory: "/nowhere")
    guard case .loaded(let path) = search.find("libc.so.6", for: client) else {
      Issue.record("libc.so.6 was not found")
      return
    }
    #expect(path.hasSuffix("/libc.so.6"))
    #expect(access(path, R_OK) == 0)
  }

  @Test func `a library that was opened under another name is known by its soname`() throws {
    let workshop = try ElfWorkshop()
    let path = try workshop.compile("int x(void) { return 1; }", to: "other-name.so", "-Wl,-soname,libelfnamed.so.3")
    #expect(LoadedLibraries.now().path(of: "libelfnamed.so.3") == nil)
    let handle = try #require(dlopen(path, RTLD_NOW | RTLD_LOCAL))
    let loaded = LoadedLibraries.now()
    #expect(loaded.path(of: "libelfnamed.so.3") == path)
    #expect(loaded.path(of: "other-name.so") == nil, "the loader would look for it")
    dlclose(handle)
    #expect(LoadedLibraries.now().path(of: "libelfnamed.so.3") == nil)
  }

  @Test(
    arguments: [
      ("$ORIGIN", "/c", true), ("${ORIGIN}/../lib", "/c/../lib", true), ("/a/$ORIGINAL", "/a/$ORIGINAL", false),
      ("/plain", "/plain", false), ("/a$", "/a$", false), ("$ORIGIN:x", "/c:x", true), ("$LIB/x", nil, false),
      ("/x/${PLATFORM}", nil, false), ("/a$\u{301}/$ORIGIN/\u{301}b", "/a$\u{301}//c/\u{301}b", true),
    ] as [(String, String?, Bool)])
  func `placeholders are resolved`(text: String, directory: String?, followsOrigin: Bool) {
    let path = LibraryPath(text, origin: "/c")
    #expect(path?.directory == directory)
    #expect(path?.followsOrigin ?? false == followsOrigin)
  }

  @Test func `empty parts of a search path are the current folder`() {
    #expect(LibraryPath.split("", separators: [":"]) == [])
    #expect(LibraryPath.split("/a::/b;c", separators: [":"]) == ["/a", ".", "/b;c"])
    #expect(LibraryPath.split("/a;/b:", separators: [":", ";"]) == ["/a", "/b", "."])
    #expect(LibraryPath.split("/a:\u{301}b;\u{301}", separators: [":", ";"]) == ["/a", "\u{301}b", "\u{301}"])
  }
}
