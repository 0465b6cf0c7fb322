import ComponentKit
import Glibc
import TestThreads
import Testing

/// A client that has started `host mcp`, writes the lines that it is told, and reads what comes.
final class MCPClient {
  let folder: Folder
  private let started: Started
  private let log: String
  private var rest: [UInt8] = []
  private var isInputClosed = false
  private var isOutputClosed = false
  private var isFinished = false
  private var number = 0

  /// - Parameter err: where its error output goes, instead of a file.
  init(
    _ options: String..., in folder: Folder = Folder("serves"), common: [String] = [],
    environment: [String: String] = [:], err: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    self.folder = folder
    let run = Folder()
    run.write("", as: "log")
    log = err ?? run("log")
    let words = ["--plugins", folder.path] + common + ["mcp"] + options
    let environment = ["FIXTURE_MARKS": folder("marks.txt")].merging(environment) { $1 }
    started = try #require(
      Started(Place.host, words.map { Array($0.utf8) }, environment: environment, err: log), sourceLocation: location)
  }

  deinit {
    if !isFinished {
      kill(-started.process, SIGKILL)
      _ = finish()
    }
    closeInput()
    closeOutput()
  }

  var process: pid_t { started.process }
  /// What it has said on the error output.
  var errors: String { String(decoding: Folder.bytes(of: log), as: UTF8.self) }
  var marks: [String] { folder.lines(of: "marks.txt") }

  // MARK: writing

  func write(_ bytes: some Collection<UInt8>) { MCPClient.write(bytes, to: input) }

  /// Where it reads from.
  var output: Int32 { started.out }
  /// Where it writes to.
  var input: Int32 { started.input }

  static func write(_ bytes: some Collection<UInt8>, to input: Int32) {
    // What has ended meanwhile is no matter for a signal.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var left = Array(bytes)[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      left = left.dropFirst(count)
    }
  }

  func line(_ text: String) { write((text + "\n").utf8) }

  /// Sends a request and does not wait: its id.
  @discardableResult
  func ask(_ method: String, _ parameters: String = "{}") -> Int {
    number += 1
    line("{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"\(method)\",\"params\":\(parameters)}")
    return number
  }

  func notify(_ method: String, _ parameters: String = "{}") {
    line("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(parameters)}")
  }

  /// Agrees on a revision: what the host answers.
  @discardableResult
  func begin(_ revision: String, at location: SourceLocation = #_sourceLocation) throws -> Value {
    ask(
      "initialize",
      "{\"protocolVersion\":\"\(revision)\",\"capabilities\":{},\"clientInfo\":{\"name\":\"tester\",\"version\":\"1\"}}"
    )
    let answer = try #require(next(), sourceLocation: location)
    notify("notifications/initialized")
    return answer
  }

  @discardableResult
  func call(_ tool: String, _ arguments: String = "{}", meta: String? = nil) -> Int {
    let meta = meta.map { ",\"_meta\":\($0)" } ?? ""
    return ask("tools/call", "{\"name\":\"\(tool)\",\"arguments\":\(arguments)\(meta)}")
  }

  // MARK: reading

  /// The next message; nil where none comes in time, or what comes is no JSON on a line.
  func next(limit: Duration = .seconds(20)) -> Value? {
    let end = ContinuousClock.now + limit
    while true {
      if let place = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(rest[..<place])
        rest.removeFirst(place + 1)
        guard let value = try? Value(json: line) else {
          Issue.record("no JSON: \(String(decoding: line, as: UTF8.self))")
          return nil
        }
        return value
      }
      guard receive(until: end) else { return nil }
    }
  }

  /// Whether nothing comes for a while.
  func isSilent(for time: Duration) -> Bool { rest.isEmpty && !receive(until: ContinuousClock.now + time) }

  private func receive(until end: ContinuousClock.Instant) -> Bool {
    let left = end - ContinuousClock.now
    guard left > .zero, !isOutputClosed else { return false }
    var ready = pollfd(fd: started.out, events: Int16(POLLIN), revents: 0)
    let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
    guard poll(&ready, 1, Int32(clamping: milliseconds + 1)) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(started.out, &bytes, bytes.count)
    if count > 0 { rest += bytes.prefix(count) }
    return count > 0
  }

  /// All messages that come until it ends.
  func remaining() -> [Value] {
    var all: [Value] = []
    while let next = next() { all.append(next) }
    return all
  }

  // MARK: the end

  func closeInput() {
    if !isInputClosed { close(started.input) }
    isInputClosed = true
  }

  func closeOutput() {
    if !isOutputClosed { started.closeOut() }
    isOutputClosed = true
  }

  func send(_ signal: Int32) { started.send(signal) }

  /// Waits for its end: its exit code.
  func finish(limit: Duration = .seconds(20), at location: SourceLocation = #_sourceLocation) -> Int32 {
    isFinished = true
    // What it writes meanwhile must not keep it.
    while receive(until: ContinuousClock.now + .milliseconds(1)) {}
    return started.waitForEnd(limit: limit, at: location)
  }

  /// Ends as a client does, and waits for its end.
  func end(at location: SourceLocation = #_sourceLocation) -> Int32 {
    closeInput()
    return finish(at: location)
  }
}
