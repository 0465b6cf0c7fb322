extension CallURL {
  /// The URL as text that reads as this URL again; fails where there is no such text.
  ///
  /// Numbers, bytes, false, and lists and maps within a parameter come back as texts, which the action's declaration
  /// turns into what they were. How long the text may be is for its reader to say.
  public func written() throws(URLFault) -> String {
    try checkNames()
    for part in path { try check(path: part) }
    for (key, value) in parameters {
      try check(key: key)
      guard case .list(let items) = value else {
        try check(value, of: key)
        continue
      }
      guard !items.isEmpty else {
        throw unwritable("the parameter \(Excerpt.quoted(key)) is an empty list, which a URL can't have")
      }
      for item in items { try check(item, of: key) }
    }
    return description
  }

  private func checkNames() throws(URLFault) {
    guard CallURL.scheme(named: scheme) == scheme else {
      throw unwritable("\(Excerpt.quoted(scheme)) is no scheme, which has small letters, digits and '+', '-', '.'")
    }
    guard !host.isEmpty else { throw unwritable("the host part is missing: it names the target") }
    try check(name: host, .host)
  }

  private func check(path part: String) throws(URLFault) {
    guard !part.isEmpty else { throw unwritable("a part of the path is empty") }
    guard part != ".", part != ".." else { throw unwritable("'\(part)' has no place in the path") }
    guard !part.utf8.contains(0) else { throw unwritable("U+0000 has no place in a URL") }
  }

  private func check(key: String) throws(URLFault) {
    guard !key.isEmpty else { throw unwritable("a parameter has no name") }
    guard !key.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) else {
      throw unwritable("the parameter \(Excerpt.quoted(key)) has brackets in its name")
    }
    try check(name: key, .key)
  }

  private func check(name: String, _ part: URLPart) throws(URLFault) {
    if let scalar = name.unicodeScalars.first(where: \.isInvisible) {
      throw unwritable("\(scalar.code) has no place in \(part.name)")
    }
  }

  private func check(_ value: Value, of key: String) throws(URLFault) {
    switch value {
    case .text(let text):
      guard !text.utf8.contains(0) else {
        throw unwritable("the parameter \(Excerpt.quoted(key)) has U+0000 in it, which has no place in a URL")
      }
    case .null: throw unwritable("the parameter \(Excerpt.quoted(key)) is null, which a URL says by leaving it out")
    case .bool, .int, .bytes: break
    case .double, .list, .map, .object, .function:
      do throws(JSONWriteError) { _ = try value.json() } catch {
        throw unwritable("the parameter \(Excerpt.quoted(key)): \(error)")
      }
    }
  }

  private func unwritable(_ message: String) -> URLFault { URLFault(.invalid, message) }
}
