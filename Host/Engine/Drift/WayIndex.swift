import ComponentKit

/// What the ways of before go on as among those of later. Each question costs the same however many there are.
struct WayIndex {
  private let ways: [FaceWay]
  // By what tells one from another, and by less of that. Places that are taken stay, until they are met.
  private var exact: [Exact: [Int]] = [:]
  private var led: [Led: [Int]] = [:]
  private var named: [Name: [Int]] = [:]
  private var leading: [Name: Int] = [:]
  private var isTaken: [Bool]
  // Of the routes that read a path alike the one that goes first; nil until it is asked for.
  private var readings: [WayReading: Int]?

  private struct Name: Hashable {
    let kind: FaceWay.Kind
    let name: ByteKey

    init(_ way: FaceWay) { (kind, name) = (way.kind, ByteKey(way.name)) }
  }

  private struct Led: Hashable {
    let name: Name
    let action: ByteKey

    init(_ way: FaceWay) { (name, action) = (Name(way), ByteKey(way.action)) }
  }

  private struct Exact: Hashable {
    let led: Led
    let priority: Int

    init(_ way: FaceWay) { (led, priority) = (Led(way), way.priority) }
  }

  init(_ ways: [FaceWay]) {
    self.ways = ways
    isTaken = Array(repeating: false, count: ways.count)
    // Backwards, so that the first one of several is the last, which is asked first.
    for (place, way) in ways.enumerated().reversed() {
      exact[Exact(way), default: []].append(place)
      led[Led(way), default: []].append(place)
      named[Name(way), default: []].append(place)
      if let other = leading[Name(way)], ways[other].priority > way.priority { continue }
      leading[Name(way)] = place
    }
  }

  /// The one that goes first of those that have a way's name: a text may be there once for each priority.
  func first(named way: FaceWay) -> FaceWay? { leading[Name(way)].map { ways[$0] } }

  /// For each of the ways of before the one that it is now: the same with its priority; else one of its name, which leads
  /// where it did if there is such. None is that for two of them.
  mutating func partners(of old: [FaceWay]) -> [FaceWay?] {
    var found = old.map { WayIndex.take(&exact[Exact($0), default: []], &isTaken) }
    for (place, way) in old.enumerated() where found[place] == nil {
      found[place] = WayIndex.take(&led[Led(way), default: []], &isTaken)
    }
    for (place, way) in old.enumerated() where found[place] == nil {
      found[place] = WayIndex.take(&named[Name(way), default: []], &isTaken)
    }
    return found.map { place in place.map { ways[$0] } }
  }

  private static func take(_ places: inout [Int], _ isTaken: inout [Bool]) -> Int? {
    while let place = places.popLast() {
      if isTaken[place] { continue }
      isTaken[place] = true
      return place
    }
    return nil
  }

  /// The ways that no way of before has become.
  var untaken: [FaceWay] { zip(ways, isTaken).filter { !$0.1 }.map(\.0) }

  /// The routes that take all paths of one that is gone to the same action, each once; nil where not all of them are
  /// taken.
  mutating func heirs(of way: FaceWay, to target: String) -> [FaceWay]? {
    let all = way.readings(to: target)
    if all.isEmpty { return nil }
    let known = readings ?? read(target)
    readings = known
    var places: [Int] = []
    for reading in all {
      guard let place = known[reading] ?? known[reading.ofAnyScheme] else { return nil }
      if !places.contains(place) { places.append(place) }
    }
    return places.map { ways[$0] }
  }

  private func read(_ target: String) -> [WayReading: Int] {
    var readings: [WayReading: Int] = [:]
    for (place, way) in ways.enumerated() {
      for reading in way.readings(to: target) {
        if let other = readings[reading], ways[other].priority >= way.priority { continue }
        readings[reading] = place
      }
    }
    return readings
  }
}

/// One way to read the pattern of a route: two that are equal take the same paths to the same action, with the same
/// parameters.
private struct WayReading: Hashable {
  let action: ByteKey
  var scheme: ByteKey?
  let host: ByteKey
  let parts: [Part]

  enum Part: Hashable {
    case word(ByteKey)
    case value(ByteKey, RouteForm, isLoose: Bool)
    case rest(ByteKey)
  }

  var ofAnyScheme: WayReading {
    var reading = self
    reading.scheme = nil
    return reading
  }
}

extension FaceWay {
  // Of a face that somebody edited the routes may be none.
  fileprivate func readings(to target: String) -> [WayReading] {
    guard kind == .route, let route = try? Route(parsing: name, to: target, action, fixed: fields),
      let variants = try? route.compiled()
    else { return [] }
    return variants.map { variant in
      let names = Dictionary(variant.captures.map { ($0.place, $0) }) { first, _ in first }
      let parts = variant.parts.enumerated().map { place, part -> WayReading.Part in
        let name = ByteKey(names[place]?.name ?? "")
        return switch part {
        case .literal(let word): .word(ByteKey(word))
        case .parameter(let form): .value(name, form, isLoose: names[place]?.isLoose == true)
        case .rest: .rest(name)
        }
      }
      return WayReading(
        action: ByteKey(action), scheme: route.scheme.map { ByteKey($0) }, host: ByteKey(route.host), parts: parts)
    }
  }
}
