import Glibc
import Synchronization
import TestThreads
import Testing

/// A `host serve` that runs, with its plugin folder and its control socket.
final class ControlledHost: Sendable {
  let folder: Folder
  let control: String
  /// Where it answers over HTTP.
  let door: String
  private let started: Started
  private let log: String
  private let isFinished = Mutex(false)

  /// Starts it, and waits until it listens.
  init(
    _ options: String..., in folder: Folder, control: String? = nil, at location: SourceLocation = #_sourceLocation
  ) throws {
    self.folder = folder
    let run = Folder()
    log = run("log")
    door = run("door.sock")
    self.control = control ?? run("control.sock")
    run.write("", as: "log")
    let words =
      ["--plugins", folder.path, "serve", "--listen", door, "--control", self.control] + options
    started = try #require(
      Started(
        Place.host, words.map { Array($0.utf8) }, environment: ["FIXTURE_MARKS": folder("marks.txt")], err: log),
      sourceLocation: location)
    if !eventually({ lines.contains { $0.contains("listening at") } }) {
      Issue.record("it does not listen: \(lines)", sourceLocation: location)
    }
  }

  deinit {
    if !isFinished.withLock({ $0 }) {
      kill(-started.process, SIGKILL)
      _ = started.finish()
    }
  }

  var lines: [String] {
    String(decoding: Folder.bytes(of: log), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// What the components have marked.
  var marks: [String] { folder.lines(of: "marks.txt") }

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

  /// How many descriptors and threads it has.
  var descriptors: Int { Folder.names(in: "/proc/\(started.process)/fd").count }
  var threads: Int { Folder.names(in: "/proc/\(started.process)/task").count }

  /// A client that runs.
  ///
  /// - Parameter out: the file that it writes to, instead of the tester's pipe.
  func client(_ words: String..., out: String? = nil, at location: SourceLocation = #_sourceLocation) throws -> Started
  {
    if let out { close(open(out, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)) }
    return try #require(
      Started(Place.host, (["--connect", control] + words).map { Array($0.utf8) }, out: out), sourceLocation: location)
  }
}
