import Glibc

/// Reads a stream line by line, each as soon as it is there.
struct LineReader {
  /// Longer ones are passed over: a file without line breaks would fill the memory.
  static let limit = 1 << 24

  enum Line: Equatable {
    /// Without its end.
    case bytes([UInt8])
    case tooLong
    /// Ctrl-C ended the wait, and what was typed is gone.
    case interrupted
    /// The system's error number.
    case failure(Int32)
    case end
  }

  private let stream: Stream
  private var bytes: [UInt8] = []
  // What of them has been read as lines, and what has been searched for a line's end.
  private var begin = 0
  private var searched = 0
  private var isAtEnd = false

  init(_ stream: Stream) { self.stream = stream }

  /// - Parameter signals: the file whose first byte ends the wait; nil where none does.
  mutating func next(unless signals: Int32? = nil) -> Line {
    var isTooLong = false
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        // Some editors end a line in CR LF.
        let line = bytes[begin..<end].last == UInt8(ascii: "\r") ? bytes[begin..<end - 1] : bytes[begin..<end]
        (begin, searched) = (end + 1, end + 1)
        return isTooLong || line.count > LineReader.limit ? .tooLong : .bytes(Array(line))
      }
      if isAtEnd { return takeRest(isTooLong) }
      bytes.removeFirst(begin)
      if bytes.count > LineReader.limit { (isTooLong, bytes) = (true, []) }
      (begin, searched) = (0, bytes.count)
      do throws(SystemFault) {
        let piece = try stream.readPiece(64 * 1024, unless: signals)
        bytes += piece
        isAtEnd = piece.isEmpty
      } catch {
        if error.number == EINTR, signals == nil { continue }
        (bytes, begin, searched) = ([], 0, 0)
        return error.number == EINTR ? .interrupted : .failure(error.number)
      }
    }
  }

  // The last line may have no end.
  private mutating func takeRest(_ isTooLong: Bool) -> Line {
    let line = bytes[begin...]
    (bytes, begin, searched) = ([], 0, 0)
    if isTooLong || line.count > LineReader.limit { return .tooLong }
    return line.isEmpty ? .end : .bytes(Array(line))
  }
}
