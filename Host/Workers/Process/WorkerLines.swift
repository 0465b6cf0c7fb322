/// Makes lines of what a worker writes to its error output, and keeps the last of them.
struct WorkerLines {
  /// What is longer is cut.
  static let length = 1000
  /// So many are kept.
  static let count = 20

  private(set) var last: [String] = []
  private var bytes: [UInt8] = []
  private var isCut = false

  /// - Parameter say: takes each line that is complete, without its end.
  mutating func take(_ more: UnsafeRawBufferPointer, _ say: (String) -> Void) {
    for byte in more {
      if byte == UInt8(ascii: "\n") {
        end(say)
      } else if bytes.count < WorkerLines.length {
        bytes.append(byte)
      } else {
        isCut = true
      }
    }
  }

  /// Nothing comes behind what came: that is a line, too.
  mutating func end(ofAll say: (String) -> Void) { if !bytes.isEmpty { end(say) } }

  private mutating func end(_ say: (String) -> Void) {
    if bytes.last == UInt8(ascii: "\r"), !isCut { bytes.removeLast() }
    var line = String(decoding: bytes, as: UTF8.self)
    if isCut {
      // A character that was cut in two goes as a whole.
      if line.unicodeScalars.last == "\u{FFFD}" { line.unicodeScalars.removeLast() }
      line += "…"
    }
    bytes.removeAll(keepingCapacity: true)
    isCut = false
    if line.isEmpty { return }
    if last.count == WorkerLines.count { last.removeFirst() }
    last.append(line)
    say(line)
  }
}
