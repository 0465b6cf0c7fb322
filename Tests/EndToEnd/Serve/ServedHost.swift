import Glibc
import Synchronization
import TestThreads
import Testing

/// A `host serve` that runs, with its plugin folder and its socket.
final class ServedHost: Sendable {
  let folder: Folder
  let socket: String
  private let started: Started
  private let log: String
  private let isFinished = Mutex(false)

  /// Starts it, and waits until it listens.
  ///
  /// - Parameter listen: where; nil for a path in the folder, or for what the environment says.
  init(
    _ options: String..., in folder: Folder = Folder("serves"), listen: String? = nil, usual: Bool = false,
    environment: [String: String] = [:], at location: SourceLocation = #_sourceLocation
  ) throws {
    self.folder = folder
    let run = Folder()
    log = run("log")
    socket = listen ?? run("door.sock")
    run.write("", as: "log")
    let words =
      ["--plugins", folder.path, "serve"] + (usual ? [] : ["--listen", socket]) + options
    let environment = ["FIXTURE_MARKS": folder("marks.txt")].merging(environment) { $1 }
    started = try #require(
      Started(Place.host, words.map { Array($0.utf8) }, environment: environment, err: log), sourceLocation: location)
    if !eventually({ !lines.filter { $0.contains("listening at") }.isEmpty }) {
      Issue.record("it does not listen: \(lines)", sourceLocation: location)
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

  func send(_ signal: Int32) { started.send(signal) }

  /// Waits for its end: its exit code.
  func finish(limit: Duration = .seconds(30), at location: SourceLocation = #_sourceLocation) -> Int32 {
    isFinished.withLock { $0 = true }
    return started.finish(limit: limit, at: location).code
  }

  /// Ends it as a service manager does: its exit code.
  func end(at location: SourceLocation = #_sourceLocation) -> Int32 {
    send(SIGTERM)
    return finish(at: location)
  }

  /// How many sockets it has: with every connection one more. Of other descriptors there are more once all its threads
  /// have begun, which may be behind the moment from which it listens.
  var sockets: Int {
    let folder = "/proc/\(process)/fd"
    return Folder.names(in: folder).count { Folder.destination(of: "\(folder)/\($0)")?.hasPrefix("socket:") == true }
  }
  /// In bytes.
  var memory: Int {
    let words = String(decoding: ServedHost.content(of: "/proc/\(process)/statm"), as: UTF8.self).split(separator: " ")
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 4096
  }
  var threads: Int { Folder.names(in: "/proc/\(process)/task").count }

  // Such a file has no size.
  private static func content(of path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: 256) { room, count in
      count = max(0, read(file, room.baseAddress, room.count))
    }
  }
}
