/// Writes answers as HTTP/1.1 behind the bytes of a connection's output.
public struct ResponseWriter: Sendable {
  /// What every answer of that second says.
  public var date: HTTPDate

  public init(date: HTTPDate) { self.date = date }

  /// What an answer has to do with its request.
  public struct Terms: Sendable {
    /// Whether the request was HEAD: the answer then says what it would have, and has no body.
    public var isHead: Bool
    /// Whether the connection is closed behind it.
    public var closes: Bool
    /// Whether the client speaks HTTP/1.1.
    public var isCurrent: Bool

    public init(isHead: Bool = false, closes: Bool = false, isCurrent: Bool = true) {
      (self.isHead, self.closes, self.isCurrent) = (isHead, closes, isCurrent)
    }

    public init(_ head: RequestHead, closes: Bool = false) {
      self.init(isHead: head.method == .head, closes: closes || !head.keepsAlive, isCurrent: head.isCurrent)
    }
  }

  /// Writes a whole answer.
  public func append(_ answer: HTTPAnswer, _ terms: Terms, to output: inout [UInt8]) {
    appendHead(answer, terms, to: &output)
    if !answer.status.isBodiless {
      output.append("Content-Length: ")
      output.append(decimal: answer.body.count)
      output.append("\r\n")
    }
    output.append("\r\n")
    if !terms.isHead, !answer.status.isBodiless { output += answer.body }
  }

  /// Writes the head of an answer whose body comes in pieces of unknown length, each written by `append(piece:)` or, where
  /// the client knows no chunks, as it is: the end is the connection's then.
  public func appendStart(_ answer: HTTPAnswer, _ terms: Terms, to output: inout [UInt8]) {
    var terms = terms
    if !terms.isCurrent { terms.closes = true }
    appendHead(answer, terms, to: &output)
    if terms.isCurrent { output.append("Transfer-Encoding: chunked\r\n") }
    output.append("\r\n")
  }

  /// Writes a piece of such a body. An empty one is nothing, for it would be the end.
  public func append(piece: some Collection<UInt8>, _ terms: Terms, to output: inout [UInt8]) {
    if piece.isEmpty { return }
    guard terms.isCurrent else { return output.append(contentsOf: piece) }
    output.append(hexadecimal: piece.count)
    output.append("\r\n")
    output.append(contentsOf: piece)
    output.append("\r\n")
  }

  /// Writes the end of such a body.
  public func appendEnd(_ terms: Terms, to output: inout [UInt8]) {
    if terms.isCurrent { output.append("0\r\n\r\n") }
  }

  /// Lets a client go on that waits before it sends a body.
  public func appendContinue(to output: inout [UInt8]) { output.append("HTTP/1.1 100 Continue\r\n\r\n") }

  private func appendHead(_ answer: HTTPAnswer, _ terms: Terms, to output: inout [UInt8]) {
    if answer.status == .ok {
      output.append("HTTP/1.1 200 OK\r\nDate: ")
    } else {
      output.append("HTTP/1.1 ")
      output.append(decimal: answer.status.rawValue)
      output.append(0x20)
      output += answer.status.phrase.utf8
      output.append("\r\nDate: ")
    }
    output += date.bytes
    output.append("\r\n")
    if answer.type != .none {
      output.append("Content-Type: ")
      answer.type.append(to: &output)
      // A browser must take nothing for a script or a page that is none.
      output.append("\r\nX-Content-Type-Options: nosniff\r\n")
    }
    if answer.type == .events { output.append("Cache-Control: no-store\r\n") }
    for (name, value) in answer.fields {
      output.append(name)
      output.append(": ")
      // What came from outside ends no line, nor begins one.
      output += value.utf8.lazy.map { $0.isFieldContent ? $0 : 0x20 }
      output.append("\r\n")
    }
    if terms.closes {
      output.append("Connection: close\r\n")
    } else if !terms.isCurrent {
      output.append("Connection: keep-alive\r\n")
    }
  }
}

extension [UInt8] {
  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(decimal number: Int) {
    var worth = 1
    while number / worth >= 10 { worth *= 10 }
    while worth > 0 {
      append(UInt8(ascii: "0") + UInt8(number / worth % 10))
      worth /= 10
    }
  }

  fileprivate mutating func append(hexadecimal number: Int) {
    append(contentsOf: String(number, radix: 16).utf8)
  }
}
