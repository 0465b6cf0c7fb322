import Glibc
import Synchronization
import TestThreads
import Testing

/// A nats-server that runs, at a port that stays its own when it is started again.
final class Broker: Sendable {
  static let program: String? = ["/usr/sbin", "/usr/bin", "/usr/local/bin"].map { "\($0)/nats-server" }
    .first { path in access(path, X_OK) == 0 }

  private let started = Mutex<Started?>(nil)
  private let folder = Folder()
  private let options: [String]
  let port: UInt16

  init(_ options: String..., at location: SourceLocation = #_sourceLocation) throws {
    self.options = options
    folder.write("", as: "log")
    // It says itself which port it has found.
    let process = Broker.start(options + ["-p", "-1", "--ports_file_dir", folder.path], folder("log"))
    let folder = folder
    let ports = {
      folder.names.first { $0.hasSuffix(".ports") }.map {
        String(decoding: Folder.bytes(of: folder($0)), as: UTF8.self)
      }
    }
    if !eventually({ ports()?.contains("nats://") == true }) {
      Issue.record("it does not listen: \(folder.lines(of: "log"))", sourceLocation: location)
    }
    let digits = ports()?.split(separator: "\"").first { $0.hasPrefix("nats://") }?.split(separator: ":").last
    port = try #require(digits.flatMap { UInt16($0) }, sourceLocation: location)
    started.withLock { $0 = process }
  }

  deinit { kill() }

  private static func start(_ options: [String], _ log: String) -> Started? {
    guard let program else { return nil }
    return Started(program, (["-a", "127.0.0.1"] + options).map { Array($0.utf8) }, err: log)
  }

  var url: String { "nats://127.0.0.1:\(port)" }

  /// Ends it without a word.
  func kill() {
    guard
      let process = started.withLock({ process in
        defer { process = nil }
        return process
      })
    else { return }
    process.send(SIGKILL)
    _ = process.finish()
  }

  func send(_ signal: Int32) { started.withLock { $0?.send(signal) } }

  /// Starts it again, at the same port.
  func restart() {
    let process = Broker.start(options + ["-p", "\(port)"], folder("log"))
    started.withLock { $0 = process }
  }
}

extension Trait where Self == ConditionTrait {
  /// For what needs a broker.
  static var broker: ConditionTrait {
    .enabled(if: Broker.program != nil, "there is no nats-server: Debian has it as nats-server")
  }
}
