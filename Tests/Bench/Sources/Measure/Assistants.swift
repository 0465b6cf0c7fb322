import BenchNative
import Glibc

// Calls of tools, answered by `host mcp` in a process of its own.
extension Figure {
  static var assistants: [Figure] {
    [
      Figure("mcp") { place in
        let assistant = try Assistant(place)
        let door = "\(place.folder)/mcp-echo"
        guard bench_answerer(door, assistant.request.count, assistant.answer) > 0 else {
          throw Complaint("no other process can be started")
        }
        let echo = bench_connect(door, 0)
        return .loops(Loops(figure: assistant.asks(assistant.end), floor: assistant.asks(echo)))
      }
    ]
  }
}

/// A client that has started `host mcp`, and talks to it through one pair of sockets. That ends with this process.
private struct Assistant {
  let end: Int32
  let request: [CChar]
  /// How many bytes it is answered with.
  let answer: Int

  private static let begin =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"# + "\n"
    + #"{"jsonrpc":"2.0","method":"notifications/initialized"}"# + "\n"
  private static let call =
    #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Reader-checkDetail","arguments":{"id":1}}}"#
    + "\n"

  init(_ place: Place) throws {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Complaint("there is no pair of sockets") }
    end = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "\(place.folder)/assisted", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let texts: [String] = [place.program, "--plugins", place.plugins, "mcp"]
    var words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, place.program, &actions, nil, &words, environ) == 0 else {
      throw Complaint("\(place.program) can't be started")
    }
    close(ends[1])
    request = Array(Assistant.call.utf8CString.dropLast())
    _ = Assistant.said(end, Array(Assistant.begin.utf8CString.dropLast()))
    // The first call loads its component.
    let said = (0..<2).map { [end, request] _ in Assistant.said(end, request) }
    answer = said[1].utf8.count
    guard said[0] == said[1], said[1].contains(#""text":"2""#), said[1].hasSuffix("\n") else {
      throw Complaint("\(place.program) answers \(said)")
    }
  }

  private static func said(_ end: Int32, _ request: [CChar]) -> String {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = bench_answer(end, request, request.count, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Asks through one connection, one call after the other.
  func asks(_ end: Int32) -> Loops.Loop {
    let (request, answer) = (request, answer)
    return { count in bench_asked(end, request, request.count, answer, count) }
  }
}
