/// One step of the way to a value: a map's key or a list's index.
struct CodingPlace: CodingKey, Equatable {
  let stringValue: String
  let intValue: Int?
  private let isIndex: Bool

  init(_ key: String) {
    stringValue = key
    intValue = nil
    isIndex = false
  }

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
    isIndex = true
  }

  /// The step that another coder's key stands for.
  init(_ key: any CodingKey) {
    if let place = key as? CodingPlace {
      self = place
    } else {
      self.init(key.stringValue)
    }
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init("\(intValue)") }

  fileprivate func come(in path: inout ValuePath) {
    if isIndex, let intValue { path.come(from: intValue) } else { path.come(from: stringValue) }
  }
}

extension [CodingPlace] {
  /// The place for a message: `'title'`, `page.items[3].title`, or what the root is called.
  func named(root: String) -> String {
    guard let first else { return root }
    if count == 1, first.stringValue.isWord { return "'\(first.stringValue)'" }
    var path = ValuePath()
    for place in reversed() { place.come(in: &path) }
    return path.description
  }
}

extension String {
  /// Whether it is letters, digits and underscores, as names are.
  var isWord: Bool { !isEmpty && utf8.allSatisfy(\.isWord) }
}
