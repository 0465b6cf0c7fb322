import Glibc
import TestThreads
import Testing

/// How a service ends, is looked after, and begins with what it is given.
@Suite(.offPool) struct ServeEndTests {
  @Test func `SIGTERM lets what runs end, and takes nothing more`() throws {
    let host = try ServedHost()
    let (running, idle) = (try host.client(), try host.client())
    idle.get("/readyz")
    #expect(idle.answer()?.status == 200)
    running.call("/Serves/nap", "{\"milliseconds\":1500}")
    #expect(eventually { host.marks == ["napping"] })
    host.send(SIGTERM)
    #expect(idle.isClosed(within: .seconds(5)))
    #expect(access(host.socket, F_OK) != 0)
    let answer = try #require(running.answer())
    #expect(answer.body == "1500\n" && answer.headers["connection"] == "close")
    #expect(host.finish() == 0)
  }

  @Test func `under load it ends well, and no answer is half`() throws {
    let host = try ServedHost()
    let clients = try (0..<8).map { _ in try host.client() }
    let threads = clients.map { client in Unmanaged.passUnretained(client) }.map { held in
      // Each client is its thread's alone meanwhile.
      let address = UInt(bitPattern: held.toOpaque())
      return Thread {
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
        let client = Unmanaged<RawClient>.fromOpaque(pointer).takeUnretainedValue()
        while true {
          client.call("/Serves/add", "{\"number\":1}")
          guard let answer = client.answer(within: .seconds(10)) else { break }
          #expect(answer.status == 200 && answer.body == "2\n")
        }
        #expect(client.soFar() == "")
      }
    }
    usleep(300_000)
    #expect(host.end() == 0)
    for thread in threads { thread.join() }
    withExtendedLifetime(clients) {}
  }

  @Test func `what does not end in time is given up, and its client hears so`() throws {
    let host = try ServedHost("--grace", "0.5")
    let client = try host.client()
    client.call("/Serves/stay")
    #expect(eventually { host.marks == ["running"] })
    host.send(SIGTERM)
    let answer = try #require(client.answer())
    #expect(answer.status == 503 && answer.body.contains("\"reason\":\"closing\""))
    #expect(host.finish() == 0)
    #expect(host.marks == ["running", "noticed"])
  }

  @Test func `it serves and ends also where nobody reads its log`() throws {
    let (stuck, folder, run) = (try StuckPipe(), Folder("serves"), Folder())
    let words = [
      "--plugins", folder.path, "serve", "--listen", run("door"), "--control", run("control"), "--log-calls",
    ]
    let started = try #require(Started(Place.host, words.map { Array($0.utf8) }, err: stuck.path))
    #expect(eventually { access(run("door"), F_OK) == 0 })
    let client = try RawClient(path: run("door"))
    for _ in 0..<3 {
      client.call("/Serves/add", "{\"number\":1}")
      #expect(client.answer()?.body == "2\n")
    }
    let begun = ContinuousClock.now
    started.send(SIGTERM)
    #expect(started.finish(limit: .seconds(20)).code == 0)
    #expect(ContinuousClock.now - begun < .seconds(4))
  }

  @Test(arguments: [false, true]) func `a service manager hears how it is`(_ isAbstract: Bool) throws {
    let folder = Folder()
    let name = isAbstract ? "@host-test-\(getpid())-\(UInt64.random(in: 0...UInt64.max))" : folder("notify")
    let manager = try Datagrams(name)
    let host = try ServedHost(environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "200000"])
    #expect(manager.next() == "READY=1\nSTATUS=listening at \(host.socket)")
    #expect(manager.next() == "WATCHDOG=1")
    host.send(SIGHUP)
    let reload = manager.next { !$0.hasPrefix("WATCHDOG") }
    #expect(reload?.wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=[0-9]+/) != nil, "\(String(describing: reload))")
    #expect(manager.next { !$0.hasPrefix("WATCHDOG") }?.hasPrefix("READY=1\n") == true)
    host.send(SIGTERM)
    #expect(manager.next { !$0.hasPrefix("WATCHDOG") } == "STOPPING=1")
    #expect(host.finish() == 0)
  }

  @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "it takes /usr/bin/python3 to hand a socket over"))
  func `a socket that was handed over is listened at, and its file stays`() throws {
    let folder = Folder("serves")
    let path = folder("handed.sock")
    // What systemd does: the socket is descriptor 3, and the environment says so.
    let line = """
      import os, socket, sys
      s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen()
      os.dup2(s.fileno(), 3); os.set_inheritable(3, True)
      os.environ['LISTEN_FDS'] = '1'; os.environ['LISTEN_PID'] = str(os.getpid())
      os.execv(sys.argv[2], sys.argv[2:])
      """
    let started = try #require(
      Started(
        "/usr/bin/python3", ["-c", line, path, Place.host, "--plugins", folder.path, "serve"].map { Array($0.utf8) }))
    // The file is there before somebody listens.
    #expect(eventually { RawClient.isListening(path) })
    let client = try RawClient(path: path)
    client.call("/Serves/add", "{\"number\":1}")
    #expect(client.answer()?.body == "2\n")
    started.send(SIGTERM)
    let run = started.finish()
    #expect(run.code == 0 && run.err.contains("listening at \(path)"), "\(run)")
    #expect(folder.has("handed.sock"))
  }

  @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "it takes /usr/bin/python3 to hand a socket over"))
  func `a socket that was handed over is not listened at where other machines reach it, or nobody says whose it is`() {
    let line = """
      import os, socket, sys
      s = socket.socket(); s.bind(('0.0.0.0', 0)); s.listen()
      os.dup2(s.fileno(), 3); os.set_inheritable(3, True)
      os.environ['LISTEN_FDS'] = '1'
      if sys.argv[1] == 'said': os.environ['LISTEN_PID'] = str(os.getpid())
      os.execv(sys.argv[2], sys.argv[2:])
      """
    func served(_ word: String) -> Run {
      Run.program(
        "/usr/bin/python3", ["-c", line, word, Place.host, "--plugins", Folder().path, "serve"], limit: .seconds(30))
    }
    let open = served("said")
    #expect(open.code == 2, "\(open)")
    let words = /error: the socket that was handed over, at '0\.0\.0\.0:[0-9]+', can be reached from other machines/
    #expect(open.err.contains(words), "\(open)")
    let silent = served("unsaid")
    #expect(
      silent
        == Run(
          out: "",
          err: "error: LISTEN_FDS is set and LISTEN_PID is not, so nobody says whose the sockets are\n"
            + "help: set both, as systemd does, or none\n", code: 1), "\(silent)")
  }

  @Test func `a command line that makes no sense is refused`() {
    #expect(Run.host("serve", "x").err.hasPrefix("error: serve takes no 'x'\n"))
    #expect(Run.host("serve", "--listen", "here").err.hasPrefix("error: 'here' is no address to listen at\n"))
    let threads = "error: the option --threads takes a number from 1 to 4096, not '0'\n"
    #expect(Run.host("serve", "--threads", "0").err == threads)
    #expect(Run.host("serve", "--log", "xml").err == "error: the option --log takes text or json, not 'xml'\n")
    for name in ["", "http://", "https://books.example.org/", "a/b"] {
      #expect(
        Run.host("serve", "--name", name).err.hasPrefix("error: the option --name needs a host's name\n"), "\(name)")
    }
    let grace = "error: the option --grace needs a number of seconds, not 'x'\n"
    #expect(Run.host("serve", "--grace", "x").err.hasPrefix(grace))
    #expect(Run.host("serve", "--listen", "127.0.0.1:1", "--listen", "/no/such/folder/x").code == 1)
  }
}

/// A socket that datagrams come to.
private final class Datagrams {
  private let socket: Int32

  init(_ name: String) throws {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: name.utf8)
      if name.hasPrefix("@") { room[0] = 0 }
    }
    let length = MemoryLayout<sa_family_t>.size + name.utf8.count
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(length)) }
    }
    try #require(result == 0)
  }

  deinit { close(socket) }

  /// The next one that is meant; nil where none comes.
  func next(_ isMeant: (String) -> Bool = { _ in true }) -> String? {
    while true {
      var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 30_000) > 0 else { return nil }
      let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { room, count in
        count = max(0, recv(socket, room.baseAddress, room.count, 0))
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if isMeant(text) { return text }
    }
  }
}
