import BenchNative
import ComponentCluster
import ComponentHost
import ComponentKit
import Glibc

/// A broker of its own, a host of this process that calls elsewhere, and `host serve` that has what is called.
final class BenchCluster {
  let port: Int32
  let near: Host
  /// Where files are dropped in.
  let farFolder: String
  private let door: ClusterDoor
  private let broker: Int32

  static let name = "bench"
  /// What a raw client sends its requests to, and one to which nobody listens.
  static let rawSubject = "bench.call.1.Raw.checkDetail"
  static let nobodysSubject = "bench.call.1.Nobody.checkDetail"

  /// Nil where there is no broker.
  ///
  /// - Parameters:
  ///   - far: what the other host has, beside what is dropped in.
  ///   - nearFolder: what the near one has.
  init?(_ place: Place, far: [String] = ["Reader"], nearFolder: String? = nil) throws {
    guard let program = Service.find("nats-server") else { return nil }
    var template = Array("\(place.folder)/cluster-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Complaint("there is no temporary folder") }
    let folder = String(cString: made)
    port = bench_free_port()
    guard port > 0 else { throw Complaint("there is no free port") }
    broker = BenchCluster.start([program, "-a", "127.0.0.1", "-p", "\(port)"], "\(folder)/broker")
    let url = "nats://127.0.0.1:\(port)"
    try BenchCluster.until("the broker does not listen; \(folder)/broker has what it says") { [port] in
      let end = bench_connect(nil, port)
      defer { if end >= 0 { close(end) } }
      return end >= 0
    }
    farFolder = "\(folder)/far"
    mkdir(farFolder, 0o755)
    mkdir("\(folder)/near", 0o755)
    for name in far {
      guard link("\(place.plugins)/lib\(name).so", "\(farFolder)/lib\(name).so") == 0 else {
        throw Complaint("\(farFolder) can't be filled")
      }
    }
    let words = [
      place.program, "--plugins", farFolder, "--no-cache", "serve", "--listen", "\(folder)/door", "--control",
      "\(folder)/control", "--cluster", url, "--cluster-name", BenchCluster.name,
    ]
    guard BenchCluster.start(words, "\(folder)/served") > 0 else { throw Complaint("\(place.program) does not begin") }
    var settings = Settings(directories: [nearFolder ?? "\(folder)/near"])
    settings.policy.elsewhere = ElsewherePolicy(.all)
    near = Host(settings)
    door = ClusterDoor(near, ClusterDoor.Settings([try BrokerAddress(url)], name: BenchCluster.name))
    try door.start()
    let (mediator, isConnected) = (near.mediator, { [door] in door.isConnected })
    try BenchCluster.until("the broker is not reached") { isConnected() }
    if far.contains("Reader"), nearFolder == nil {
      try BenchCluster.until("nobody answers; \(folder)/served has what the other host says") {
        (try? mediator.call("Reader", "checkDetail", ["id": 1])) == 2
      }
    }
  }

  /// The broker goes away, and it is known.
  func loseBroker() throws {
    kill(broker, SIGKILL)
    try BenchCluster.until("the broker is still there") { [door] in !door.isConnected }
  }

  func end() {
    door.stop(within: .seconds(1))
    kill(broker, SIGKILL)
  }

  /// A client that does as the near host does, whose requests another process answers as the far host does.
  func raw(apart: Bool) throws -> OpaquePointer {
    guard bench_broker_answerer(port, BenchCluster.rawSubject, apart ? 1 : 0) > 0,
      let client = bench_broker_client_start(port, apart ? 1 : 0)
    else { throw Complaint("there is no other client of the broker") }
    return client
  }

  private static func start(_ words: [String], _ log: String) -> Int32 {
    bench_start(words.map { UnsafePointer(strdup($0)) } + [nil], log)
  }

  static func until(_ complaint: String, _ condition: () -> Bool) throws {
    let began = now()
    while !condition() {
      if now() - began > 2e10 { throw Complaint(complaint) }
      usleep(1000)
    }
  }
}
