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
}
