import ComponentHost
import ComponentKit
import Glibc
import HostControl

/// What a client of the control socket asks: its words, a few values of its environment, and the descriptors that it lends.
struct ControlRequest: Sendable {
  let words: [String]
  /// What is wrong with the words, such as that one is not UTF-8.
  let problem: Problem?
  let environment: [String: String]
  let descriptors: Descriptors

  /// Those that a client lends. Whoever has them closes them.
  struct Descriptors: Sendable {
    let input: Int32
    let output: Int32
    let errors: Int32
    let folder: Int32

    var all: [Int32] { [input, output, errors, folder] }
  }

  /// Why there is none.
  enum Fault: Error {
    /// The client has hung up, or takes too long.
    case gone
    /// It is no message of this version.
    case misread
  }

  /// Reads a client's first message, whose sender may be anybody.
  init(from socket: Int32, until end: Deadline) throws(Fault) {
    var head = host_control_head()
    var lent = [Int32](repeating: -1, count: Int(HOST_CONTROL_DESCRIPTORS))
    var count: Int32 = 0
    var done = 0
    // What was lent is closed wherever the message is none.
    var isWhole = false
    defer { if !isWhole { for number in lent.prefix(Int(count)) { close(number) } } }
    while done < MemoryLayout<host_control_head>.size {
      try ControlRequest.wait(for: socket, until: end)
      let result = withUnsafeMutableBytes(of: &head) { bytes -> Int in
        guard let start = bytes.baseAddress else { return 0 }
        if done == 0 { return host_control_receive(socket, start, bytes.count, &lent, Int32(lent.count), &count) }
        let more = recv(socket, start + done, bytes.count - done, 0)
        return more < 0 ? -Int(errno) : more
      }
      if result == -Int(EINTR) { continue }
      if result == -Int(EBADMSG) { throw .misread }
      guard result > 0 else { throw .gone }
      done += result
    }
    let isKnown = withUnsafeBytes(of: head.magic) { $0.elementsEqual(HOST_CONTROL_MAGIC.utf8) }
    guard isKnown, Int(count) == lent.count, head.reserved == 0, head.bytes <= HOST_CONTROL_BYTES_LIMIT else {
      throw .misread
    }
    var status = stat()
    guard fstat(lent[3], &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw .misread }
    let bytes = try ControlRequest.bytes(Int(head.bytes), from: socket, until: end)
    // Each text has its NUL, so there are as many of those as texts.
    let ends = bytes.indices.filter { bytes[$0] == 0 }
    guard ends.count == Int(head.words) + Int(head.values), bytes.last ?? 0 == 0 else { throw .misread }
    var texts: [String] = []
    var problem: Problem?
    var begin = 0
    for end in ends {
      let piece = bytes[begin..<end]
      let text = String(decoding: piece, as: UTF8.self)
      if problem == nil, texts.count < Int(head.words), !piece.withUnsafeBytes({ $0.isValidUTF8 }) {
        problem = .notUTF8(text)
      }
      texts.append(text)
      begin = end + 1
    }
    words = Array(texts.prefix(Int(head.words)))
    self.problem = problem
    var environment: [String: String] = [:]
    for text in texts.dropFirst(words.count) {
      guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { throw .misread }
      environment[String(text[..<sign])] = String(text[text.utf8.index(after: sign)...])
    }
    self.environment = environment
    descriptors = Descriptors(input: lent[0], output: lent[1], errors: lent[2], folder: lent[3])
    isWhole = true
  }

  // Memory is taken for what has come, not for what was announced.
  private static func bytes(_ count: Int, from socket: Int32, until end: Deadline) throws(Fault) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      try wait(for: socket, until: end)
      var result = 0
      bytes += [UInt8](unsafeUninitializedCapacity: min(count - bytes.count, 64 * 1024)) { buffer, filled in
        // What is lent here is lost: nothing of it is asked for.
        result = recv(socket, buffer.baseAddress, buffer.count, 0)
        filled = max(0, result)
      }
      if result == 0 || result < 0 && errno != EINTR { throw .gone }
    }
    return bytes
  }

  private static func wait(for socket: Int32, until end: Deadline) throws(Fault) {
    while true {
      var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let left = Int32(clamping: end.timeLeft.nanoseconds / 1_000_000 + 1)
      let count = poll(&ready, 1, left)
      if count > 0 { return }
      if end.hasPassed || count < 0 && errno != EINTR { throw .gone }
    }
  }
}
