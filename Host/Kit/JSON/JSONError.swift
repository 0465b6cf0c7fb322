/// What is wrong with a text that should be JSON, and where.
public struct JSONError: Error, Sendable, Equatable {
  /// One sentence for people. Pieces of the text in it are shortened and safe to print.
  public let message: String

  /// The byte where it is wrong, counted from 0.
  public let offset: Int

  /// The line of that byte, counted from 1.
  public let line: Int

  /// The character of the line, counted from 1; every Unicode scalar is one.
  public let column: Int

  /// Whether JSON may say that, and a value can't hold it: a number that is too large, half of a pair of surrogates, a key
  /// that occurs twice, or what nests too deep.
  public let isOfLimit: Bool

  /// An error at an offset of a document that is valid UTF-8 up to there.
  init(_ message: String, at offset: Int, of document: UnsafeRawBufferPointer, isOfLimit: Bool = false) {
    self.message = message
    self.offset = offset
    self.isOfLimit = isOfLimit
    var line = 1
    var column = 1
    for place in 0..<offset {
      let byte = document[place]
      let isPair = byte == UInt8(ascii: "\r") && place + 1 < document.count && document[place + 1] == UInt8(ascii: "\n")
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && !isPair {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.line = line
    self.column = column
  }
}

extension JSONError: CustomStringConvertible {
  public var description: String { "line \(line), column \(column): \(message)" }
}
