import Glibc
import Testing

@testable import ComponentHost

/// The folder in which descriptions are kept: only this user's, and bounded.
@Suite struct CacheFolderTests {
  private let workshop: ElfWorkshop
  private var path: String { "\(workshop.path)/kept" }

  init() throws {
    workshop = try ElfWorkshop()
    mkdir("\(workshop.path)/kept", 0o700)
  }

  private func fault(_ path: String) -> String? {
    do throws(CacheFolder.Unusable) {
      _ = try CacheFolder(opening: path)
      return nil
    } catch {
      return error.reason
    }
  }

  private func names() throws -> [String] {
    try #require(try? CacheFolder(opening: path).names()).filter { $0 != ".swept" }.sorted()
  }

  @Test func `what is written is read, and the beginning of it`() throws {
    let folder = try CacheFolder(opening: path)
    #expect(folder.bytes(of: "one") == nil)
    folder.replace("one", with: Array("first".utf8))
    #expect(folder.bytes(of: "one") == Array("first".utf8))
    folder.replace("one", with: Array("second one".utf8))
    #expect(folder.bytes(of: "one") == Array("second one".utf8))
    #expect(folder.bytes(of: "one", beginning: 3) == Array("sec".utf8))
    #expect(folder.bytes(of: "one", beginning: 300) == Array("second one".utf8))
    #expect(try names() == ["one"])
    var status = stat()
    #expect(stat("\(path)/one", &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `a folder that is not this user's alone is not used`() throws {
    #expect(fault(path) == nil)
    for mode in [0o750, 0o701, 0o770] as [mode_t] {
      chmod(path, mode)
      #expect(fault(path) == "others have rights in it: chmod 700")
    }
    chmod(path, 0o700)
    symlink(path, "\(workshop.path)/link")
    #expect(fault("\(workshop.path)/link") == "it is no folder, or a link")
    try workshop.write([], to: "file")
    #expect(fault("\(workshop.path)/file") == "it is no folder, or a link")
    #expect(fault("\(workshop.path)/none") == "there is none")
    if geteuid() == 0 {
      chown(path, 65534, 65534)
      #expect(fault(path) == "it belongs to user 65534, not to you")
    }
  }

  @Test func `why nothing can be written is tried, and nothing is left of that`() throws {
    let folder = try CacheFolder(opening: path)
    #expect(folder.writeFault == nil && !folder.isGone)
    #expect(try names() == [])
    rmdir(path)
    #expect(folder.writeFault == "nothing can be written there: No such file or directory" && folder.isGone)
  }

  @Test func `it is made with those above it, in a folder of one's own only`() throws {
    let deep = "\(workshop.path)/a/b/component-host"
    try CacheFolder.make(deep)
    for folder in ["a", "a/b", "a/b/component-host"] {
      var status = stat()
      #expect(stat("\(workshop.path)/\(folder)", &status) == 0 && status.st_mode & 0o7777 == 0o700, "\(folder)")
    }
    #expect(throws: CacheFolder.Unusable.self) { try CacheFolder.make("/dev/null/component-host") }
    if geteuid() == 0 {
      mkdir("\(workshop.path)/foreign", 0o777)
      chown("\(workshop.path)/foreign", 65534, 65534)
      #expect(throws: CacheFolder.Unusable.self) { try CacheFolder.make("\(workshop.path)/foreign/component-host") }
      #expect(access("\(workshop.path)/foreign/component-host", F_OK) != 0)
    }
  }

  @Test func `what is no plain file of this user's alone is not read`() throws {
    let folder = try CacheFolder(opening: path)
    folder.replace("plain", with: [1, 2, 3])
    symlink("plain", "\(path)/link")
    mkfifo("\(path)/pipe", 0o600)
    mkdir("\(path)/folder", 0o700)
    folder.replace("open", with: [1])
    chmod("\(path)/open", 0o620)
    folder.replace("huge", with: [1])
    truncate("\(path)/huge", off_t(KeptDescription.limit) + 1)
    folder.replace("empty", with: [])
    for name in ["link", "pipe", "folder", "open", "huge", "empty", "none", "../kept/none"] {
      #expect(folder.bytes(of: name) == nil, "\(name)")
    }
    #expect(folder.bytes(of: "plain") == [1, 2, 3])
    if geteuid() == 0 {
      chown("\(path)/plain", 65534, 65534)
      #expect(folder.bytes(of: "plain") == nil)
    }
    // What can't be replaced stays, and no draft with it.
    folder.replace("folder", with: [1])
    #expect(try names().allSatisfy { !$0.hasPrefix(".draft.") })
  }

  /// Sets when a file was used last.
  private func age(_ name: String, _ seconds: Int) {
    let times = [timespec(tv_sec: time(nil) - seconds, tv_nsec: 0), timespec(tv_sec: time(nil) - seconds, tv_nsec: 0)]
    utimensat(AT_FDCWD, "\(path)/\(name)", times, 0)
  }

  private let day = CacheFolder.day

  // Named as a host names what it keeps.
  private func file(_ name: String) -> String { "\(name).0123456789abcdef" }

  @Test func `what nobody has used for long goes, once a day`() throws {
    let folder = try CacheFolder(opening: path)
    let (old, new, used) = (file("Old"), file("New"), file("Used"))
    for name in [old, new, used, ".draft.1", ".draft.2"] { folder.replace(name, with: [1]) }
    age(old, 31 * day)
    age(used, 29 * day)
    age(".draft.1", 2 * day)
    folder.sweep()
    #expect(try names() == [".draft.2", new, used])
    age(new, 31 * day)
    folder.sweep()
    #expect(try names() == [".draft.2", new, used])
    age(".swept", 2 * day)
    folder.sweep()
    #expect(try names() == [".draft.2", used])
    // Reading is using.
    #expect(folder.bytes(of: used) == [1])
    var status = stat()
    #expect(stat("\(path)/\(used)", &status) == 0 && time(nil) - status.st_mtim.tv_sec < 60)
    // A clock that was wrong once has no effect for long.
    age(used, 31 * day)
    age(".swept", -1000 * day)
    folder.sweep()
    #expect(try names() == [".draft.2"])
  }

  // An embedding program may name a folder that has other things in it.
  @Test func `what no host has named stays, however old, and does not count`() throws {
    let folder = try CacheFolder(opening: path)
    let others = ["diary.txt", "Old.0123456789abcde", "Old.0123456789abcdeF", "1.0123456789abcdef", ".config", "Old"]
    for name in others {
      folder.replace(name, with: [1])
      age(name, 1000 * day)
    }
    for name in ["A", "B"] { folder.replace(file(name), with: [1]) }
    folder.sweep(limit: 2)
    #expect(try names() == (others + [file("A"), file("B")]).sorted())
  }

  @Test func `of too many those go that were used longest ago`() throws {
    let folder = try CacheFolder(opening: path)
    for number in 0..<10 {
      folder.replace(file("N\(number)"), with: [1])
      age(file("N\(number)"), 1000 - number)
    }
    folder.sweep(limit: 4)
    #expect(try names() == [6, 7, 8, 9].map { file("N\($0)") })
  }

  @Test func `a draft that was left does not keep anything from being written`() throws {
    let folder = try CacheFolder(opening: path)
    for number in 1...300 { folder.replace(".draft.\(getpid()).\(number)", with: [1]) }
    folder.replace(file("A"), with: [2])
    #expect(folder.bytes(of: file("A")) == [2])
  }
}
