import ComponentABI
import ComponentKit

// URLs of calls.
extension Host {
  /// The URL that calls an action with its parameters: that of a route which leads there, or else the one that names the
  /// target and the action. It is one that leads there, with the same parameters.
  func url(
    for target: String, _ action: String, _ parameters: Fields, scheme: String, _ patience: Patience
  ) throws(Failure) -> String {
    try lookUp(target, action, patience)
    // It is gone where it was taken out since.
    guard let entry = entry(target, action, patience) else {
      throw Failure(.notFound, "no_such_action", "there is no \(target).\(action) that a URL could lead to")
    }
    if case .denied(let objection) = access(to: entry, target, action) {
      throw Failure(.denied, "not_remote", "no URL leads to \(target).\(action): \(objection)")
    }
    let said = Fields(parameters.filter { $0.value != .null })
    let plain = CallURL(scheme: scheme, host: target, path: [action])
    for (url, left) in urls(to: target, action, said, scheme, patience) + [(plain, said)] {
      let text = try unlessOver { () throws(Failure) in
        let text = try write(url, left)
        return try leads(text, to: entry, said, patience) ? text : nil
      }
      if let text { return text }
    }
    // Why the plainest one does not.
    let meant = Candidate(target: target, action: action, parameters: said)
    if let failure = parameterFailure(meant, patience) { throw failure }
    let text = try write(plain, said)
    let shown = try way(of: text).url.shown
    let altered = try unlessOver { () throws(Failure) in try change(text, entry, said, patience) }
    throw Failure(
      .invalidParameters, "unwritable_url",
      "\(shown) would not lead to \(target).\(action) with the same parameters" + (altered.map { ": \($0)" } ?? ""))
  }

  // What fails is no way to write it; but nothing can be said of it by who does not wait any more, or of a closed host.
  private func unlessOver(_ body: () throws(Failure) -> String?) throws(Failure) -> String? {
    do throws(Failure) { return try body() } catch {
      if loader.isClosed || error.code == .timedOut || error.code == .cancelled { throw error }
      return nil
    }
  }

  // What a URL would make of a parameter that it can't say; nil where there is no such.
  private func change(
    _ text: String, _ entry: UnsafeMutablePointer<Entry>, _ parameters: Fields, _ patience: Patience
  ) throws(Failure) -> String? {
    let (url, outbound) = try way(of: text)
    var candidates = Candidates(Opening(url: url, added: nil), self, patience, isForeign: outbound != nil)
    guard let first = try candidates.next(patience), first.leads(to: entry), let now = entry.declared(first),
      let meant = entry.declared(Candidate(first, with: parameters))
    else { return nil }
    for (name, value) in meant {
      if let other = now[name], other != value {
        return "\(quoted(name)) would be \(other.withBorrowed { $0.pointee.found(for: .any) })"
      }
    }
    return nil
  }

  // Those of routes that say nothing else, what has most parameters in its path first; with what is left for the query.
  private func urls(
    to target: String, _ action: String, _ parameters: Fields, _ scheme: String, _ patience: Patience
  ) -> [(url: CallURL, left: Fields)] {
    var found: [(captures: Int, place: Int, url: CallURL, left: Fields)] = []
    for (route, _) in routes(below: target, patience).routes where route.target == target && route.action == action {
      if route.scheme ?? scheme != scheme { continue }
      guard route.fixed.allSatisfy({ parameters[$0.key] == $0.value }), let variants = try? route.compiled() else {
        continue
      }
      for variant in variants {
        guard let (url, used) = place(of: route, variant, parameters, scheme) else { continue }
        let left = parameters.filter { !used.contains($0.key) && route.fixed[$0.key] == nil }
        found.append((used.count, -found.count, url, Fields(left)))
      }
    }
    return found.sorted { ($0.captures, $0.place) > ($1.captures, $1.place) }.map { ($0.url, $0.left) }
  }

  private func place(
    of route: Route, _ variant: RoutePattern, _ parameters: Fields, _ scheme: String
  ) -> (CallURL, used: [String])? {
    var used = variant.captures.map(\.name)
    var url = CallURL(scheme: scheme, host: route.host)
    if let name = route.hostName {
      guard let host = parameters[name]?.text else { return nil }
      url.host = host
      used.append(name)
    }
    for (place, part) in variant.parts.enumerated() {
      if case .literal(let word) = part {
        url.path.append(word)
        continue
      }
      guard let capture = variant.captures.first(where: { $0.place == place }), let value = parameters[capture.name],
        let texts = try? Host.parts(value, capture.name, isRest: part == .rest)
      else { return nil }
      url.path += texts
    }
    return (url, used)
  }

  // What a parameter is in a path: a list of one as its item, and as a rest any list as its items. Whether it is read as
  // such again is found out by whoever asks.
  private static func parts(_ value: Value, _ name: String, isRest: Bool) throws(Failure) -> [String]? {
    if let list = value.list, isRest || list.count == 1 {
      var parts: [String] = []
      for item in list {
        guard let text = try CallURL.written(item, name)?.text else { return nil }
        parts.append(text)
      }
      return parts
    }
    guard let text = try CallURL.written(value, name)?.text else { return nil }
    return isRest ? text.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) } : [text]
  }

  private func write(_ url: CallURL, _ query: Fields) throws(Failure) -> String {
    var url = url
    for (key, value) in query { url.parameters[key] = try CallURL.written(value, key) }
    do throws(URLFault) { return try url.written() } catch { throw Failure(error) }
  }

  // Whether a URL is the call.
  private func leads(
    _ text: String, to entry: UnsafeMutablePointer<Entry>, _ parameters: Fields, _ patience: Patience
  ) throws(Failure) -> Bool {
    let (url, outbound) = try way(of: text)
    var candidates = Candidates(Opening(url: url, added: nil), self, patience, isForeign: outbound != nil)
    guard let first = try candidates.next(patience), first.leads(to: entry), first.ignored.isEmpty
    else { return false }
    // Where nothing is declared a URL has texts only.
    guard entry.pointee.check != nil else {
      return try Fields(
        first.parameters.map { key, value throws(Failure) in (key, try CallURL.written(value, key) ?? .null) })
        == Fields(parameters.map { key, value throws(Failure) in (key, try CallURL.written(value, key) ?? .null) })
    }
    guard let declared = entry.declared(first) else { return false }
    return entry.declared(Candidate(first, with: parameters)) == declared
  }
}

extension Candidate {
  fileprivate func leads(to entry: UnsafeMutablePointer<Entry>) -> Bool {
    leads(to: entry.pointee.target.string, entry.pointee.action.string)
  }
}

extension UnsafeMutablePointer<Entry> {
  /// The parameters as the action would get them, without those that are null; nil where they don't have their declared
  /// form.
  fileprivate func declared(_ candidate: Candidate) -> Fields? {
    var declared: Fields?
    _ = candidate.withBorrowedParameters { parameters in
      let parameters = UnsafeBufferPointer(parameters)
      switch pointee.check?.takeUnretainedValue().check(parameters) {
      case nil: declared = Fields(copying: parameters)
      case .converted(let converted): declared = converted.withBorrowed(parameters) { Fields(copying: $0) }
      case .failed: break
      }
      return COMPONENT_OK
    }
    return declared.map { Fields($0.filter { $0.value != .null }) }
  }
}
