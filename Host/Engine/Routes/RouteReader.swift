import ComponentKit

/// Reads the text form of a route, `scheme://host/pattern`.
struct RouteReader {
  private let text: String
  private let bytes: [UInt8]
  private var place: Int
  // Of the pattern: how many groups are open, how many parts there were, and what they were.
  private var depth = 0
  private var count = 0
  private var hasRest = false
  private var hasOptional = false
  private var names: [String] = []
  private var fixed: Fields = [:]

  init(_ text: String, from place: Int = 0) throws(RouteFault) {
    guard text.utf8.count <= CallURL.lengthLimit else {
      throw RouteFault(
        .invalid, "\(text.utf8.count) bytes are too long, no URL has more than \(CallURL.lengthLimit)", route: text)
    }
    self.text = text
    bytes = Array(text.utf8)
    self.place = place
  }

  /// What was not read yet.
  var rest: String { String(decoding: bytes[place...], as: UTF8.self) }

  // MARK: scheme and host

  static func problem(ofScheme name: String) -> String? {
    CallURL.scheme(named: name) == nil ? "\(quoted(name)) is no scheme: \(CallURL.schemeRule)" : nil
  }

  /// What is wrong with a host part; nil for one that URLs can have.
  static func problem(ofHost host: String) -> String? {
    if host.isEmpty { return "the host part is missing: it is a target's name, or what else URLs have there" }
    if let name = Route.name(ofHost: host) {
      if SignatureName.isName(name) { return nil }
      return "the host part \(quoted(host)) is no ':name', which takes any: the name is letters, digits and '_'"
    }
    if host.utf8.contains(UInt8(ascii: "*")) {
      return "the host part \(quoted(host)) has a '*': write it out, or ':name' for any host part"
    }
    let wrong = host.unicodeScalars.first {
      "/?#@:[]%(){}".unicodeScalars.contains($0) || $0.value <= 0x20 || $0 == "\u{7f}"
    }
    return wrong.map { "the host part \(quoted(host)) can't have \(quoted(String($0)))" }
  }

  /// The scheme, if there is one, and the host part.
  mutating func readPlace() throws(RouteFault) -> (scheme: String?, host: String) {
    var scheme: String?
    let sign = bytes.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
    if let sign, bytes[sign] == UInt8(ascii: ":") {
      let name = String(decoding: bytes[..<sign], as: UTF8.self)
      if let problem = RouteReader.problem(ofScheme: name) { throw fault(problem, at: 0) }
      scheme = name
      place = sign + 1
    }
    guard bytes[place...].starts(with: "//".utf8) else {
      throw expected("'//' and the host part, as in //Reader/books/:id")
    }
    place += 2
    let start = place
    while let byte = peek, byte != UInt8(ascii: "/"), !isAtGroup { place += 1 }
    let host = String(decoding: bytes[start..<place], as: UTF8.self)
    if let problem = RouteReader.problem(ofHost: host) { throw fault(problem, at: start) }
    return (scheme, host)
  }

  // MARK: pattern

  /// The ways to read the pattern, the whole of it first.
  mutating func readPattern(fixed: Fields, hostName: String?) throws(RouteFault) -> [RoutePattern] {
    self.fixed = fixed
    if let hostName {
      names = [hostName]
      if fixed[hostName] != nil { throw fault(RouteReader.fixedAsWell(hostName), at: 0) }
    }
    let start = place
    guard peek == UInt8(ascii: "/") || isAtGroup else { throw expected("'/', with which a pattern begins") }
    if peek == UInt8(ascii: "/"), place + 1 == bytes.count { return [RoutePattern([])] }
    guard let variants = RoutePiece.variants(of: try readPieces()) else {
      throw fault("its groups stand for more than \(RoutePattern.variantLimit) paths", at: start)
    }
    let patterns = variants.map(RoutePattern.init)
    for (index, pattern) in patterns.enumerated() {
      if patterns[..<index].contains(where: { $0.parts == pattern.parts }) {
        throw fault("its groups can't be told apart: some path fits with one of them and with another", at: start)
      }
    }
    return patterns
  }

  // The pieces up to the end of the pattern, or of the group.
  private mutating func readPieces() throws(RouteFault) -> [RoutePiece] {
    var pieces: [RoutePiece] = []
    while let byte = peek, depth == 0 || byte != UInt8(ascii: ")") {
      let start = place
      if isAtGroup {
        pieces.append(try readGroup())
        continue
      }
      guard skip("/") else { throw expected("'/', '(/'\(depth > 0 ? ", ')'" : "") or the end behind ')'") }
      guard count < RoutePattern.partLimit else {
        throw fault("a pattern has at most \(RoutePattern.partLimit) parts", at: place)
      }
      if hasRest { throw fault("nothing can stand behind a rest, which takes all the parts", at: place) }
      let (single, isOptional) = try readPart()
      count += 1
      if isOptional, depth > 0 {
        throw fault("'?' has no place in a group, whose parts may be missing anyway", at: place - 1)
      }
      if hasOptional, !isOptional, depth == 0 {
        throw fault("a part behind an optional one must be optional too, as in /:year?/:month?", at: start + 1)
      }
      if let name = single.name { try check(name, at: start + 2) }
      if isOptional {
        hasOptional = true
        // It is missing with all that stands behind it.
        return pieces + [.group([.single(single)] + (try readPieces()))]
      }
      pieces.append(.single(single))
    }
    return pieces
  }

  private var isAtGroup: Bool {
    peek == UInt8(ascii: "(") && place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "/")
  }

  // Whether a part ends here.
  private var isAtPartEnd: Bool {
    peek == nil || peek == UInt8(ascii: "/") || isAtGroup || depth > 0 && peek == UInt8(ascii: ")")
  }

  private mutating func readGroup() throws(RouteFault) -> RoutePiece {
    place += 1
    depth += 1
    let pieces = try readPieces()
    depth -= 1
    guard skip(")") else { throw expected("')', with which a group ends") }
    return .group(pieces)
  }

  private mutating func check(_ name: String, at start: Int) throws(RouteFault) {
    if names.contains(name) { throw fault("the parameter \(quoted(name)) occurs twice", at: start) }
    if fixed[name] != nil { throw fault(RouteReader.fixedAsWell(name), at: start) }
    names.append(name)
  }

  private static let emptyGroup =
    "a group is empty: write what may be missing in it, as in /books(/:id), or take it out; '()' of a word is written %28%29"

  private static func fixedAsWell(_ name: String) -> String {
    "the parameter \(quoted(name)) is fixed as well: take it out of the pattern or of the fixed ones"
  }

  /// The part, and whether it is optional.
  private mutating func readPart() throws(RouteFault) -> (RoutePiece.Single, isOptional: Bool) {
    switch peek {
    case nil: throw fault("a part is empty: leave the slash at the end out", at: place - 1)
    case UInt8(ascii: "/"): throw fault("a part is empty: one slash is enough", at: place)
    case UInt8(ascii: ")") where bytes[..<place].suffix(2).elementsEqual("(/".utf8):
      throw fault(RouteReader.emptyGroup, at: place - 2)
    case _ where isAtPartEnd: throw fault("a part is empty: leave the slash before a parenthesis out", at: place - 1)
    case UInt8(ascii: ":"): return try readParameter()
    case UInt8(ascii: "*"): return (try readRest(), false)
    default: return (RoutePiece.Single(part: .literal(try readLiteral())), false)
    }
  }

  // `:name`, `:name<type>`, both with or without a question mark.
  private mutating func readParameter() throws(RouteFault) -> (RoutePiece.Single, isOptional: Bool) {
    place += 1
    let name = try readName(behind: ":")
    var form: RouteForm?
    if skip("<") { form = try readForm() }
    let isOptional = skip("?")
    guard isAtPartEnd else {
      if isOptional { throw expected("'/' or the end behind '?'") }
      throw expected(
        form == nil ? "'<', '?', '/', '(/' or the end behind \(quoted(name))" : "'?', '/', '(/' or the end behind '>'")
    }
    let single = RoutePiece.Single(
      part: .parameter(form ?? .text), name: name, form: form ?? .text, isLoose: form == nil)
    return (single, isOptional)
  }

  private mutating func readForm() throws(RouteFault) -> RouteForm {
    let start = place
    while let byte = peek, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") { place += 1 }
    let name = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let form = RouteForm.allCases.first(where: { $0.name == name }) else {
      throw fault("a part of a path is int, bool, double, date or text, not \(quoted(name))", at: start)
    }
    guard skip(">") else { throw expected("'>'") }
    return form
  }

  private mutating func readRest() throws(RouteFault) -> RoutePiece.Single {
    place += 1
    let name = try readName(behind: "*")
    switch peek {
    case _ where isAtPartEnd: break
    case UInt8(ascii: "?"):
      throw fault("a rest takes one part at least: add a route without it instead of '?'", at: place)
    case UInt8(ascii: "<"): throw fault("a rest is always text: leave the type out", at: place)
    default: throw expected("the end behind \(quoted(name))")
    }
    hasRest = true
    return RoutePiece.Single(part: .rest, name: name, form: nil, isLoose: true)
  }

  private mutating func readName(behind sign: Unicode.Scalar) throws(RouteFault) -> String {
    let start = place
    guard let first = peek, !first.isDigit, first.isWord else {
      throw expected("the name of a parameter behind '\(sign)': letters, digits and '_'")
    }
    while let byte = peek, byte.isWord { place += 1 }
    guard place - start <= SignatureName.limit else {
      throw fault("a name has at most \(SignatureName.limit) bytes, this one \(place - start)", at: start)
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  // A sign that patterns use themselves is written as its code.
  private mutating func readLiteral() throws(RouteFault) -> String {
    let start = place
    var literal: [UInt8] = []
    while let byte = peek, !isAtPartEnd {
      switch byte {
      case UInt8(ascii: "?"):
        throw fault(
          "'?' stands behind a parameter only, as in :id?; a URL's query is no part of the pattern", at: place)
      case UInt8(ascii: "*"): throw fault("'*' stands at the beginning of a part only, as in *path", at: place)
      case UInt8(ascii: "<"), UInt8(ascii: ">"):
        throw fault("a type stands behind a parameter only, as in :id<int>", at: place)
      case UInt8(ascii: "(") where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: ")"):
        throw fault(RouteReader.emptyGroup, at: place)
      case UInt8(ascii: "("):
        throw fault("the slash of a group stands in it, as in /books(/:id); '(' of a word is written %28", at: place)
      case UInt8(ascii: ")"): throw fault("no group ends here; ')' of a word is written %29", at: place)
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        throw fault("a parameter is written :id; \(found) of a word is written \(RouteReader.code(byte))", at: place)
      case UInt8(ascii: "%"):
        guard let sign = codedSign else { break }
        guard RouteReader.signs.contains(sign) else {
          throw fault("a pattern is plain text: write the character itself, not its code", at: place)
        }
        literal.append(sign)
        place += 3
        continue
      case 0..<0x20, 0x7F: throw fault("\(found) has no place in a pattern", at: place)
      default: break
      }
      literal.append(byte)
      place += 1
    }
    let text = String(decoding: literal, as: UTF8.self)
    if text == "." || text == ".." { throw fault("no URL has the part '\(text)'", at: start) }
    return text
  }

  // What means something in a pattern, and can be part of a word only as its code.
  private static let signs = Array("(){}?*<>:%".utf8)

  private static func code(_ sign: UInt8) -> String { "%" + String(sign, radix: 16, uppercase: true) }

  // What the code of a character stands for; nil where there is none.
  private var codedSign: UInt8? {
    let digits = bytes[place...].dropFirst().prefix(2).compactMap(\.hexDigit)
    return digits.count == 2 ? digits[0] << 4 | digits[1] : nil
  }

  // MARK: small steps

  private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  private func fault(_ message: String, at offset: Int) -> RouteFault {
    RouteFault(.invalid, message, route: text, column: 1 + bytes.prefix(offset).count { $0 & 0xC0 != 0x80 })
  }

  private func expected(_ what: String) -> RouteFault {
    fault("expected \(what), \(peek == nil ? "but the text ends here" : "found \(found)")", at: place)
  }

  private var found: String {
    var end = min(place + 1, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return quoted(String(decoding: bytes[place..<end], as: UTF8.self))
  }
}
