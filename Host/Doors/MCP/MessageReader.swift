import ComponentKit
import Glibc

/// Takes messages out of what comes from a client: each is a line.
///
/// A line that is too long is told once, and left out up to its end, so that none of it has to be kept.
struct MessageReader: Sendable {
  /// How long a line may be, in bytes without its end.
  let limit: Int
  private var bytes: [UInt8] = []
  // Where the next line begins, and up to where it was looked at.
  private var start = 0
  private var seen = 0
  private var skips = false

  enum Piece: Sendable, Equatable {
    case line([UInt8])
    case tooLong
  }

  init(limit: Int) { self.limit = limit }

  /// Takes in what has come.
  mutating func take(_ more: UnsafeRawBufferPointer) {
    if start > 0 {
      bytes.removeFirst(start)
      (seen, start) = (seen - start, 0)
    }
    bytes.append(contentsOf: more)
  }

  /// The next line that is whole, or too long; nil where more has to come. Lines of nothing but space are left out.
  mutating func next() -> Piece? {
    while let end = lineEnd() {
      let line = start..<end
      (start, seen) = (end + 1, end + 1)
      if skips {
        skips = false
      } else if line.count > limit {
        return .tooLong
      } else if !bytes[line].allSatisfy(\.isJSONSpace) {
        return .line(Array(bytes[line]))
      }
    }
    return rest()
  }

  /// The last line, where the client has ended without an end of it; nil for none.
  mutating func last() -> Piece? {
    defer { (start, seen, bytes) = (0, 0, []) }
    guard !skips, start < bytes.count, !bytes[start...].allSatisfy(\.isJSONSpace) else { return nil }
    return .line(Array(bytes[start...]))
  }

  // What there is of a line that has not ended.
  private mutating func rest() -> Piece? {
    seen = bytes.count
    if skips {
      (start, seen, bytes) = (0, 0, [])
    } else if bytes.count - start > limit {
      (start, seen, bytes, skips) = (0, 0, [], true)
      return .tooLong
    } else if start == bytes.count {
      // One long message need not keep its memory.
      (start, seen) = (0, 0)
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 18)
    }
    return nil
  }

  private func lineEnd() -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, seen < bytes.count,
        let found = memchr(base + seen, Int32(UInt8(ascii: "\n")), bytes.count - seen)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
