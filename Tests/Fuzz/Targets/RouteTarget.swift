import ComponentKit

@testable import ComponentHost

extension FuzzTarget {
  /// The table of routes. Each line of the text does something with it: `1//host/pattern` adds a route of the first of
  /// three owners, `1^5//host/pattern` one with a priority, `1>//host/pattern` one that takes longer paths; `-1` takes all of
  /// them out, and anything else is a URL that is led through it.
  ///
  /// Few bytes that were made up are such a text, so they are also taken for numbers of lines that do mean something.
  public static let route = FuzzTarget(name: "route") { bytes throws(BrokenPromise) in
    try follow(RouteLines.made(of: bytes))
    let text = String(decoding: bytes, as: UTF8.self)
    return try follow(text.split(separator: "\n", maxSplits: 40).prefix(40).map(String.init)) > 0
  }

  // Says how many routes were found for URLs.
  @discardableResult
  private static func follow(_ lines: [String]) throws(BrokenPromise) -> Int {
    var run = RouteRun()
    for line in lines {
      if let owner = RouteRun.owners[line.prefix(1)] {
        try run.add(String(line.dropFirst()), owner)
      } else if line.first == "-", let owner = RouteRun.owners[line.dropFirst()] {
        try run.remove(owner)
      } else if let url = try? CallURL(line) {
        try run.follow(url)
      }
    }
    return run.found
  }
}

/// A table, and what is known of it.
private struct RouteRun {
  static let owners: [Substring: RouteOwner] = ["1": .program, "2": .component("H"), "3": .policy("/p")]

  private var table = RouteTable()
  // What the table says it has, and each of these routes in a table of its own.
  private var listed: [String] = []
  private var alone: [String: RouteTable] = [:]
  /// How many routes were found for URLs.
  private(set) var found = 0

  mutating func add(_ line: String, _ owner: RouteOwner) throws(BrokenPromise) {
    var text = line
    var (priority, takesLonger) = (0, false)
    if line.first == "^" {
      let digits = line.dropFirst().prefix { $0 != "/" }
      (priority, text) = (Int(digits) ?? 0, String(line.dropFirst(1 + digits.count)))
    } else if line.first == ">" {
      (takesLonger, text) = (true, String(line.dropFirst()))
    }
    let route: Route
    var single = RouteTable()
    do throws(RouteFault) {
      route = try Route(
        parsing: text, to: "H", "x", fixed: owner == .policy("/p") ? ["fixed": 1] : [:], priority: priority,
        takesLonger: takesLonger)
      try table.add([route], owner: owner)
      try single.add([route], owner: owner)
    } catch {
      try check(error, in: text)
      try check(table.listed == listed, "a refused route changes nothing: \(text)")
      return
    }
    let name = RouteRun.name(route, owner)
    alone[name] = single
    try check(table.count == listed.count + 1, "a route that was added counts: \(route)")
    listed = table.listed
    try check(listed.count == table.count && listed.contains(name), "a route that was added is there: \(route)")
    let again = try? Route(
      parsing: route.description, to: route.target, route.action, fixed: route.fixed, priority: route.priority,
      takesLonger: route.takesLonger)
    try check(again == route, "a route's text form reads as the route: \(route)")
  }

  static func name(_ route: Route, _ owner: RouteOwner) -> String { "\(owner) \(route) \(route.priority)" }

  private func check(_ fault: RouteFault, in text: String) throws(BrokenPromise) {
    if let column = fault.column {
      try check((1...text.unicodeScalars.count + 1).contains(column), "a fault is in the text: \(fault)")
    }
    try check(fault.description.isPrintable, "a fault can be printed: \(fault)")
    try check(fault.description.utf8.count < 2000, "a fault is short: \(fault)")
  }

  mutating func remove(_ owner: RouteOwner) throws(BrokenPromise) {
    let others = listed.filter { !$0.hasPrefix("\(owner) ") }
    let removed = table.remove(owner: owner)
    try check(
      table.listed == others && removed == listed.count - others.count && table.count == others.count,
      "an owner takes its own routes along, and no others: \(listed)")
    listed = others
  }

  /// Each route alone and each two of them say what the whole table has to say.
  mutating func follow(_ url: CallURL) throws(BrokenPromise) {
    var matches = table.matches(for: url)
    var all: [RouteMatch] = []
    while let match = matches.next() { all.append(match) }
    found += all.count
    try check(matches.visits <= 2 * RouteTable.reachLimit, "no path leads through more places than the limits")
    for match in all { try check(match, url) }
    let fitting = listed.flatMap { alone[$0]?.matches(for: url).map(\.shown) ?? [] }
    for (first, second) in zip(all, all.dropFirst()) {
      try check(
        first.route.priority >= second.route.priority, "a higher priority goes first: \(first.shown), \(second.shown)")
      if first.route.priority == second.route.priority {
        try check(first.rank <= second.rank, "the order of ranks is kept: \(first.shown), \(second.shown)")
      }
    }
    try check(
      all.map(\.shown).sorted() == fitting.sorted(), "a route is found if and only if it fits: \(url), \(listed)")
    for (first, second) in zip(all, all.dropFirst()) {
      var two = RouteTable()
      for (route, owner) in table.routes.reversed() where route == first.route || route == second.route {
        try? two.add([route], owner: owner)
      }
      // A route with groups may be found in several ways.
      let shown = two.matches(for: url).map(\.shown).filter { [first.shown, second.shown].contains($0) }
      try check(shown == [first.shown, second.shown], "the order of two stays: \(url), \(listed)")
    }
  }

  private func check(_ match: RouteMatch, _ url: CallURL) throws(BrokenPromise) {
    if let name = match.route.hostName {
      try check(match.parameters[name]?.text?.isIdentical(to: url.host) == true, "any host part is taken: \(url)")
    } else {
      try check(match.route.host.isIdentical(to: url.host), "a route is for its host part: \(url)")
    }
    try check(match.route.scheme ?? url.scheme == url.scheme, "a route is for its scheme: \(url)")
    // The pattern with the parameters in their places is the path.
    let parts = match.written
    var path = url.path[...]
    for part in parts {
      try check(!path.isEmpty, "a route takes no more than the path: \(url)")
      if path.isEmpty { return }
      let place = path.removeFirst()
      let name = String(part.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
      switch part.first {
      case "*":
        let rest = [place] + path
        path = []
        let text = match.parameters[name]?.text ?? ""
        try check(text.isIdentical(to: rest.joined(separator: "/")), "a rest is what is left: \(url)")
        try check(!rest.contains { $0.contains("/") }, "a rest can be taken apart again: \(url)")
      case ":" where part.contains("<int>"):
        try check(match.parameters[name]?.int.map { Int(place) == $0 } == true, "an int is read: \(url)")
      case ":" where part.contains("<double>"):
        try check(match.parameters[name]?.double == Double(place), "a double is read: \(url)")
      case ":" where part.contains("<bool>"):
        try check(match.parameters[name]?.bool != nil, "a bool is read: \(url)")
      case ":":
        try check(match.parameters[name]?.text?.isIdentical(to: place) == true, "a text is taken as it is: \(url)")
      default: try check(part.utf8.elementsEqual(place.utf8), "a literal is met: \(url)")
      }
    }
    try check(
      path.isEmpty != match.isNearest && (path.isEmpty || match.route.takesLonger),
      "a route takes the whole path, or says that it takes longer ones: \(url)")
    for (key, value) in match.route.fixed {
      try check(match.parameters[key] == value, "what is fixed is there: \(url)")
    }
  }

  private func check(_ condition: Bool, _ promise: @autoclosure () -> String) throws(BrokenPromise) {
    try BrokenPromise.unless(condition, promise())
  }
}

extension RouteTable {
  fileprivate var listed: [String] { routes.map { RouteRun.name($0.route, $0.owner) } }

  fileprivate func matches(for url: CallURL) -> RouteMatches {
    matches(scheme: url.scheme, host: url.host, path: url.path)
  }
}

extension RouteMatch {
  fileprivate var shown: String { "\(route) \(route.priority) \(parameters) \(isNearest)" }

  /// The parts of the pattern that lead there, as they are written.
  fileprivate var written: [String] {
    let variant = entry.variants[variant]
    return variant.parts.enumerated().map { place, part in
      let capture = variant.captures.first { $0.place == place }
      return switch part {
      case .literal(let word): word
      case .rest: "*\(capture?.name ?? "")"
      case .parameter(let form): ":\(capture?.name ?? "")<\(form.name)>"
      }
    }
  }
}
