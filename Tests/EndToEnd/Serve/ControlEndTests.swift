import Glibc
import TestThreads
import Testing

/// What becomes of the clients of a control socket, and of the socket, where hosts end or meet.
@Suite(.offPool) struct ControlEndTests {
  @Test func `SIGTERM lets a client's command end, and takes no more`() throws {
    let served = try ServedHost(in: Folder("serves"))
    let client = try served.connected("call", "Serves", "nap", "milliseconds:=1500")
    #expect(eventually { served.marks == ["napping"] })
    served.send(SIGTERM)
    #expect(eventually { Run.host("--connect", served.control, "list").code == 3 })
    #expect(client.finish() == Run(out: "1500\n", err: "", code: 0))
    #expect(served.finish() == 0)
    #expect(access(served.control, F_OK) != 0)
  }

  @Test func `a command that does not end in time is given up, and its client hears so`() throws {
    let served = try ServedHost("--grace", "0.5", in: Folder("serves"))
    let client = try served.connected("call", "Serves", "stay")
    #expect(eventually { served.marks == ["running"] })
    served.send(SIGTERM)
    #expect(client.finish() == Run(out: "", err: "error: the host ends, and waits no longer\n", code: 7))
    #expect(served.finish() == 0)
    #expect(served.marks == ["running", "noticed"])
  }

  @Test func `what goes on for ever does not hold up the host's end`() throws {
    let served = try ServedHost("--grace", "0", in: Folder("good"))
    let before = served.threads
    let terminal = try #require(Terminal())
    let top = try served.connected("top", out: terminal.path)
    _ = terminal.read(until: "UNDER WAY")
    let events = try served.connected("events")
    // Each client has two, one of which does its command.
    #expect(eventually { served.threads >= before + 4 })
    let began = ContinuousClock.now
    #expect(served.end() == 0)
    #expect(ContinuousClock.now - began < .seconds(5))
    for client in [top, events] {
      #expect(client.finish() == Run(out: "", err: "error: the host ends, and waits no longer\n", code: 7))
    }
  }

  @Test func `where nobody reads what is said for an end, the end comes all the same`() throws {
    let folder = Folder("serves")
    folder.put("never-returns")
    let served = try ServedHost("--grace", "0.3", in: folder)
    let full = try Full()
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    let here = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { for number in [null, here] { close(number) } }
    func begin(_ words: String) throws -> ControlStranger {
      let stranger = try #require(ControlStranger(served.control))
      let bytes = Array(words.utf8).map { $0 == UInt8(ascii: " ") ? 0 : $0 } + [0]
      let count = bytes.count { $0 == 0 }
      stranger.send(
        ControlStranger.head(bytes: UInt32(bytes.count), words: UInt32(count)) + bytes,
        with: [null, full.write, full.write, here])
      return stranger
    }
    // Its time is over, and it does not stop.
    let late = try begin("call NeverReturns run --timeout 0.2")
    #expect(late.answer(within: .seconds(10)) == 1)
    late.close()
    // The host's is.
    let stays = try begin("call Serves stay")
    #expect(eventually { served.marks.contains("running") && served.marks.count > 1 })
    served.send(SIGTERM)
    #expect(stays.answer(within: .seconds(10)) == 1)
    stays.close()
    _ = served.finish()
  }

  @Test func `a second host takes no socket that another one answers at`() throws {
    let first = try ServedHost(in: Folder("good"))
    let run = Folder()
    let second = Run.host(
      "--plugins", Folder("good").path, "serve", "--listen", run("door.sock"), "--control", first.control)
    #expect(second.code == 1 && second.err.hasPrefix("error: "), "\(second)")
    #expect(second.err.contains(first.control), "\(second)")
    #expect(!run.has("door.sock"))
    #expect(Run.host("--connect", first.control, "call", "Good", "run").code == 0)
    // Each of two has its own.
    let other = try ServedHost(in: Folder("counts"))
    #expect(Run.host("--connect", other.control, "call", "Good", "run").code == 3)
    #expect(Run.host("--connect", first.control, "call", "Good", "run").code == 0)
    #expect(other.end() == 0)
    #expect(first.end() == 0)
  }

  @Test func `where nobody says it lies in XDG_RUNTIME_DIR, and a host that finds it taken goes on without`() throws {
    let run = Folder()
    let environment = ["XDG_RUNTIME_DIR": run.path]
    let first = try ServedHost(in: Folder("good"), usualControl: true, environment: environment)
    var status = stat()
    #expect(stat(run("component-host.control"), &status) == 0 && status.st_mode & 0o7777 == 0o600)
    let call = { Run.host("--connect", run("component-host.control"), "call", "Good", "run").code }
    #expect(call() == 0)
    let second = try ServedHost(in: Folder("counts"), usualControl: true, environment: environment)
    #expect(second.lines.contains { $0.contains("there is no control socket: ") }, "\(second.lines)")
    #expect(second.end() == 0)
    // It was not its own to take away.
    #expect(call() == 0)
    #expect(first.end() == 0)
    #expect(!run.has("component-host.control"))
  }
}

/// A pipe that takes no more, and that nobody reads.
private final class Full {
  let write: Int32
  private let read: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (read, write) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(write, F_SETFL, O_NONBLOCK)
    let bytes = [UInt8](repeating: 0x20, count: 4096)
    while Glibc.write(write, bytes, bytes.count) > 0 {}
    _ = fcntl(write, F_SETFL, 0)
  }

  deinit { for end in [read, write] { close(end) } }
}
