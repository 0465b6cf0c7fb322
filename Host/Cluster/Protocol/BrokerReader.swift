import Glibc

/// Takes what a broker says out of the bytes that come from it.
///
/// A message that is longer than is taken is told without its content, so that nobody who sends one ends the connection; what
/// is none of the protocol ends it, since nobody knows what comes behind that.
struct BrokerReader: Sendable {
  let limits: Limits
  private var bytes: [UInt8] = []
  // Where what was not read begins, and up to where it was looked at for the end of a line.
  private var start = 0
  private var seen = 0
  private var awaited: Awaited?

  struct Limits: Sendable {
    /// How long a line may be, without its end. A client's has 4,096 bytes at most, and what is delivered of it a number more.
    var line = 8192
    /// The same for what a broker says of itself, which names the others of its cluster.
    var info = 65_536
    /// How long the headers and the payload of a message may be that is taken.
    var headers = 16_384
    var payload = 1 << 20
    /// How long a message may be in all. No broker takes more than this.
    var message = 64 << 20
  }

  // A message whose content has to come.
  private struct Awaited: Sendable {
    var delivery: Delivery
    let headers: Int
    // How much of it has to come, its end not counted.
    var left: Int
  }

  init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Takes in what has come.
  mutating func take(_ more: UnsafeRawBufferPointer) {
    if start > 0 {
      bytes.removeFirst(start)
      (seen, start) = (seen - start, 0)
    }
    bytes.append(contentsOf: more)
  }

  /// How many bytes are kept that were not read.
  var kept: Int { bytes.count - start }

  /// What comes next; nil where more has to come. Behind a fault nothing is to be read.
  mutating func next() throws(BrokerFault) -> BrokerLine? {
    if awaited == nil {
      guard let line = try nextLine() else { return nil }
      if let whole = try read(bytes[line]) { return whole }
    }
    return try message().map(BrokerLine.message)
  }

  // MARK: lines

  // Where the next one lies, without its end.
  private mutating func nextLine() throws(BrokerFault) -> Range<Int>? {
    guard let end = lineEnd() else {
      seen = bytes.count
      // Only what a broker says of itself may be that long, and its end may be a byte away.
      if kept > lineLimit(bytes[start...]) + 1 { throw .longLine }
      if kept == 0 { letGo() }
      return nil
    }
    // First, since a line that comes in pieces is too long before it ends.
    if end - start > lineLimit(bytes[start..<end]) + 1 { throw .longLine }
    guard end > start, bytes[end - 1] == UInt8(ascii: "\r") else { throw .brokenLine }
    let line = start..<(end - 1)
    (start, seen) = (end + 1, end + 1)
    return line
  }

  private func lineLimit(_ line: ArraySlice<UInt8>) -> Int {
    BrokerReader.operation(line.prefix { !$0.isBlank }) == .info ? limits.info : limits.line
  }

  private func lineEnd() -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, seen < bytes.count,
        let found = memchr(base + seen, Int32(UInt8(ascii: "\n")), bytes.count - seen)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  // One long message need not keep its memory.
  private mutating func letGo() {
    (start, seen) = (0, 0)
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 18)
  }

  private enum Operation { case info, msg, hmsg, ping, pong, ok, err }

  // Large and small letters are the same.
  private static func operation(_ word: ArraySlice<UInt8>) -> Operation? {
    guard (3...4).contains(word.count) else { return nil }
    let letters = word.reduce(UInt32(0)) { $0 << 8 | UInt32($1 &- 0x61 < 26 ? $1 & 0xDF : $1) }
    switch letters {
    case 0x494E_464F: return .info
    case 0x4D5347: return .msg
    case 0x484D_5347: return .hmsg
    case 0x5049_4E47: return .ping
    case 0x504F_4E47: return .pong
    case 0x2B4F4B: return .ok
    case 0x2D45_5252: return .err
    default: return nil
    }
  }

  // Nil where its content has to be read.
  private mutating func read(_ line: ArraySlice<UInt8>) throws(BrokerFault) -> BrokerLine? {
    let word = line.prefix { !$0.isBlank }
    let rest = line[word.endIndex...]
    guard let operation = BrokerReader.operation(word) else { throw .unknownOperation }
    switch operation {
    case .info: return .info(Array(rest.drop { $0.isBlank }))
    case .ping, .pong, .ok:
      guard rest.allSatisfy(\.isBlank) else { throw .wrongArguments }
      return operation == .ping ? .ping : operation == .pong ? .pong : .ok
    case .err: return .error(BrokerReader.quoted(rest))
    case .msg, .hmsg:
      try begin(rest.split(whereSeparator: \.isBlank), hasHeaders: operation == .hmsg)
      return nil
    }
  }

  // The words between its quotes.
  private static func quoted(_ text: ArraySlice<UInt8>) -> String {
    var text = text.drop { $0.isBlank }
    while let last = text.last, last.isBlank { text.removeLast() }
    if text.count >= 2, text.first == UInt8(ascii: "'"), text.last == UInt8(ascii: "'") {
      text = text.dropFirst().dropLast()
    }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: messages

  // A subject, the number of a subscription, perhaps a reply, and sizes.
  private mutating func begin(_ words: [ArraySlice<UInt8>], hasHeaders: Bool) throws(BrokerFault) {
    let sizes = hasHeaders ? 2 : 1
    guard words.count == 2 + sizes || words.count == 3 + sizes else { throw .wrongArguments }
    guard let subscription = BrokerReader.number(words[1]), let total = BrokerReader.number(words[words.count - 1]),
      let headers = hasHeaders ? BrokerReader.number(words[words.count - 2]) : 0
    else { throw .wrongNumber }
    if headers > total { throw .wrongSizes }
    if total > limits.message { throw .hugeMessage }
    var delivery = Delivery(subject: String(decoding: words[0], as: UTF8.self), subscription: subscription)
    if words.count == 3 + sizes { delivery.reply = Subject(String(decoding: words[2], as: UTF8.self)) }
    delivery.isCut = headers > limits.headers || total - headers > limits.payload
    awaited = Awaited(delivery: delivery, headers: headers, left: total)
  }

  // Of at most 15 digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...15).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  private mutating func message() throws(BrokerFault) -> Delivery? {
    guard var awaited else { return nil }
    if awaited.delivery.isCut {
      let skipped = min(awaited.left, kept)
      start += skipped
      seen = start
      awaited.left -= skipped
      self.awaited = awaited
      if kept == 0 { letGo() }
      if awaited.left > 0 { return nil }
    }
    guard kept >= awaited.left + 2 else { return nil }
    let end = start + awaited.left
    guard bytes[end] == UInt8(ascii: "\r"), bytes[end + 1] == UInt8(ascii: "\n") else { throw .noEnd }
    if !awaited.delivery.isCut {
      awaited.delivery.headers = Array(bytes[start..<(start + awaited.headers)])
      awaited.delivery.payload = Array(bytes[(start + awaited.headers)..<end])
    }
    (start, seen) = (end + 2, end + 2)
    self.awaited = nil
    return awaited.delivery
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
