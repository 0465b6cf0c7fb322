extension JSONReader {
  /// Reads the number whose sign or first digit is the next byte.
  mutating func readNumber() throws(JSONError) -> Value {
    let start = place
    let isNegative = skip(UInt8(ascii: "-"))
    var digits = Digits()
    let whole = readDigits(&digits)
    guard whole > 0 else { throw malformed(from: start, "has no digit after its sign") }
    if whole > 1, bytes[place - whole] == UInt8(ascii: "0") { throw malformed(from: start, "begins with a zero") }
    var isWhole = true
    if skip(UInt8(ascii: ".")) {
      isWhole = false
      let fraction = readDigits(&digits)
      guard fraction > 0 else { throw malformed(from: start, "has no digit after its point") }
      digits.exponent -= fraction
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      isWhole = false
      let isSmall = skip(UInt8(ascii: "-"))
      if !isSmall { _ = skip(UInt8(ascii: "+")) }
      var exponent = Digits()
      guard readDigits(&exponent) > 0 else { throw malformed(from: start, "has no digit in its exponent") }
      digits.scale(by: exponent, isSmall: isSmall)
    }
    if let byte = peek, isWordByte(byte) { throw malformed(from: start, nil) }
    if isWhole {
      guard let int = digits.int(isNegative: isNegative) else {
        throw limit("the number \(excerpt(from: start)) does not fit in 64 bits", at: start)
      }
      return .int(int)
    }
    if let double = digits.double { return .double(isNegative ? -double : double) }
    guard let double = Double(String(decoding: bytes.part(start..<place), as: UTF8.self)), double.isFinite else {
      throw limit("the number \(excerpt(from: start)) is too large for a double", at: start)
    }
    return .double(double)
  }

  /// Reads `true`, `false` or `null`, or says what stands in the place of a value.
  mutating func readWord() throws(JSONError) -> Value {
    let start = place
    while let byte = peek, isWordByte(byte) { place += 1 }
    // Longer ones are not made into a string.
    let word = place - start <= 5 ? String(decoding: bytes.part(start..<place), as: UTF8.self) : "-"
    switch word {
    case "true": return true
    case "false": return false
    case "null": return nil
    default: break
    }
    let end = place
    place = start
    switch bytes[start] {
    case UInt8(ascii: "+"), UInt8(ascii: "."):
      throw error("a number must not begin with '\(Unicode.Scalar(bytes[start]))'", at: start)
    case UInt8(ascii: "'"): throw error("a text must be in double quotes", at: start)
    default:
      guard end > start else { throw expected("a value") }
      throw error("unknown word '\(Excerpt.plain(bytes.part(start..<end)))'", at: start)
    }
  }

  // Reads digits behind those already read, and says how many there were.
  private mutating func readDigits(_ digits: inout Digits) -> Int {
    let start = place
    while let byte = peek, byte.isDigit {
      digits.append(byte & 0x0F)
      place += 1
    }
    return place - start
  }

  private mutating func malformed(from start: Int, _ reason: String?) -> JSONError {
    while let byte = peek, isWordByte(byte) { place += 1 }
    let piece = excerpt(from: start)
    return error(reason.map { "the number \(piece) \($0)" } ?? "'\(piece)' is not a number", at: start)
  }

  private func excerpt(from start: Int) -> String { Excerpt.plain(bytes.part(start..<place)) }

  // Whether a byte may stand in a number or a word, also in one that JSON does not know.
  private func isWordByte(_ byte: UInt8) -> Bool {
    byte.isWord || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }
}

/// The digits of a number, as far as they fit, and the power of ten that they are multiplied by.
private struct Digits {
  var magnitude: UInt64 = 0
  var exponent = 0

  // Whether some digit did not fit; then only the text of the number says what it is.
  private var isOver = false

  mutating func append(_ digit: UInt8) {
    let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
    magnitude = sum
    isOver = isOver || overflow || carry
  }

  /// Takes in the digits of a written exponent.
  mutating func scale(by power: Digits, isSmall: Bool) {
    guard !power.isOver, power.magnitude < 1_000_000 else {
      isOver = true
      return
    }
    exponent += isSmall ? -Int(power.magnitude) : Int(power.magnitude)
  }

  /// The whole number, if it fits.
  func int(isNegative: Bool) -> Int? {
    guard !isOver else { return nil }
    if isNegative, magnitude == Int.min.magnitude { return Int.min }
    return Int(exactly: magnitude).map { isNegative ? -$0 : $0 }
  }

  /// The number, if one exact multiplication or division gives it: the digits and the power of ten are then both
  /// doubles without rounding, so that the result is rounded once, as it must be.
  var double: Double? {
    guard !isOver, magnitude <= 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
    var power = 1.0
    for _ in 0..<abs(exponent) { power *= 10 }
    return exponent < 0 ? Double(magnitude) / power : Double(magnitude) * power
  }
}
