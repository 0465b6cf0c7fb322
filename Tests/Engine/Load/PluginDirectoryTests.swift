import Glibc
import Testing

@testable import ComponentHost

/// A folder stays open between two files, and no longer than its path leads to it.
@Suite struct PluginDirectoryTests {
  private let workshop: ElfWorkshop
  private let plugins: String
  private let directory: PluginDirectory

  init() throws {
    workshop = try ElfWorkshop()
    plugins = "\(workshop.path)/plugins"
    directory = PluginDirectory(path: plugins)
    try make("plugins")
  }

  private func make(_ folder: String) throws {
    #expect(mkdir("\(workshop.path)/\(folder)", 0o755) == 0)
    chmod("\(workshop.path)/\(folder)", 0o755)
  }

  private func open(_ name: String = "Reader") throws(Refusal) -> ComponentFile? {
    try directory.open(name, trustsAny: false)
  }

  private func refusal(_ name: String = "Reader") -> Refusal? {
    do throws(Refusal) {
      _ = try open(name)
      return nil
    } catch {
      return error
    }
  }

  @Test func `files that come and go are found in a folder that stays`() throws {
    #expect(try open() == nil)
    try workshop.write([1], to: "plugins/libReader.so")
    #expect(try open()?.size == 1)
    #expect(try open()?.path == "\(plugins)/libReader.so")
    #expect(unlink("\(plugins)/libReader.so") == 0)
    #expect(try open() == nil)
  }

  @Test func `a folder that took the place of another one is opened anew`() throws {
    try workshop.write([1], to: "plugins/libReader.so")
    #expect(try open()?.size == 1)
    #expect(rename(plugins, "\(plugins)-before") == 0)
    #expect(try open() == nil)
    try make("plugins")
    #expect(try open() == nil)
    try workshop.write([1, 2], to: "plugins/libReader.so")
    #expect(try open()?.size == 2)
  }

  @Test func `a link that leads to another folder is followed anew`() throws {
    for (size, name) in ["first", "second"].enumerated() {
      try make(name)
      try workshop.write([UInt8](repeating: 1, count: size + 1), to: "\(name)/libReader.so")
    }
    #expect(rmdir(plugins) == 0 && symlink("first", plugins) == 0)
    #expect(try open()?.size == 1)
    #expect(unlink(plugins) == 0 && symlink("second", plugins) == 0)
    #expect(try open()?.size == 2)
  }

  @Test func `a folder is judged as it is now, and not as it was when it was opened`() throws {
    try workshop.write([1], to: "plugins/libReader.so")
    #expect(try open() != nil)
    #expect(chmod(plugins, 0o777) == 0)
    #expect(refusal()?.reason == "not_trusted")
    #expect(refusal()?.message == "its folder is not trusted: others can write to it (mode 0777)")
    // What is not there is nobody's danger.
    #expect(try open("Nobody") == nil)
    #expect(try directory.open("Reader", trustsAny: true) != nil)
    #expect(chmod(plugins, 0o755) == 0)
    #expect(try open() != nil)
  }

  @Test func `another folder in its place is judged by itself`() throws {
    try workshop.write([1], to: "plugins/libReader.so")
    #expect(try open() != nil)
    #expect(rename(plugins, "\(plugins)-before") == 0)
    try make("plugins")
    try workshop.write([1], to: "plugins/libReader.so")
    #expect(chmod(plugins, 0o775) == 0)
    #expect(refusal()?.message == "its folder is not trusted: its group can write to it (mode 0775)")
  }

  @Test func `what is no folder has no components`() throws {
    #expect(rmdir(plugins) == 0)
    #expect(try open() == nil)
    try workshop.write([1], to: "plugins")
    #expect(try open() == nil)
    #expect(unlink(plugins) == 0 && symlink("plugins", plugins) == 0)
    #expect(refusal()?.message == "it can't be opened: Too many levels of symbolic links")
  }

  @Test func `a folder that was left is closed`() throws {
    #expect(try open() == nil)
    let number = try directory.opened().descriptor.number
    var before = stat()
    #expect(fstat(number, &before) == 0)
    #expect(try directory.opened().descriptor.number == number)
    #expect(rename(plugins, "\(plugins)-before") == 0)
    try make("plugins")
    #expect(try open() == nil)
    var after = stat()
    let isOpen = fstat(number, &after) == 0
    #expect(!isOpen || after.st_dev != before.st_dev || after.st_ino != before.st_ino)
  }
}
