import ComponentKit

/// Names that are found as they are written, or by their letters alone, however many they are.
struct NameIndex: Sendable {
  /// In the order in which they were given.
  let names: [String]
  // Of few names a search finds one sooner.
  private let index: Index?

  private struct Index: Sendable {
    var written: Set<ByteKey> = []
    // By small letters; nil where several are alike.
    var alike: [ByteKey: String?] = [:]
  }

  init(_ names: [String]) {
    self.names = names
    guard names.count > NameIndex.searchLimit else {
      index = nil
      return
    }
    var index = Index()
    for name in names {
      index.written.insert(ByteKey(name))
      let key = ByteKey(name.inSmallLetters)
      index.alike.updateValue(index.alike[key] == nil ? name : nil, forKey: key)
    }
    self.index = index
  }

  /// Whether one has just these bytes: Swift takes letters for equal that only look alike.
  func contains(_ name: String) -> Bool {
    if let index { return index.written.contains(ByteKey(name)) }
    return names.contains { $0.hasBytes(of: name) }
  }

  /// Whether some differ from it by capital letters at most.
  func hasAlike(_ name: String) -> Bool {
    if let index { return index.alike[ByteKey(name.inSmallLetters)] != nil }
    return names.contains { $0.isAlike(name) }
  }

  /// The one that differs from it by capital letters at most; nil where there is none, or are several, of which none is meant.
  func alike(_ name: String) -> String? {
    if let index { return index.alike[ByteKey(name.inSmallLetters)] ?? nil }
    let alike = names.filter { $0.isAlike(name) }
    return alike.count == 1 ? alike[0] : nil
  }

  private static let searchLimit = 16
}

extension String {
  /// Whether two names differ by capital letters at most. The names of parameters are plain letters.
  func isAlike(_ other: String) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { $0 == $1 || $0 ^ $1 == 0x20 && ($0 & ~0x20).isUpper }
  }

  /// The same for all names that are alike, and for no others.
  var inSmallLetters: String { String(decoding: utf8.map { $0.isUpper ? $0 | 0x20 : $0 }, as: UTF8.self) }
}
