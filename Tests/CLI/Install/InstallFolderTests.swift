import Glibc
import Testing

@testable import HostCLI

/// Files that are put in place, taken out and brought back.
@Suite struct InstallFolderTests {
  private static func write(_ text: String, _ path: String, mode: mode_t = 0o644) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    _ = text.withCString { Glibc.write(file, $0, strlen($0)) }
    fchmod(file, mode)
  }

  private static func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  /// A source in one folder, and an empty plugin folder.
  private struct Place {
    let own: TemporaryFolder
    let plugins: TemporaryFolder
    var source: String { "\(own.path)/source" }

    init() throws {
      own = try #require(TemporaryFolder())
      plugins = try #require(TemporaryFolder())
    }

    func put(_ text: String) throws {
      InstallFolderTests.write(text, source)
      let folder = try InstallFolder(plugins.path)
      try folder.put(source, "A")
      folder.prune("A")
    }

    var now: String? { plugins.text(of: "libA.so") }
  }

  @Test func `a file is put in place, and the one before is kept and comes back`() throws {
    let place = try Place()
    try place.put("one")
    #expect(place.now == "one" && place.plugins.names == ["libA.so"])
    try place.put("two")
    try place.put("three")
    #expect(place.now == "three")
    let folder = try InstallFolder(place.plugins.path)
    #expect(folder.versions("A") == [1, 2])
    try folder.bringBack("A", 2)
    #expect(place.now == "two" && folder.versions("A") == [1])
    #expect(place.plugins.text(of: ".versions/libA.so.undone") == "three")
    try folder.bringBack("A", 1)
    #expect(place.now == "one" && folder.versions("A") == [])
    #expect(try folder.takeOut("A") == 1)
    #expect(place.now == nil && folder.versions("A") == [1])
  }

  @Test func `of each component a few versions are kept, the last ones`() throws {
    let place = try Place()
    for number in 0..<9 { try place.put("\(number)") }
    let folder = try InstallFolder(place.plugins.path)
    #expect(folder.versions("A") == [4, 5, 6, 7, 8])
    #expect(place.plugins.text(of: ".versions/libA.so.8") == "7")
  }

  @Test func `what was put in place is taken back as if it had not been`() throws {
    let place = try Place()
    for number in 0..<6 { try place.put("\(number)") }
    let before = (place.now, place.plugins.names)
    let folder = try InstallFolder(place.plugins.path)
    InstallFolderTests.write("refused", place.source)
    let kept = try folder.put(place.source, "A")
    #expect(place.now == "refused")
    try folder.takeBack("A", kept)
    #expect(place.now == before.0 && place.plugins.names == before.1)
    #expect(try folder.put(place.source, "B") == nil)
    try folder.takeBack("B", nil)
    #expect(place.plugins.names == before.1)
  }

  @Test func `a number that has no next one is no version's`() throws {
    let place = try Place()
    try place.put("one")
    try place.put("two")
    InstallFolderTests.write("huge", "\(place.plugins.path)/.versions/libA.so.\(Int.max)")
    try place.put("three")
    #expect(try InstallFolder(place.plugins.path).versions("A") == [1, 2])
  }

  @Test func `a file has the mode of the one before, or of those beside it, and nobody else may write to it`() throws {
    let place = try Place()
    try place.put("one")
    #expect(InstallFolderTests.mode("\(place.plugins.path)/libA.so") == 0o644)
    chmod("\(place.plugins.path)/libA.so", 0o775)
    try place.put("two")
    #expect(InstallFolderTests.mode("\(place.plugins.path)/libA.so") == 0o755)
    try InstallFolder(place.plugins.path).put(place.source, "B")
    #expect(InstallFolderTests.mode("\(place.plugins.path)/libB.so") == 0o755)
  }

  @Test func `a link is replaced and kept as a link, and what it leads to is not touched`() throws {
    let place = try Place()
    InstallFolderTests.write("elsewhere", "\(place.own.path)/elsewhere")
    symlink("\(place.own.path)/elsewhere", "\(place.plugins.path)/libA.so")
    try place.put("new")
    #expect(place.now == "new" && place.own.text(of: "elsewhere") == "elsewhere")
    try InstallFolder(place.plugins.path).bringBack("A", 1)
    #expect(InstallFolderTests.mode("\(place.plugins.path)/libA.so") == 0o777 && place.now == "elsewhere")
  }

  @Test func `what is no file is left alone`() throws {
    let place = try Place()
    mkdir("\(place.plugins.path)/libA.so", 0o755)
    #expect(throws: Problem.self) { try place.put("new") }
    #expect(place.plugins.names == ["libA.so"])
  }

  @Test func `what was killed in the middle leaves a file that is whole, and the next one goes on`() throws {
    let place = try Place()
    try place.put("one")
    // Killed behind the copy, and behind keeping the one before.
    InstallFolderTests.write("ha", "\(place.plugins.path)/.libA.so.new")
    mkdir("\(place.plugins.path)/.versions", 0o755)
    link("\(place.plugins.path)/libA.so", "\(place.plugins.path)/.versions/libA.so.1")
    let folder = try InstallFolder(place.plugins.path)
    #expect(place.now == "one" && folder.versions("A") == [])
    try place.put("two")
    #expect(place.now == "two" && !place.plugins.names.contains(".libA.so.new"))
    #expect(place.plugins.text(of: ".versions/libA.so.\(try #require(folder.versions("A").last))") == "one")
  }

  @Test func `versions that are not a component's are not taken for some`() throws {
    let place = try Place()
    try place.put("one")
    mkdir("\(place.plugins.path)/.versions", 0o755)
    for name in ["libA.so.x", "libA.so.-1", "libA.so.0", "libA.so.01", "libB.so.3", "libA.so.1.new"] {
      InstallFolderTests.write("", "\(place.plugins.path)/.versions/\(name)")
    }
    #expect(try InstallFolder(place.plugins.path).versions("A") == [])
  }

  @Test func `a folder that leads elsewhere by the name of the versions' is not used`() throws {
    let place = try Place()
    try place.put("one")
    let other = try #require(TemporaryFolder())
    symlink(other.path, "\(place.plugins.path)/.versions")
    #expect(throws: Problem.self) { try place.put("two") }
    #expect(place.now == "one" && other.names == [] && !place.plugins.names.contains(".libA.so.new"))
  }

  @Test func `two that change a folder wait for each other`() throws {
    let place = try Place()
    let first = try InstallFolder(place.plugins.path)
    try first.lock()
    let other = open(place.plugins.path, O_RDONLY | O_DIRECTORY)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
  }
}
