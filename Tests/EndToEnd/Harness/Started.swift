import Glibc
import Synchronization
import Testing

/// A program that runs, with pipes to its three streams.
struct Started {
  let process: pid_t
  /// The tester's ends of its pipes.
  let input: Int32
  let out: Int32
  private let err: Int32

  // One at a time: a program that is started between the making of a pipe and its marking would inherit it.
  private static let turn = Mutex(())

  /// Starts a program in a folder; nil where that fails.
  ///
  /// - Parameters:
  ///   - inputWaits: whether who reads its input before it is there waits for it.
  ///   - input: the file it reads, instead of the tester's pipe.
  init?(
    _ path: String, _ arguments: [[UInt8]], in folder: String = "/", environment: [String: String] = [:],
    inputWaits: Bool = true, input: String? = nil, out: String? = nil, err: String? = nil
  ) {
    let started = Started.turn.withLock { _ in
      Started.start(path, arguments, folder, environment, inputWaits, [0: input, 1: out, 2: err])
    }
    guard let started else { return nil }
    (process, self.input, self.out, self.err) = started
  }

  private static func start(
    _ path: String, _ arguments: [[UInt8]], _ folder: String, _ environment: [String: String],
    _ inputWaits: Bool, _ redirected: [Int32: String?]
  ) -> (pid_t, Int32, Int32, Int32)? {
    guard let input = pipe(), let out = pipe(), let err = pipe() else {
      Issue.record("\(path) can't be started: no pipe: \(String(cString: strerror(errno)))")
      return nil
    }
    defer { for end in [input.read, out.write, err.write] { close(end) } }
    if !inputWaits { _ = fcntl(input.read, F_SETFL, O_NONBLOCK) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.read, 0)
    posix_spawn_file_actions_adddup2(&actions, out.write, 1)
    posix_spawn_file_actions_adddup2(&actions, err.write, 2)
    for case (let stream, let file?) in redirected {
      // What a program prints to its error output by another way of opening it comes behind the rest.
      let way =
        stream == 2 ? O_WRONLY | O_APPEND : stream > 0 ? O_WRONLY : inputWaits ? O_RDONLY : O_RDONLY | O_NONBLOCK
      posix_spawn_file_actions_addopen(&actions, stream, file, way | O_NOCTTY, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that all of it can be killed; signals as a shell would leave them.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // The shell changes the folder.
    let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder, path].map { Array($0.utf8) }
    var process: pid_t = 0
    let result = withStrings(shell + arguments) { argv in
      withStrings(Started.environment(environment)) {
        posix_spawn(&process, argv[0]!, &actions, &attributes, argv, $0)
      }
    }
    if result == 0 { return (process, input.write, out.read, err.read) }
    for end in [input.write, out.read, err.read] { close(end) }
    Issue.record("\(path) can't be started: \(String(cString: strerror(result)))")
    return nil
  }

  // Where the host can keep nothing, other programs can: what one run has kept of a fixture would else be shown in the next one.
  private static let cache: Folder = {
    let folder = Folder()
    folder.write("", as: "component-host")
    return folder
  }()

  /// What every run starts with: little of the tester's own settings.
  private static func environment(_ more: [String: String]) -> [[UInt8]] {
    var all = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": Started.cache.path]
    for name in ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"] {
      if let value = getenv(name) { all[name] = String(cString: value) }
    }
    return all.merging(more) { $1 }.map { Array("\($0)=\($1)".utf8) }
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Whether it has a handler for a signal.
  func handles(_ signal: Int32) -> Bool {
    let file = fopen("/proc/\(process)/status", "r")
    defer { if let file { fclose(file) } }
    var bytes = [CChar](repeating: 0, count: 1 << 12)
    while let file, fgets(&bytes, Int32(bytes.count), file) != nil {
      let line = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard line.hasPrefix("SigCgt:") else { continue }
      let set = UInt64(line.dropFirst(7).filter(\.isHexDigit), radix: 16) ?? 0
      return set & 1 << (signal - 1) != 0
    }
    return false
  }

  /// Closes the tester's end of its output, as `| head` does.
  func closeOut() { close(out) }

  /// Feeds it and reads what it writes until it ends; kills it at the limit.
  func finish(
    input bytes: [UInt8] = [], limit: Duration = .seconds(30), outIsClosed: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) -> Run {
    var streams = Streams(input: input, out: outIsClosed ? -1 : out, err: err, left: bytes[...])
    let end = ContinuousClock.now + limit
    while !streams.areClosed, streams.move(until: end) {}
    let code = waitForEnd(until: end, limit, at: location)
    streams.close()
    return Run(outBytes: streams.outBytes, errBytes: streams.errBytes, code: code)
  }

  /// Waits until it ends, and kills it at the limit; the tester's ends of its output pipes stay open.
  func waitForEnd(limit: Duration, at location: SourceLocation = #_sourceLocation) -> Int32 {
    waitForEnd(until: ContinuousClock.now + limit, limit, at: location)
  }

  private func waitForEnd(
    until end: ContinuousClock.Instant, _ limit: Duration, at location: SourceLocation
  ) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) != process {
      if ContinuousClock.now > end {
        Issue.record("killed: it still ran after \(limit)", sourceLocation: location)
        kill(-process, SIGKILL)
        waitpid(process, &status, 0)
        break
      }
      usleep(200)
    }
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : 128 + signal
  }
}

private func pipe() -> (read: Int32, write: Int32)? {
  var ends: [Int32] = [0, 0]
  guard Glibc.pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

private func withStrings<R>(_ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
  var copies: [UnsafeMutablePointer<CChar>?] = strings.map { bytes in
    (bytes + [0]).withUnsafeBytes { strdup($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
  }
  defer { for copy in copies { free(copy) } }
  copies.append(nil)
  return body(copies)
}
