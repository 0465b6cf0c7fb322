import ComponentKit

extension Version {
  /// As others write it: one to three numbers between dots. What stands behind a sign that is none of these is of no
  /// interest; nil for what is no version.
  init?(told text: String) {
    let plain = text.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
    let parts = plain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { UInt32(String(Substring($0))) }
    guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
    self.init(numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
  }
}
