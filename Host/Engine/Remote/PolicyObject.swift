import ComponentKit

/// One object of a policy's JSON, and where it stands.
struct PolicyObject {
  let fields: Fields
  private let place: String
  // Where each key stands: one of many is found as quickly as one of few.
  private let places: [ByteKey: Int]

  init(_ value: Value, at place: String) throws(PolicyFault) {
    guard let fields = value.map else {
      throw PolicyObject.fault(place, "must be an object, not \(PolicyObject.kind(of: value))")
    }
    self.fields = fields
    self.place = place
    places = Dictionary(uniqueKeysWithValues: fields.enumerated().map { (ByteKey($1.key), $0) })
  }

  subscript(key: String) -> Value? { places[ByteKey(key)].map { fields[$0].value } }

  private static func fault(_ place: String, _ words: String) -> PolicyFault {
    PolicyFault(place.isEmpty ? "the policy \(words)" : "the policy's '\(place)' \(words)")
  }

  func fault(_ key: String, _ words: String) -> PolicyFault { PolicyObject.fault(path(key), words) }

  func fault(_ words: String) -> PolicyFault { PolicyObject.fault(place, words) }

  // As JSON calls it.
  private static func kind(of value: Value) -> String { value.map == nil ? value.kindName.withArticle : "an object" }

  private func path(_ key: String) -> String { place.isEmpty ? excerpt(key) : "\(place).\(excerpt(key))" }

  func allow(_ keys: [String]) throws(PolicyFault) {
    guard let unknown = fields.keys.first(where: { !keys.contains($0) }) else { return }
    // A word that was cut short is none with a few wrong letters.
    let begun = unknown.utf8.count > 2 ? keys.filter { $0.utf8.starts(with: unknown.utf8) } : []
    let meant = begun.count == 1 ? begun.first : nearNames(to: unknown, among: keys).first
    let near = meant.map { "; did you mean '\($0)'?" } ?? ""
    throw PolicyObject.fault(place, "has the unknown key \(quoted(unknown))\(near)")
  }

  func text(_ key: String) throws(PolicyFault) -> String? {
    guard let value = self[key] else { return nil }
    guard let text = value.text else { throw fault(key, "must be a text, not \(PolicyObject.kind(of: value))") }
    return text
  }

  func required(_ key: String) throws(PolicyFault) -> String {
    guard let text = try text(key) else { throw PolicyObject.fault(place, "needs the key '\(key)'") }
    return text
  }

  func count(_ key: String) throws(PolicyFault) -> Int? {
    guard let value = self[key] else { return nil }
    guard let count = value.int, count > 0 else { throw fault(key, "must be an int above 0") }
    return count
  }

  func anyInt(_ key: String) throws(PolicyFault) -> Int? {
    guard let value = self[key] else { return nil }
    guard let int = value.int else { throw fault(key, "must be an int, not \(PolicyObject.kind(of: value))") }
    return int
  }

  func bool(_ key: String) throws(PolicyFault) -> Bool? {
    guard let value = self[key] else { return nil }
    guard let bool = value.bool else { throw fault(key, "must be a bool, not \(PolicyObject.kind(of: value))") }
    return bool
  }

  func seconds(_ key: String) throws(PolicyFault) -> Duration? {
    guard let value = self[key] else { return nil }
    guard let seconds = value.double ?? value.int.map(Double.init), seconds > 0, seconds < 1e6 else {
      throw fault(key, "must be a number of seconds above 0 and below 1000000")
    }
    return .seconds(seconds)
  }

  /// One of a few words.
  func word<W: RawRepresentable & CaseIterable>(_ key: String, _ type: W.Type) throws(PolicyFault) -> W?
  where W.RawValue == String {
    guard let text = try text(key) else { return nil }
    if let word = W(rawValue: text) { return word }
    throw fault(key, "must be \(W.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")), not \(quoted(text))")
  }

  func texts(_ key: String) throws(PolicyFault) -> [String]? {
    guard let value = self[key] else { return nil }
    let texts = value.list?.compactMap(\.text)
    guard let texts, !texts.isEmpty, texts.count == value.list?.count else {
      throw fault(key, "must be a list of texts that is not empty")
    }
    return texts
  }

  /// The names of components, or "all".
  func isolation(_ key: String) throws(PolicyFault) -> Isolation {
    guard let value = self[key] else { return .none }
    if value.text == "all" { return .all }
    let names = value.list?.compactMap(\.text)
    guard let names, names.count == value.list?.count else {
      throw fault(key, "must be a list of components' names, or \"all\"")
    }
    if let wrong = names.first(where: { !ComponentName.isValid($0.utf8) }) {
      throw fault(key, "has the invalid name \(quoted(wrong)): \(ComponentName.rule)")
    }
    return names.isEmpty ? .none : .some(Set(names))
  }

  func names(_ key: String) throws(PolicyFault) -> [String]? {
    let names = try texts(key)
    if let wrong = names?.first(where: { !ComponentName.isValidTarget($0.utf8) }) {
      throw fault(key, "has the invalid name \(quoted(wrong)): \(ComponentName.rule)")
    }
    return names
  }

  func events(_ key: String) throws(PolicyFault) -> [String] {
    let names = try texts(key) ?? []
    if let wrong = names.first(where: { !EventName.isValid($0) }) {
      throw fault(key, "has the invalid name \(quoted(wrong)): \(EventName.rule)")
    }
    return names
  }

  /// In lower case.
  func schemes(_ key: String) throws(PolicyFault) -> Set<String>? {
    guard let names = try texts(key) else { return nil }
    var schemes: Set<String> = []
    for name in names {
      guard let scheme = CallURL.scheme(named: name) else {
        throw fault(key, "has the invalid scheme \(quoted(name)): \(CallURL.schemeRule)")
      }
      schemes.insert(scheme)
    }
    return schemes
  }

  func name(_ key: String) throws(PolicyFault) -> String {
    let name = try required(key)
    guard ComponentName.isValid(key.utf8) else {
      throw fault("has the invalid name \(quoted(key)): \(ComponentName.rule)")
    }
    guard ComponentName.isValid(name.utf8) else {
      throw fault(key, "has the invalid name \(quoted(name)): \(ComponentName.rule)")
    }
    return name
  }

  // A scheme, in lower case, and the program that takes its URLs.
  func command(_ key: String) throws(PolicyFault) -> (scheme: String, words: [String]) {
    guard let scheme = CallURL.scheme(named: key) else {
      throw fault("has the invalid scheme \(quoted(key)): \(CallURL.schemeRule)")
    }
    guard let words = try texts(key), words.first?.isEmpty == false, !words.contains(where: { $0.utf8.contains(0) })
    else {
      throw fault(key, "must begin with a program, and have no U+0000")
    }
    return (scheme, words)
  }

  func renames(_ key: String) throws(PolicyFault) -> [String: String] {
    guard let object = try object(key) else { return [:] }
    var renames: [String: String] = [:]
    for (name, _) in object.fields { renames[name] = try object.required(name) }
    return renames
  }

  func object(_ key: String) throws(PolicyFault) -> PolicyObject? {
    try self[key].map { value throws(PolicyFault) in try PolicyObject(value, at: path(key)) }
  }

  func objects(_ key: String) throws(PolicyFault) -> [PolicyObject] {
    guard let value = self[key] else { return [] }
    guard let list = value.list else {
      throw fault(key, "must be a list of objects, not \(PolicyObject.kind(of: value))")
    }
    var objects: [PolicyObject] = []
    for (index, item) in list.enumerated() { objects.append(try PolicyObject(item, at: "\(path(key))[\(index)]")) }
    return objects
  }
}
