import Glibc

/// Reads requests of HTTP/1.1 and 1.0 from bytes as they come, as RFC 9112 has them, and nothing besides: where a request can
/// be read in two ways it is refused.
///
/// It keeps no bytes. Each time it is given all that came and is not consumed yet, and it tells the next thing in them.
public struct RequestReader: Sendable {
  public let limits: HTTPLimits

  /// How many of the bytes of the last call are done with; what it told has its places in these bytes.
  public private(set) var consumed = 0

  var stage = Stage.start
  // Of an unfinished head: how many bytes were looked at, where its last line begins, and how many lines there are.
  var scanned = 0
  var lineStart = 0
  var lines = 0
  // Of a body: how much of it, or of its chunk, is still to come; how long it is so far; and what its chunks said besides.
  var left = 0
  var bodyCount = 0
  var extensions = 0
  var trailers = 0
  private var fault: RequestFault?

  enum Stage: UInt8, Sendable { case start, head, length, chunkLine, chunk, chunkEnd, trailers, end, broken }

  public init(limits: HTTPLimits = HTTPLimits()) { self.limits = limits }

  /// What comes next.
  public enum Event: Sendable {
    /// Nothing before more bytes have come.
    case more
    /// A request begins.
    case head(RequestHead)
    /// A piece of its body.
    case body(Range<Int>)
    /// The request is whole. What comes behind it is the next one.
    case end
    /// It can't be read, nor what comes behind it.
    case fault(RequestFault)
  }

  /// Whether nothing of a request has come yet.
  public var isBetween: Bool { (stage == .start || stage == .head) && scanned == 0 }

  /// The next thing in the bytes, which begin with what was not consumed the last time.
  public mutating func next(in bytes: UnsafeRawBufferPointer) -> Event {
    consumed = 0
    do throws(RequestFault) {
      return try step(bytes)
    } catch {
      (fault, stage) = (error, .broken)
      return .fault(error)
    }
  }

  private mutating func step(_ bytes: UnsafeRawBufferPointer) throws(RequestFault) -> Event {
    switch stage {
    case .start, .head: return try readHead(bytes)
    case .length:
      guard !bytes.isEmpty else { return .more }
      consumed = min(left, bytes.count)
      left -= consumed
      if left == 0 { stage = .end }
      return .body(0..<consumed)
    case .chunkLine, .chunk, .chunkEnd, .trailers: return try readChunks(bytes)
    case .end:
      stage = .start
      return .end
    case .broken: return fault.map(Event.fault) ?? .more
    }
  }

  // MARK: the head

  private mutating func readHead(_ bytes: UnsafeRawBufferPointer) throws(RequestFault) -> Event {
    var start = 0
    // Some clients end a body with an empty line of their own: one is passed over.
    if stage == .start, scanned == 0, bytes.first == .carriageReturn {
      guard bytes.count > 1 else { return .more }
      guard bytes[1] == .lineFeed else { throw RequestFault(.badRequest, "a CR stands without its LF") }
      (start, consumed) = (2, 2)
      stage = .head
    }
    guard start < bytes.count else { return .more }
    stage = .head
    guard let end = try findEnd(bytes, from: start) else { return .more }
    let head = try HeadReader(bytes, limits).read(start..<end)
    consumed = end
    (scanned, lineStart, lines) = (0, 0, 0)
    (bodyCount, extensions, trailers) = (0, 0, 0)
    switch head.body {
    case .none, .length(0): stage = .end
    case .length(let count): (stage, left) = (.length, count)
    case .chunked: stage = .chunkLine
    }
    return .head(head)
  }

  // Where the head ends, behind the empty line; nil as long as that has not come. The faults that it finds are told in the
  // order of their bytes, so however the bytes come in pieces the outcome is the same.
  private mutating func findEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) throws(RequestFault) -> Int? {
    guard bytes[start].isToken else { throw RequestFault(.badRequest, "a request begins with its method") }
    while true {
      guard let place = bytes.place(of: .lineFeed, from: start + scanned) else {
        scanned = bytes.count - start
        // There will be one byte more at least.
        try checkLength(scanned + 1)
        return nil
      }
      let end = place + 1 - start
      try checkLength(end)
      guard place > start, bytes[place - 1] == .carriageReturn else {
        throw RequestFault(.badRequest, "a line ends in LF without its CR")
      }
      if place - 1 == start + lineStart { return place + 1 }
      lines += 1
      guard lines <= limits.fields + 1 else {
        throw RequestFault(.headerFieldsTooLarge, "the request has more than \(limits.fields) header fields")
      }
      (scanned, lineStart) = (end, end)
    }
  }

  private func checkLength(_ count: Int) throws(RequestFault) {
    if lines == 0, count > limits.requestLine {
      throw RequestFault(.targetTooLong, "the request line has more than \(limits.requestLine) bytes")
    }
    if count > limits.head {
      throw RequestFault(.headerFieldsTooLarge, "the head of the request has more than \(limits.head) bytes")
    }
  }

  // MARK: chunks

  private mutating func readChunks(_ bytes: UnsafeRawBufferPointer) throws(RequestFault) -> Event {
    var place = 0
    while place < bytes.count {
      switch stage {
      case .chunkLine:
        guard let line = try line(bytes, from: place, limit: limits.chunkLine, "the line before a chunk") else {
          return .more
        }
        left = try readSize(bytes.part(line))
        place = line.upperBound + 2
        stage = left == 0 ? .trailers : .chunk
      case .chunk:
        let count = min(left, bytes.count - place)
        left -= count
        consumed = place + count
        if left == 0 { stage = .chunkEnd }
        return .body(place..<place + count)
      case .chunkEnd:
        guard bytes[place] == .carriageReturn else {
          throw RequestFault(.badRequest, "a chunk is longer than it says")
        }
        guard place + 1 < bytes.count else { return .more }
        guard bytes[place + 1] == .lineFeed else { throw RequestFault(.badRequest, "a CR stands without its LF") }
        place += 2
        stage = .chunkLine
      case .trailers:
        guard
          let line = try line(bytes, from: place, limit: limits.trailers - trailers, "what comes behind the last chunk")
        else { return .more }
        place = line.upperBound + 2
        consumed = place
        guard !line.isEmpty else {
          stage = .start
          return .end
        }
        trailers += line.count + 2
        // They are looked at for their form alone: nothing here needs one.
        _ = try HeadReader.field(bytes, line)
      case .start, .head, .length, .end, .broken: return .more
      }
      consumed = place
    }
    return .more
  }

  // A whole line, without its end; nil as long as that has not come.
  private func line(
    _ bytes: UnsafeRawBufferPointer, from start: Int, limit: Int, _ name: String
  ) throws(RequestFault) -> Range<Int>? {
    let end = bytes.place(of: .lineFeed, from: start)
    guard (end ?? bytes.count) + 1 - start <= limit else {
      throw RequestFault(
        stage == .trailers ? .headerFieldsTooLarge : .badRequest, "\(name) is longer than is taken")
    }
    guard let end else { return nil }
    guard end > start, bytes[end - 1] == .carriageReturn else {
      throw RequestFault(.badRequest, "a line ends in LF without its CR")
    }
    return start..<end - 1
  }

  // The size that the line before a chunk says.
  private mutating func readSize(_ line: UnsafeRawBufferPointer) throws(RequestFault) -> Int {
    var size = 0
    var place = 0
    while place < line.count, let digit = line[place].hexDigit {
      guard place < 15 else { throw RequestFault(.badRequest, "the size of a chunk has more than 15 digits") }
      size = size << 4 | Int(digit)
      place += 1
    }
    guard place > 0 else { throw RequestFault(.badRequest, "a chunk begins with its size in hexadecimal digits") }
    if place < line.count {
      guard line[place] == UInt8(ascii: ";"), line[place...].allSatisfy({ $0.isFieldContent }) else {
        throw RequestFault(.badRequest, "behind the size of a chunk stands something that has no place there")
      }
      extensions += line.count - place
      guard extensions <= limits.chunkExtensions else {
        throw RequestFault(.badRequest, "the chunks say more besides their sizes than is taken")
      }
    }
    guard size <= limits.body - bodyCount else { throw .tooLarge(limits) }
    bodyCount += size
    return size
  }
}

extension RequestFault {
  static func tooLarge(_ limits: HTTPLimits) -> RequestFault {
    RequestFault(.contentTooLarge, "the body has more than \(limits.body) bytes")
  }
}
