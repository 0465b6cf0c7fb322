import Glibc
import TestThreads
import Testing

/// Which clients are let in at a control socket, and what becomes of what is no command.
@Suite(.offPool) struct ControlSocketTests {
  private static let misread: UInt32 = 4
  // O_PATH, which is not among the C library's usual names.
  private static let path: Int32 = 0o10_000_000

  @Test func `what is no message of a client is refused, and nothing of it stays`() throws {
    let served = try ServedHost(in: Folder("good"))
    let run = { Run.host("--connect", served.control, "call", "Good", "run") }
    let good = run()
    #expect(good.code == 0)
    let (descriptors, threads) = (served.descriptors, served.threads)
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    let folder = open("/", Self.path | O_DIRECTORY | O_CLOEXEC)
    defer { for number in [null, folder] { close(number) } }
    let lent = [null, null, null, folder]
    let list = Array("list\0".utf8)
    let cases: [(what: String, bytes: [UInt8], lent: [Int32], answer: UInt32?)] = [
      ("other bytes", Array(repeating: 0x41, count: 24), lent, Self.misread),
      ("a version of later", ControlStranger.head("hostct2\n", bytes: 5, words: 1) + list, lent, Self.misread),
      ("no descriptors", ControlStranger.head(bytes: 5, words: 1) + list, [], Self.misread),
      ("too few", ControlStranger.head(bytes: 5, words: 1) + list, [null, null, null], Self.misread),
      ("too many", ControlStranger.head(bytes: 5, words: 1) + list, lent + [null], Self.misread),
      (
        "far too many", ControlStranger.head(bytes: 5, words: 1) + list, Array(repeating: null, count: 200),
        Self.misread
      ),
      (
        "a folder that is none", ControlStranger.head(bytes: 5, words: 1) + list, [null, null, null, null], Self.misread
      ),
      ("more bytes than may be", ControlStranger.head(bytes: .max, words: 1), lent, Self.misread),
      ("fewer words than said", ControlStranger.head(bytes: 5, words: 2) + list, lent, Self.misread),
      ("more words than said", ControlStranger.head(bytes: 10, words: 1) + list + list, lent, Self.misread),
      (
        "as many as no memory holds", ControlStranger.head(bytes: 5, words: .max, values: .max) + list, lent,
        Self.misread
      ),
      ("a word without an end", ControlStranger.head(bytes: 4, words: 1) + list.dropLast(), lent, Self.misread),
      (
        "a value without a name", ControlStranger.head(bytes: 10, words: 1, values: 1) + list + list, lent, Self.misread
      ),
      ("a field that is kept free", ControlStranger.head(bytes: 5, words: 1, reserved: 1) + list, lent, Self.misread),
      ("a whole command", ControlStranger.head(bytes: 5, words: 1) + list, lent, 1),
      ("no words at all", ControlStranger.head(bytes: 0, words: 0), lent, 1),
      ("a word that is no text", ControlStranger.head(bytes: 3, words: 1) + [0xFF, 0xFE, 0], lent, 1),
    ]
    for one in cases {
      let stranger = try #require(ControlStranger(served.control))
      stranger.send(one.bytes, with: one.lent)
      #expect(stranger.answer() == one.answer, "\(one.what)")
      stranger.close()
    }
    // Halves, at every byte, and bytes that are no signals.
    let whole = ControlStranger.head(bytes: 5, words: 1) + list
    for length in 1..<whole.count {
      let stranger = try #require(ControlStranger(served.control))
      stranger.send(Array(whole[..<length]), with: lent)
      stranger.close()
    }
    for byte: UInt8 in [0, 9, 19, 64, 255] {
      let stranger = try #require(ControlStranger(served.control))
      stranger.send(whole, with: lent)
      stranger.send([byte])
      stranger.close()
    }
    #expect(run() == good)
    #expect(eventually { served.descriptors <= descriptors }, "\(served.descriptors), not \(descriptors)")
    #expect(eventually { served.threads <= threads })
    #expect(served.end() == 0)
  }

  @Test(.enabled(if: Another.isThere, "only root can run a host as another user"))
  func `another user is refused by the socket's rights, and by the kernel's word where those are gone`() throws {
    let served = try ServedHost(in: Folder("good"))
    var status = stat()
    #expect(stat(served.control, &status) == 0 && status.st_mode & 0o7777 == 0o600)
    let other = {
      Run.program(
        "/usr/bin/setpriv",
        ["--reuid", "65534", "--regid", "65534", "--clear-groups", Place.host, "--connect", served.control, "list"],
        limit: .seconds(30))
    }
    let folder = String(served.control.dropLast("/control.sock".count))
    let all = String(folder[..<(folder.lastIndex(of: "/") ?? folder.endIndex)])
    chmod(all, 0o755)
    #expect(other().code == 6)
    chmod(served.control, 0o666)
    let refused = other()
    #expect(
      refused
        == Run(
          out: "", err: "error: the host at '\(served.control)' takes orders from its own user and from root only\n",
          code: 6))
    #expect(served.end() == 0)
  }

  @Test func `nor is one below a folder that others can write to`() throws {
    let folder = Folder()
    chmod(folder.path, 0o777)
    mkdir(folder("own"), 0o700)
    let socket = folder("own/control.sock")
    let run = Run.host(
      "--plugins", Folder("good").path, "serve", "--listen", Folder()("door.sock"), "--control", socket)
    let words =
      "the folder '\(folder.path)' on the way to the control socket '\(socket)' is not safe: others can write to it (mode 0777)"
    #expect(run.code == 1 && run.err.contains("error: \(words)\n"), "\(run.err)")
    #expect(!folder.has("own/control.sock"))
  }

  @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0, "needs root, and setpriv"))
  func `the host of another user gets root's streams, and not its folder`() throws {
    let (plugins, place, secret) = (Folder("serves"), Folder(), Folder())
    chmod(String(place.path[..<(place.path.lastIndex(of: "/") ?? place.path.endIndex)]), 0o755)
    chown(place.path, Another.user, Another.user)
    secret.write("4".utf8, as: "number.json")
    chmod(secret.path, 0o700)
    let socket = place("control.sock")
    let words =
      Another.become + ["--plugins", plugins.path, "serve", "--listen", place("door.sock"), "--control", socket]
    let started = try #require(Started(Another.setpriv, words.map { Array($0.utf8) }))
    #expect(eventually { RawClient.isListening(socket) })
    // It does what root asks for, and finds nothing in a folder that only root can enter.
    #expect(Run.host("--connect", socket, "call", "Serves", "add", "number=4") == Run(out: "5\n", err: "", code: 0))
    let run = Run.host("--connect", socket, "call", "Serves", "add", "number:=@number.json", in: secret.path)
    #expect(run == Run(out: "", err: "error: can't read the file 'number.json': Permission denied\n", code: 1))
    started.send(SIGTERM)
    #expect(started.finish().code == 0)
  }

  @Test func `a folder that others can write to is none for a control socket`() throws {
    let folder = Folder()
    chmod(folder.path, 0o777)
    let run = Run.host(
      "--plugins", Folder("good").path, "serve", "--listen", Folder()("door.sock"), "--control", folder("control.sock"))
    #expect(run.code == 1 && run.err.contains("others can write to it (mode 0777)"), "\(run.err)")
    #expect(!folder.has("control.sock"))
  }
}
