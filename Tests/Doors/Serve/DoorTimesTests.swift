import ComponentDoors
import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

/// A door in a program of its own, and how long it waits for clients.
@Suite(.offPool) struct DoorTimesTests {
  struct Echo: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("say") { call in .text(try call.text("text", default: "nothing")) }.remote
      Action("much") { _ in .text(String(repeating: "0123456789abcdef", count: 1 << 21)) }.remote.reads
    }
  }

  private final class Stage {
    let door: HTTPDoor
    let path: String
    private let folder: String

    init(_ change: (inout HTTPDoor.Settings) -> Void) throws {
      var template = Array("/tmp/door-times-XXXXXX".utf8CString)
      folder = String(cString: try #require(mkdtemp(&template)))
      path = "\(folder)/door"
      let host = Host()
      try host.register(Echo.self)
      var settings = HTTPDoor.Settings([.path(path)])
      for time in [\HTTPDoor.Settings.headTime, \.bodyTime, \.idleTime, \.writeTime] {
        settings[keyPath: time] = .seconds(60)
      }
      change(&settings)
      door = HTTPDoor(host, settings)
      try door.start()
    }

    deinit {
      door.stop(within: .seconds(1))
      unlink(path)
      rmdir(folder)
    }

    /// A client that has sent these bytes.
    func client(_ text: String) throws -> Int32 {
      let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let isThere = withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
      try #require(isThere)
      #expect(send(socket, text, text.utf8.count, 0) == text.utf8.count)
      return socket
    }
  }

  // All that comes until the door ends the connection, which it does within ten seconds.
  private func rest(_ client: Int32) -> String {
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    defer { close(client) }
    var (all, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = recv(client, &block, block.count, 0)
      if count < 0, errno == EAGAIN { return "it is still open" }
      if count <= 0 { return String(decoding: all, as: UTF8.self) }
      all += block[..<count]
    }
  }

  private static let request = "GET /Echo/much HTTP/1.1\r\nHost: localhost\r\n\r\n"
  private static let says =
    "POST /Echo/say HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 16\r\n"

  @Test func `it listens, answers and stops`() throws {
    let stage = try Stage { _ in }
    #expect(stage.door.isReady && stage.door.listening == [stage.path])
    let client = try stage.client(
      Self.says + "Connection: close\r\n\r\n{\"text\":\"hello\"}")
    let answer = rest(client)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.contains("\r\n\r\n\"hello\""))
    #expect(stage.door.stop(within: .seconds(5)) && !stage.door.isReady)
  }

  @Test func `a client that sends nothing, or nothing more, is left after a time`() throws {
    let silent = try Stage { $0.headTime = .milliseconds(300) }
    #expect(rest(try silent.client("")) == "")
    let half = rest(try silent.client("GET /Echo/say HT"))
    #expect(half.hasPrefix("HTTP/1.1 408 "))
    let idle = try Stage { $0.idleTime = .milliseconds(300) }
    let answered = rest(try idle.client("GET /Echo/say HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    #expect(answered.hasPrefix("HTTP/1.1 ") && !answered.contains(" 408 "))
    let body = try Stage { $0.bodyTime = .milliseconds(300) }
    #expect(rest(try body.client(Self.says + "\r\n{\"te")).hasPrefix("HTTP/1.1 408 "))
  }

  @Test func `a client that reads nothing is left after a time, and one that reads gets all`() throws {
    let whole = 1 << 25
    let stage = try Stage { $0.writeTime = .milliseconds(300) }
    let client = try stage.client(Self.request)
    let isGone = eventually {
      // What the door has let go of is told to whoever looks: POLLRDHUP.
      var ask = pollfd(fd: client, events: 0x2000, revents: 0)
      return poll(&ask, 1, 10) == 1 && ask.revents & (0x2000 | Int16(POLLHUP)) != 0
    }
    #expect(isGone)
    #expect(rest(client).utf8.count < whole)
    let patient = try Stage { _ in }
    let all = rest(try patient.client(Self.request.replacing("Host:", with: "Connection: close\r\nHost:")))
    #expect(all.utf8.count > whole)
  }
}
