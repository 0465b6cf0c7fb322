import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentWorkers

/// The state folder, in which others may have written.
@Suite struct StateFolderTests {
  private let state = TemporaryState()

  private func words() throws -> [String] {
    var words: [String] = []
    #expect(try StateFolder(state.path).builds { words.append($0.message) } == [])
    return words.map { $0.replacing(state.path, with: "DIR") }
  }

  @Test func `what was written is read`() throws {
    var known = CrashedBuild(component: "Reader", build: "ab12")
    for second in 0..<30 { known.add(.init(time: Timestamp(seconds: Int64(second)), how: "SIGSEGV")) }
    known.isQuarantined = true
    let folder = try StateFolder(state.path)
    try folder.write(known)
    #expect(folder.builds { _ in } == [known])
    #expect(known.crashes.count == CrashedBuild.listed && known.count == 30)
    #expect(state.names(in: "crashes") == ["Reader.ab12.json"])
  }

  @Test(arguments: [
    "", "x", "[]", "{}", #"{"component":"Reader","build":"cd","count":1,"quarantined":true,"crashes":[]}"#,
    #"{"component":"Reader","build":"../ab","count":1,"quarantined":true,"crashes":[{"time":"1970-01-01T00:00:00Z","how":"x"}]}"#,
    #"{"component":"Reader","build":"ab","count":-1,"quarantined":true,"crashes":[{"time":"1970-01-01T00:00:00Z","how":"x"}]}"#,
    #"{"component":"Reader","build":"ab","count":1,"quarantined":true,"crashes":[{"time":"yesterday","how":"x"}]}"#,
    String(repeating: "[", count: 60000),
  ])
  func `what is not a host's own is told and not taken`(_ text: String) throws {
    state.write(text, as: "Reader.ab.json")
    #expect(try words() == ["DIR/crashes/Reader.ab.json is not what a host has written"])
  }

  @Test func `a file that is too long, a link, and no file are not read`() throws {
    state.write(String(repeating: " ", count: 1 << 19), as: "Reader.aa.json")
    symlink("/dev/zero", "\(state.path)/crashes/Reader.bb.json")
    mkfifo("\(state.path)/crashes/Reader.cc.json", 0o600)
    #expect(
      try words() == [
        "DIR/crashes/Reader.aa.json is not read: it has more than 262144 bytes",
        "DIR/crashes/Reader.bb.json is not read: it is a link",
        "DIR/crashes/Reader.cc.json is not read: it is no regular file",
      ])
  }

  @Test func `what others can write is not read`() throws {
    state.write("{}", as: "Reader.ab.json", mode: 0o666)
    #expect(try words() == ["DIR/crashes/Reader.ab.json is not read: others can write to it (mode 0666)"])
  }

  @Test func `a change waits until another host has made its own`() throws {
    let state = TemporaryState()
    let folder = try StateFolder(state.path)
    let lock = open("\(state.path)/crashes", O_RDONLY | O_DIRECTORY)
    try #require(flock(lock, LOCK_EX) == 0)
    let released = Guarded<Int64>(.max)
    Thread {
      usleep(200_000)
      released.withLock { $0 = Deadline.now }
      close(lock)
    }.detach()
    var began: Int64 = 0
    try folder.change { _ in began = Deadline.now }
    #expect(began >= released.withLock { $0 })
  }

  @Test func `files of other names are no business of the host's`() throws {
    for name in ["notes.txt", "ab.json", "Reader.AB.json", "..json", ".ab.json", "Reader.ab.json.bak"] {
      state.write("x", as: name)
    }
    #expect(try words() == [])
  }

  @Test func `and hide nothing, however many there are`() throws {
    let folder = try StateFolder(state.path)
    func note(_ builds: Range<Int>) throws {
      for number in builds {
        var known = CrashedBuild(component: "Reader", build: "ab\(number)")
        known.add(.init(time: Timestamp(seconds: 1), how: "SIGSEGV"))
        try folder.write(known)
      }
    }
    // In what order a folder lists them is its own affair.
    try note(10..<20)
    for number in 0..<20_000 { state.write("", as: "n\(number)") }
    try note(20..<30)
    #expect(folder.builds { Issue.record("\($0)") }.map(\.build) == (10..<30).map { "ab\($0)" })
    #expect(try folder.pardon("Reader") && folder.builds { _ in } == [])
  }

  @Test func `a folder that others can write to is refused`() throws {
    chmod(state.path, 0o777)
    let refusal = #expect(throws: Refusal.self) { _ = try StateFolder(state.path) }
    #expect(refusal?.message == "the state folder \(state.path) is not used: others can write to it (mode 0777)")
    #expect(refusal?.help == "name one of your own with --state DIR")
  }

  @Test func `a link in the folder's place is refused`() throws {
    symlink(".", "\(state.path)/crashes")
    let refusal = #expect(throws: Refusal.self) { _ = try StateFolder(state.path) }
    #expect(refusal?.message == "the state folder \(state.path)/crashes is not used: it is no folder")
  }

  @Test func `what a host was writing when it was killed goes with the next change`() throws {
    state.write("{", as: ".Reader.ab.json.draft.4711.12345")
    try StateFolder(state.path).change { _ in }
    #expect(state.names(in: "crashes") == [])
  }

  @Test func `the folder is the one that was looked at, wherever its path leads later`() throws {
    let (link, other) = ("\(state.path)-link", TemporaryState())
    symlink(state.path, link)
    defer { unlink(link) }
    let folder = try StateFolder(link)
    unlink(link)
    symlink(other.path, link)
    var known = CrashedBuild(component: "Reader", build: "ab")
    known.add(.init(time: Timestamp(seconds: 1), how: "SIGSEGV"))
    try folder.write(known)
    #expect(state.names(in: "crashes") == ["Reader.ab.json"] && other.names(in: "crashes") == [])
  }

  @Test func `a link in a file's place is replaced, not followed`() throws {
    let other = "\(state.path)/other"
    mkdir("\(state.path)/crashes", 0o700)
    symlink(other, "\(state.path)/crashes/Reader.ab.json")
    var known = CrashedBuild(component: "Reader", build: "ab")
    known.add(.init(time: Timestamp(seconds: 1), how: "SIGSEGV"))
    try StateFolder(state.path).write(known)
    #expect(access(other, F_OK) != 0)
    #expect(try StateFolder(state.path).builds { _ in } == [known])
  }
}
