import ComponentKit

@testable import ComponentHost

extension FuzzTarget {
  /// The reader and the writer of URLs.
  public static let url = FuzzTarget(name: "url") { bytes throws(BrokenPromise) in
    // Bytes that are no UTF-8 can't get into a text; what stands for them can.
    let text = String(decoding: bytes, as: UTF8.self)
    let url: CallURL
    do throws(URLFault) { url = try CallURL(text) } catch {
      try checkFault(error, in: text)
      return false
    }
    try checkParts(of: url)
    try checkSource(of: url, text)
    try checkWriting(url)
    try checkQuery(of: url)
    return true
  }

  private static let declared = ["id", "ids", "a", "A", "b"]

  // One for each rule, as hosts are never freed.
  private static let hosts: [[Bool]: Host] = Dictionary(
    uniqueKeysWithValues: [[false, false], [false, true], [true, false], [true, true]].map { rule in
      var settings = Settings()
      settings.policy.query = QueryNames(
        // A longer way, and a circle that a name comes into, in which none is meant.
        renames: ["c": "b", "key": "nr", "nr": "id", "o": "p", "p": "q", "q": "p"], foldsCase: rule[0])
      settings.policy.refusesUnknown = rule[1]
      return (rule, Host(settings))
    })

  // What a query comes to for an action, by every rule that there is.
  private static func checkQuery(of url: CallURL) throws(BrokenPromise) {
    guard
      let signature = try? Signature(
        parsing: "(id: int?, ids: [int]?, a: text?, A: [text]?, b: any)", types: TypeNames()),
      let check = try? ParameterCheck(signature, TypeNames(), action: "H.x")
    else { throw BrokenPromise(description: "the signature is right") }
    for foldsCase in [false, true] {
      for refuses in [false, true] {
        guard let host = hosts[[foldsCase, refuses]] else {
          throw BrokenPromise(description: "there is a host for each rule")
        }
        for route in routes {
          guard let query = try? Query(Opening(url: url, added: nil), for: .passUnretained(check), by: route, host)
          else {
            throw BrokenPromise(description: "a URL alone gives no name twice: \(url)")
          }
          try checkFields(of: query, url, refuses: refuses)
          try checkNames(of: query, url, by: route?.query, foldsCase: route?.query.foldsCase ?? foldsCase)
          for name in ["id", "a", "B", "new"] {
            try checkAdding(name, to: url, query, .passUnretained(check), by: route, host)
          }
        }
      }
    }
  }

  // No route, and those with rules of their own: c has another name than to the policy, and case is left open, kept or
  // folded.
  private static let routes: [Route?] =
    [nil]
    + [nil, false, true].map { (foldsCase: Bool?) -> Route? in
      Route("/x", host: "H", to: "H", "x", query: QueryNames(renames: ["c": "a"], foldsCase: foldsCase))
    }

  // Each name has the values of those that come to it, by a simpler way to tell: it itself, then what is called otherwise,
  // by the route before the policy, then what differs by capital letters from one name only.
  private static func checkNames(
    of query: Query, _ url: CallURL, by rules: QueryNames?, foldsCase: Bool
  ) throws(BrokenPromise) {
    func isMeant(_ key: String, by name: String) -> Bool { foldsCase ? key.isAlike(name) : key == name }
    func name(of key: String) -> String? {
      if declared.contains(key) { return key }
      if isMeant(key, by: "c") { return rules?.renames["c"] ?? "b" }
      if isMeant(key, by: "key") || isMeant(key, by: "nr") { return "id" }
      let alike = declared.filter { isMeant(key, by: $0) }
      return alike.count == 1 ? alike[0] : nil
    }
    for declared in declared {
      let said = url.parameters.reduce(0) { $0 + (name(of: $1.key) == declared ? $1.value.list?.count ?? 1 : 0) }
      let found = query.fields[declared].map { $0.list?.count ?? 1 } ?? 0
      try BrokenPromise.unless(found == said, "what is called \(declared) comes to it, and nothing else: \(url)")
    }
  }

  private static func checkFields(of query: Query, _ url: CallURL, refuses: Bool) throws(BrokenPromise) {
    try BrokenPromise.unless(!refuses || query.ignored.isEmpty, "a strict policy ignores nothing: \(url)")
    var items = query.ignored.reduce(0) { $0 + (url.parameters[$1.name]?.list?.count ?? 1) }
    for (name, value) in query.fields {
      items += value.list?.count ?? 1
      try BrokenPromise.unless(refuses || declared.contains(name), "what is left is declared: \(name), \(url)")
      let (own, now) = (url.parameters[name], value.list ?? [value])
      try BrokenPromise.unless(
        (own?.list ?? own.map { [$0] } ?? []).allSatisfy(now.contains), "a name keeps its values: \(name), \(url)")
    }
    try BrokenPromise.unless(items == url.items, "nothing is lost but what is ignored: \(url)")
    for ignored in query.ignored {
      try BrokenPromise.unless(
        url.parameters[ignored.name] != nil && !declared.contains(ignored.name),
        "what is ignored is in the URL, and not declared: \(url)")
      try BrokenPromise.unless("\(ignored)".isPrintable, "what is ignored can be reported: \(ignored)")
    }
    // By bytes, as names are compared: two forms of é are two names.
    try BrokenPromise.unless(
      Set(query.fields.keys.map { Array($0.utf8) }).count == query.fields.count,
      "each name is there once: \(query.fields.keys)")
  }

  // What a caller in code adds: nothing that the URL says as well, and nothing of the URL's becomes another one for it.
  private static func checkAdding(
    _ name: String, to url: CallURL, _ plain: Query, _ check: Unmanaged<ParameterCheck>, by route: Route?, _ host: Host
  ) throws(BrokenPromise) {
    let query = try? Query(Opening(url: url, added: [name: 7]), for: check, by: route, host)
    let isSaid = plain.fields[name] != nil
    try BrokenPromise.unless((query == nil) == isSaid, "what both say is refused, and nothing else: \(name), \(url)")
    guard let query else { return }
    try BrokenPromise.unless(
      query.fields[name] == 7 && !query.isLoose(name) && query.isLocal,
      "what is added is there as it is: \(name), \(url)")
    try BrokenPromise.unless(
      query.fields.count == plain.fields.count + 1
        && plain.fields.allSatisfy { query.fields[$0.key] == $0.value && query.isLoose($0.key) }
        && query.ignored == plain.ignored, "the URL's own stay as they were: \(name), \(url)")
  }

  private static func checkFault(_ fault: URLFault, in text: String) throws(BrokenPromise) {
    if let column = fault.column {
      try BrokenPromise.unless((1...text.utf8.count + 1).contains(column), "a fault is in the text: \(fault)")
    }
    try BrokenPromise.unless(fault.description.isPrintable, "a fault can be printed: \(fault)")
    try BrokenPromise.unless(fault.message.utf8.count < 200, "a fault is short: \(fault)")
    if text.utf8.count <= CallURL.lengthLimit {
      try BrokenPromise.unless(fault.reason != .tooLong, "a short URL is not too long")
    }
  }

  private static func checkParts(of url: CallURL) throws(BrokenPromise) {
    try BrokenPromise.unless(!url.scheme.isEmpty && url.scheme == url.scheme.lowercased(), "a scheme is in lower case")
    try BrokenPromise.unless(!url.host.isEmpty && url.host.isPrintable, "a host can be printed")
    for part in url.path {
      try BrokenPromise.unless(!["", ".", ".."].contains(part), "no part of a path is empty or dots")
      try BrokenPromise.unless(!part.utf8.contains(0), "no part of a path has a NUL")
    }
    for (key, value) in url.parameters {
      try BrokenPromise.unless(!key.isEmpty && key.isPrintable, "a parameter's name can be printed")
      try BrokenPromise.unless(!key.contains("[") && !key.contains("]"), "no parameter's name has brackets")
      let items = value.list ?? [value]
      try BrokenPromise.unless(!items.isEmpty, "no list is empty")
      for item in items {
        try BrokenPromise.unless(item == true || item.text != nil, "a parameter is a text or true")
        try BrokenPromise.unless(item.text?.utf8.contains(0) != true, "no parameter has a NUL")
      }
    }
    try BrokenPromise.unless(url.items <= CallURL.parameterLimit, "there are not too many parameters")
  }

  // The same URL taken apart in another, simpler way.
  private static func checkSource(of url: CallURL, _ text: String) throws(BrokenPromise) {
    let body = Array(text.utf8).prefix { $0 != UInt8(ascii: "#") }
    let halves = body.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    try BrokenPromise.unless(
      parts.count > 2 && parts[1].isEmpty && parts[0].last == UInt8(ascii: ":"), "a scheme is followed by ://")
    try BrokenPromise.unless(unescaped(parts[2]) == Array(url.host.utf8), "the host is what stands there")
    let path = parts.dropFirst(3).filter { !$0.isEmpty }
    try BrokenPromise.unless(path.map(unescaped) == url.path.map { Array($0.utf8) }, "the path is what stands there")
    let pieces = halves.count == 2 ? halves[1].split(separator: UInt8(ascii: "&")) : []
    try BrokenPromise.unless(pieces.count == url.items, "no parameter is lost")
    for piece in pieces {
      let sides = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      var key = String(decoding: unescaped(sides[0]), as: UTF8.self)
      if key.utf8.suffix(2).elementsEqual("[]".utf8) { key.unicodeScalars.removeLast(2) }
      let value: Value = sides.count == 1 ? true : .text(String(decoding: unescaped(sides[1]), as: UTF8.self))
      let found = url.parameters[key]
      try BrokenPromise.unless(
        found == value || found?.list?.contains(value) == true, "a parameter is what stands there")
    }
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    var place = text.startIndex
    while place < text.endIndex {
      let isEscape = text[place] == UInt8(ascii: "%")
      let digits = isEscape ? String(decoding: text[place + 1...place + 2], as: UTF8.self) : ""
      output.append(UInt8(digits, radix: 16) ?? text[place])
      place += isEscape ? 3 : 1
    }
    return output
  }

  private static func checkWriting(_ url: CallURL) throws(BrokenPromise) {
    let again: CallURL
    let written: String
    do throws(URLFault) {
      written = try url.written()
      // What had one byte may have three now.
      again = try CallURL(written, lengthLimit: .max)
    } catch {
      throw BrokenPromise(description: "what was read can be written and read again: \(error)")
    }
    try BrokenPromise.unless(written.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a written URL is plain: \(written)")
    try BrokenPromise.unless(again == url, "what was written reads as what was read: \(written)")
    try BrokenPromise.unless(again.description.isIdentical(to: written), "writing it again changes nothing: \(written)")
  }
}

extension CallURL {
  fileprivate var items: Int { parameters.reduce(0) { $0 + ($1.value.list?.count ?? 1) } }
}
