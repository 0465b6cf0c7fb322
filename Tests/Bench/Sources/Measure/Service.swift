import BenchNative
import Glibc

/// A program that serves until this one ends.
struct Service {
  let process: Int32
  /// Its Unix socket.
  let door: String
  /// Where `host` is told what to do.
  let control: String
  let port: Int32
  let request: [CChar]
  /// How many bytes it answers with.
  let answer: Int

  /// One call with an int in and out.
  private static let body = #"{"id":1}"#
  private static let head =
    "POST /Reader/checkDetail HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    + "Content-Length: \(body.utf8.count)\r\n\r\n"

  /// `host serve` over the folder of components.
  static func host(_ place: Place) throws -> Service {
    let (port, door, control) = (try freePort(), "\(place.folder)/door", "\(place.folder)/control")
    for path in [door, control] { unlink(path) }
    let words = [
      place.program, "--plugins", place.plugins, "serve", "--listen", door, "--listen", "127.0.0.1:\(port)",
      "--control",
      control,
    ]
    return try Service(words, "\(place.folder)/served", door: door, control: control, port: port)
  }

  /// nginx with one worker and a fixed answer of the same body; nil where it is not there.
  static func nginx(_ place: Place) throws -> Service? {
    guard let program = find("nginx") else { return nil }
    let (port, door, folder) = (try freePort(), "\(place.folder)/nginx-door", "\(place.folder)/nginx")
    unlink(door)
    mkdir(folder, 0o755)
    let site = """
      daemon off; master_process off; worker_processes 1; pid \(folder)/pid; error_log stderr;
      worker_rlimit_nofile 16384;
      events { worker_connections 12000; }
      http {
        access_log off; default_type application/json; server_tokens off;
        keepalive_requests 1000000000; keepalive_timeout 600;
        client_body_temp_path \(folder)/body; proxy_temp_path \(folder)/proxy; fastcgi_temp_path \(folder)/fastcgi;
        uwsgi_temp_path \(folder)/uwsgi; scgi_temp_path \(folder)/scgi;
        server { listen unix:\(door); listen 127.0.0.1:\(port); location / { return 200 "2\\n"; } }
      }
      """
    try write(site, to: "\(folder)/site")
    return try Service(
      [program, "-p", folder, "-c", "\(folder)/site"], "\(folder)/said", door: door, control: "", port: port)
  }

  private init(_ words: [String], _ log: String, door: String, control: String, port: Int32) throws {
    let list = words.map { UnsafePointer(strdup($0)) } + [nil]
    process = bench_start(list, log)
    (self.door, self.control, self.port) = (door, control, port)
    request = Array((Service.head + Service.body).utf8CString.dropLast())
    let began = now()
    var end = bench_connect(door, 0)
    while end < 0 {
      guard process > 0, kill(process, 0) == 0, now() - began < 2e10 else {
        throw Complaint("\(words[0]) does not serve; \(log) has what it says")
      }
      usleep(10_000)
      end = bench_connect(door, 0)
    }
    var bytes = [CChar](repeating: 0, count: 4096)
    answer = bench_answer(end, request, request.count, &bytes, bytes.count)
    close(end)
    let text = String(decoding: bytes.prefix(max(answer, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard text.hasPrefix("HTTP/1.1 200 ") else { throw Complaint("\(words[0]) answers \(text)") }
  }

  /// Asks through one connection, one request after the other.
  func asks(_ end: Int32) -> Loops.Loop {
    let (request, answer) = (request, answer)
    return { count in bench_asked(end, request, request.count, answer, count) }
  }

  func connection() throws -> Int32 {
    let end = bench_connect(door, 0)
    guard end >= 0 else { throw Complaint("\(door) takes no connection") }
    return end
  }

  /// Requests in a second, by wrk through 64 connections.
  func rate(_ place: Place, by wrk: String) throws -> Double {
    let script = "\(place.folder)/ask.lua"
    try Service.write(
      """
      wrk.method = "POST"
      wrk.body = [[\(Service.body)]]
      wrk.headers["Content-Type"] = "application/json"
      """, to: script)
    let said = try Child([
      wrk, "-t", "1", "-c", "64", "-d", "2", "-s", script, "http://127.0.0.1:\(port)/Reader/checkDetail",
    ]).output()
    let lines = said.split(separator: "\n")
    guard !said.contains("Non-2xx"), !said.contains("Socket errors"),
      let rate = lines.first(where: { $0.hasPrefix("Requests/sec:") })?.split(separator: " ").last.flatMap({
        Double($0)
      })
    else { throw Complaint("wrk says:\n\(said)") }
    return rate
  }

  /// How late, in nanoseconds, one in a hundred is of requests at a rate.
  func late(at rate: Double) throws -> Double {
    let late = bench_late(port, request, request.count, answer, rate, 2)
    guard late >= 0 else { throw Complaint("an answer at port \(port) is missing") }
    return late
  }

  /// What a connection of which nothing comes takes.
  func idle(_ count: Int) throws -> Double {
    let before = Memory.own(ofProcess: process)
    let ends = try (0..<count).map { _ in try connection() }
    defer { for end in ends { close(end) } }
    // The last one that is answered has been taken, and so those before it.
    guard let last = ends.last, asks(last)(1) == 1 else { throw Complaint("\(door) does not answer") }
    return (Memory.own(ofProcess: process) - before) / Double(count)
  }

  static func find(_ program: String) -> String? {
    ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin"].map { "\($0)/\(program)" }
      .first { access($0, X_OK) == 0 }
  }

  private static func freePort() throws -> Int32 {
    let port = bench_free_port()
    guard port > 0 else { throw Complaint("there is no free port") }
    return port
  }

  private static func write(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    defer { close(file) }
    guard file >= 0, Glibc.write(file, text, text.utf8.count) == text.utf8.count else {
      throw Complaint("\(path) can't be written")
    }
  }
}
