import Glibc
import TestSchemas
import Testing

/// One run of a program: what it wrote and how it ended.
struct Run: Sendable, Equatable {
  let outBytes: [UInt8]
  let errBytes: [UInt8]
  /// The exit code; 128 and the signal's number where a signal ended it.
  let code: Int32

  init(outBytes: [UInt8], errBytes: [UInt8], code: Int32) {
    self.outBytes = outBytes
    self.errBytes = errBytes
    self.code = code
  }

  /// What a run should be.
  init(out: String, err: String, code: Int32) {
    self.init(outBytes: Array(out.utf8), errBytes: Array(err.utf8), code: code)
  }

  var out: String { String(decoding: outBytes, as: UTF8.self) }
  var err: String { String(decoding: errBytes, as: UTF8.self) }

  /// Runs the program `host`.
  ///
  /// A run that takes longer than the limit is killed and fails the test.
  static func host(
    _ arguments: String..., in folder: String = "/", input: [UInt8] = [], environment: [String: String] = [:],
    limit: Duration = .seconds(30), at location: SourceLocation = #_sourceLocation
  ) -> Run {
    host(arguments, in: folder, input: input, environment: environment, limit: limit, at: location)
  }

  static func host(
    _ arguments: [String], in folder: String = "/", input: [UInt8] = [], environment: [String: String] = [:],
    limit: Duration = .seconds(30), at location: SourceLocation = #_sourceLocation
  ) -> Run {
    let run = program(
      Place.host, arguments, in: folder, input: input, environment: environment, limit: limit, at: location)
    let faults = Published.faults(of: arguments, out: run.out, err: run.err)
    if !faults.isEmpty { Issue.record("\(faults.joined(separator: "; "))", sourceLocation: location) }
    return run
  }

  static func program(
    _ path: String, _ arguments: [String], in folder: String = "/", input: [UInt8] = [],
    environment: [String: String] = [:], limit: Duration, at location: SourceLocation = #_sourceLocation
  ) -> Run {
    let bytes = arguments.map { Array($0.utf8) }
    return program(path, bytes, in: folder, input: input, environment: environment, limit: limit, at: location)
  }

  /// The same with arguments that need not be valid UTF-8.
  static func program(
    _ path: String, _ arguments: [[UInt8]], in folder: String = "/", input: [UInt8] = [],
    environment: [String: String] = [:], limit: Duration = .seconds(30), at location: SourceLocation = #_sourceLocation
  ) -> Run {
    guard let started = Started(path, arguments, in: folder, environment: environment) else {
      Issue.record("\(path) can't be started", sourceLocation: location)
      return Run(outBytes: [], errBytes: [], code: 127)
    }
    return started.finish(input: input, limit: limit, at: location)
  }
}

extension Run: CustomTestStringConvertible {
  var testDescription: String { "exit \(code)\n--- out\n\(out.prefix(2000))\n--- err\n\(err.prefix(2000))\n---" }
}
