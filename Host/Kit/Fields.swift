/// Named values in the order they were given: a map, or the parameters of a call.
///
/// Keys are unique, by their bytes. Looking one up costs the length, which for parameters beats hashing.
public struct Fields: Sendable {
  public typealias Element = (key: String, value: Value)

  // Without labels, so that the array of a literal is taken as it is: it then stays on the caller's stack.
  @usableFromInline var entries: [(String, Value)]

  /// No fields.
  public init() { entries = [] }

  /// The given fields; of equal keys the last one counts, in the first one's place.
  public init(_ elements: some Sequence<(String, Value)>) {
    entries = []
    entries.reserveCapacity(elements.underestimatedCount)
    // Many keys are told apart by a dictionary, few by a search.
    var places: [ByteKey: Int]?
    for (key, value) in elements {
      if places == nil, entries.count > Fields.searchLimit {
        places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { (ByteKey($1.0), $0) })
      }
      let place = if let places { places[ByteKey(key)] } else { entries.firstIndex { $0.0.hasBytes(of: key) } }
      if let place {
        entries[place].1 = value
      } else {
        places?[ByteKey(key)] = entries.count
        entries.append((key, value))
      }
    }
  }

  /// Fields whose keys the caller knows to be unique.
  package init(unique entries: [(String, Value)]) { self.entries = entries }

  /// The value of a key. Setting nil takes the key out.
  public subscript(key: String) -> Value? {
    get { entries.first { $0.0.hasBytes(of: key) }?.1 }
    set {
      let place = entries.firstIndex { $0.0.hasBytes(of: key) }
      switch (place, newValue) {
      case (let place?, let value?): entries[place].1 = value
      case (let place?, nil): entries.remove(at: place)
      case (nil, let value?): entries.append((key, value))
      case (nil, nil): break
      }
    }
  }

  public var keys: [String] { entries.map(\.0) }

  /// Whether all fields pass, in their order; no copy of any is made.
  @inline(__always)
  package func allPass(_ passes: (_ place: Int, _ key: String, _ value: Value) -> Bool) -> Bool {
    entries.withUnsafeBufferPointer { entries in
      for place in entries.indices where !passes(place, entries[place].0, entries[place].1) { return false }
      return true
    }
  }

  // Above this many fields a dictionary finds equal keys faster than a search.
  static let searchLimit = 16
}

extension Fields: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { entries.count }
  public subscript(position: Int) -> Element { entries[position] }
}

extension Fields: ExpressibleByDictionaryLiteral {
  /// A key that occurs twice is a mistake in the program: the host refuses the fields when they are passed on.
  @inlinable public init(dictionaryLiteral elements: (String, Value)...) { entries = elements }
}

extension Fields: Equatable {
  /// The same keys with the same values, in any order.
  public static func == (a: Fields, b: Fields) -> Bool {
    guard a.count == b.count else { return false }
    let values = a.count > searchLimit ? Dictionary(b.entries.map { (ByteKey($0), $1) }) { first, _ in first } : nil
    return a.entries.allSatisfy { key, value in
      let other = if let values { values[ByteKey(key)] } else { b[key] }
      return other == value
    }
  }
}

extension Fields {
  /// Passes the fields to a call: to `one` where there is exactly one, else to `many`. The fields end here, and what
  /// the call fails with is thrown.
  ///
  /// The compiler then makes no array of a literal with one entry, which it would have to destroy by its type. For that
  /// the fields must end in one place only, so nothing may throw before.
  @inlinable @inline(__always)
  consuming func lent(
    one: (String, Value, inout Failure?) -> Value?,
    many: (UnsafeBufferPointer<(String, Value)>, inout Failure?) -> Value?
  ) throws(Failure) -> Value {
    var failure: Failure?
    let reply =
      if entries.count == 1 {
        one(entries[0].0, entries[0].1, &failure)
      } else {
        entries.withUnsafeBufferPointer { many($0, &failure) }
      }
    _ = consume self
    if let reply { return reply }
    throw failure ?? .noOutcome
  }
}
