import Glibc
import TestThreads
import Testing

/// Files that another user than the host's writes to in a watched folder.
@Suite(.offPool) struct HalfWrittenTests {
  @Test(.enabled(if: Another.isThere, "only root can run a host as another user"))
  func `a file of another user's is not judged before it is closed, however long its writer pauses`() throws {
    let host = try ServedHost(in: Folder("good"), byAnother: true)
    func call() -> String { Run.host("--connect", host.control, "call", "Good", "run").out }
    #expect(call() == "ok\n")
    let bytes = Folder.bytes(of: "\(Place.fixtures)/good-changed/libGood.so")
    let file = open(host.folder("libGood.so"), O_WRONLY | O_TRUNC | O_CLOEXEC)
    #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count / 2) } == bytes.count / 2)
    #expect(
      eventually { host.lines.contains("warning Good was not replaced: it is being written to") }, "\(host.lines)")
    usleep(1_500_000)
    let told = host.lines.filter { $0.contains("was not replaced") }
    #expect(told == ["warning Good was not replaced: it is being written to"] && call() == "ok\n")
    let rest = bytes.count - bytes.count / 2
    #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress! + bytes.count / 2, rest) } == rest)
    close(file)
    #expect(eventually { host.lines.contains("info Good was replaced: generation 2") }, "\(host.lines)")
    #expect(call() == "changed\n" && host.end() == 0)
  }

  @Test(.enabled(if: Another.isThere, "only root can run a host as another user"))
  func `one that is not loaded is changing in the list as it is to a call, and so is a library beside one`() throws {
    let host = try ServedHost(in: Folder("good", "beside-soname"), byAnother: true)
    func run(_ words: String...) -> Run { Run.host(["--connect", host.control] + words) }
    for (component, library) in [("Good", "libGood.so"), ("BesideSoname", "libbeside.so.1")] {
      let bytes = Folder.bytes(of: host.folder(library))
      let file = open(host.folder(library), O_WRONLY | O_TRUNC | O_CLOEXEC)
      #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count / 2) } == bytes.count / 2)
      // Files count as still where nothing tells of a writer, and they are that old.
      usleep(300_000)
      // On a busy machine the watch may begin behind the first write, and hears of the next one.
      var called = run("call", component, "run")
      _ = eventually {
        if called.err.contains("it is being written to") { return true }
        _ = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, 1, 0) }
        called = run("call", component, "run")
        return false
      }
      #expect(called.code == 4 && called.err.contains("it is being written to"), "\(called.err)")
      let listed = run("list").out
      #expect(library != "libGood.so" || listed.contains("it is being written to"), "\(listed)")
      let rest = bytes.count - bytes.count / 2
      #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress! + bytes.count / 2, rest) } == rest)
      close(file)
      #expect(run("call", component, "run").code == 0 && !run("list").out.contains("it is being written to"))
    }
    #expect(host.end() == 0)
  }
}
