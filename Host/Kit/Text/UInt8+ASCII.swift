// The classes of characters that names, numbers and URLs are made of. Inlinable: they are asked for each byte.
extension UInt8 {
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }
  @inlinable package var isUpper: Bool { self &- 0x41 < 26 }
  @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// Whether it is a letter, a digit or an underline.
  @inlinable package var isWord: Bool { isLetter || isDigit || self == 0x5F }

  /// What it is worth as a digit of a hexadecimal number.
  package var hexDigit: UInt8? {
    if isDigit { return self - 0x30 }
    let letter = self | 0x20
    return letter &- 0x61 < 6 ? letter - 0x61 + 10 : nil
  }
}
