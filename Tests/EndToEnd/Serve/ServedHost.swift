import Glibc
import Synchronization
import TestSchemas
import TestThreads
import Testing

/// A `host serve` that runs, with its plugin folder, the socket where it answers over HTTP, and its control socket.
final class ServedHost: Sendable {
  let folder: Folder
  let socket: String
  let control: String
  private let started: Started
  private let log: String
  private let isFinished = Mutex(false)

  /// Starts it, and waits until it listens and watches its folders: from then on it has what it needs.
  ///
  /// - Parameters:
  ///   - listen: where; nil for a path of its own.
  ///   - events: what it shows at /events; it shows its figures as well then.
  ///   - control: the path of its control socket; nil for one of its own.
  ///   - byAnother: whether it runs as the user nobody.
  ///   - usual: whether both lie where the environment says instead, or only the control socket does.
  ///   - journal: whether its error output is said to be the journal's.
  convenience init(
    _ options: String..., showing events: [String] = [], in folder: Folder = Folder("serves"),
    listen: String? = nil, control: String? = nil,
    usual: Bool = false, usualControl: Bool = false, byAnother: Bool = false, journal: Bool = false,
    environment: [String: String] = [:], at location: SourceLocation = #_sourceLocation
  ) throws {
    try self.init(
      words: options, showing: events, in: folder, listen: listen, control: control, usual: usual,
      usualControl: usualControl, byAnother: byAnother, journal: journal, environment: environment, at: location)
  }

  init(
    words options: [String], showing events: [String] = [], in folder: Folder = Folder("serves"),
    listen: String? = nil, control: String? = nil,
    usual: Bool = false, usualControl: Bool = false, byAnother: Bool = false, journal: Bool = false,
    environment: [String: String] = [:], at location: SourceLocation = #_sourceLocation
  ) throws {
    self.folder = folder
    let run = Folder()
    log = run("log")
    socket = listen ?? run("door.sock")
    self.control = control ?? run("control.sock")
    run.write("", as: "log")
    let words =
      ["--plugins", folder.path, "serve"] + (usual ? [] : ["--listen", socket])
      + (usual || usualControl ? [] : ["--control", self.control])
      + (events.isEmpty ? [] : ["--metrics"]) + events.flatMap { ["--events", $0] } + options
    var environment = ["FIXTURE_MARKS": folder("marks.txt")].merging(environment) { $1 }
    var status = stat()
    if journal, stat(log, &status) == 0 { environment["JOURNAL_STREAM"] = "\(status.st_dev):\(status.st_ino)" }
    if byAnother { chown(run.path, Another.user, Another.user) }
    let (program, become) = byAnother ? (Another.setpriv, Another.become) : (Place.host, [])
    started = try #require(
      Started(program, (become + words).map { Array($0.utf8) }, environment: environment, err: log),
      sourceLocation: location)
    if !eventually({ !lines.filter { $0.contains("listening at") }.isEmpty }) {
      Issue.record("it does not listen: \(lines)", sourceLocation: location)
    }
    // The watch opens its files on a thread that may begin later; these are the last.
    if !eventually({ links.filter { $0.hasSuffix("/mountinfo") }.count == 2 }) {
      Issue.record("it does not watch: \(links)", sourceLocation: location)
    }
  }

  deinit {
    if !isFinished.withLock({ $0 }) {
      kill(-started.process, SIGKILL)
      _ = started.finish()
    }
  }

  var process: pid_t { started.process }

  /// What it has logged so far, without the times.
  var lines: [String] {
    String(decoding: Folder.bytes(of: log), as: UTF8.self).split(separator: "\n").map { line in
      guard line.first?.isNumber == true, let space = line.firstIndex(of: " ") else { return String(line) }
      return String(line[line.index(after: space)...])
    }
  }

  /// Where it says that it listens.
  var addresses: [String] {
    lines.compactMap { line in line.ranges(of: "listening at ").first.map { String(line[$0.upperBound...]) } }
  }

  /// The port that it has found.
  var port: UInt16 { addresses.compactMap { $0.split(separator: ":").last.flatMap { UInt16($0) } }.first ?? 0 }

  /// What the components have marked.
  var marks: [String] { folder.lines(of: "marks.txt") }

  func client(at location: SourceLocation = #_sourceLocation) throws -> RawClient {
    try RawClient(path: socket, at: location)
  }

  /// A client of its control socket that runs.
  ///
  /// - Parameter out: the file that it writes to, instead of the tester's pipe.
  func connected(
    _ words: String..., out: String? = nil, at location: SourceLocation = #_sourceLocation
  ) throws -> Started {
    if let out { close(open(out, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)) }
    return try #require(
      Started(Place.host, (["--connect", control] + words).map { Array($0.utf8) }, out: out), sourceLocation: location)
  }

  func send(_ signal: Int32) { started.send(signal) }

  /// Waits for its end: its exit code.
  func finish(limit: Duration = .seconds(30), at location: SourceLocation = #_sourceLocation) -> Int32 {
    isFinished.withLock { $0 = true }
    let code = started.finish(limit: limit, at: location).code
    // A log in JSON.
    for line in lines where line.hasPrefix("{\"time\":") {
      let faults = Published.faults("service-log-1", line, in: "the log")
      if !faults.isEmpty { Issue.record("\(faults)", sourceLocation: location) }
    }
    return code
  }

  /// Ends it as a service manager does: its exit code.
  func end(at location: SourceLocation = #_sourceLocation) -> Int32 {
    send(SIGTERM)
    return finish(at: location)
  }

  /// Where its descriptors lead.
  private var links: [String] {
    let folder = "/proc/\(process)/fd"
    return Folder.names(in: folder).compactMap { Folder.destination(of: "\(folder)/\($0)") }
  }

  /// How many descriptors it has, and how many of them are sockets: with every connection one more.
  var descriptors: Int { links.count }
  var sockets: Int { links.count { $0.hasPrefix("socket:") } }
  /// In bytes.
  var memory: Int {
    let words = String(decoding: ServedHost.content(of: "/proc/\(process)/statm"), as: UTF8.self).split(separator: " ")
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 4096
  }
  /// As the list of processes shows it to everybody.
  var commandLine: String {
    String(decoding: ServedHost.content(of: "/proc/\(process)/cmdline").map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
  }
  var threads: Int { Folder.names(in: "/proc/\(process)/task").count }

  // Such a file has no size.
  private static func content(of path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: 4096) { room, count in
      count = max(0, read(file, room.baseAddress, room.count))
    }
  }
}
