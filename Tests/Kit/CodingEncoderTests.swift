import ComponentABI
import ComponentKit
import Testing

@Suite struct CodingEncoderTests {
  @Test func `a struct becomes a map in the order of its fields`() throws {
    let value = try encoded(Pair(id: 1, title: "One"))
    #expect(value.map?.keys == ["id", "title"])
    #expect(value == ["id": 1, "title": "One"])
  }

  @Test func `nil is null, so that one type always has the same keys`() throws {
    struct Sparse: Encodable {
      var a: Bool?, b: String?, c: Double?, d: Float?, e: Int?, f: Int8?, g: Int16?, h: Int32?, i: Int64?
      var j: UInt?, k: UInt8?, l: UInt16?, m: UInt32?, n: UInt64?, o: Pair?, p: [Int]?, q: Value?
    }
    let none = try encoded(Sparse())
    #expect(none.map?.keys == "abcdefghijklmnopq".map(String.init))
    #expect(none.map?.allSatisfy(\.value.isNull) == true)
    let some = Sparse(
      a: true, b: "b", c: 0.5, d: 0.5, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1, k: 1, l: 1, m: 1, n: 1,
      o: Pair(id: 1, title: "One"), p: [1], q: "q")
    #expect(
      try encoded(some) == [
        "a": true, "b": "b", "c": 0.5, "d": 0.5, "e": 1, "f": 1, "g": 1, "h": 1, "i": 1, "j": 1, "k": 1, "l": 1,
        "m": 1, "n": 1, "o": ["id": 1, "title": "One"], "p": [1], "q": "q",
      ])
    #expect(try encoded([1, nil] as [Int?]) == [1, nil])
  }

  @Test(arguments: [2, 3, 17, 500]) func `a dictionary is in the order of its keys`(_ count: Int) throws {
    let dictionary = Dictionary(uniqueKeysWithValues: (0..<count).map { ("key \($0)", [$0]) })
    let value = try encoded(dictionary)
    #expect(value.map?.keys == dictionary.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(try decoded([String: [Int]].self, value) == dictionary)
    #expect(try encoded(["inner": ["b": 1, "a": 2], "": [:]])["inner"]?.map?.keys == ["a", "b"])
    // What comes in an order of its own keeps it.
    #expect(try encoded(Keyed(entries: [("b", 1), ("a", 2)])).map?.keys == ["b", "a"])
  }

  @Test func `every kind of value is written as itself`() throws {
    #expect(try encoded(true) == true)
    #expect(try encoded(-5) == -5)
    #expect(try encoded(0.5 as Float) == 0.5)
    #expect(try encoded(Double.infinity) == .double(.infinity))
    #expect(try encoded("text") == "text")
    #expect(try encoded("") == "")
    #expect(try encoded([1, 2] as [UInt8]) == .bytes([1, 2]))
    #expect(try encoded([] as [UInt8]) == .bytes([]))
    #expect(try encoded([[1], [2, 3]] as [[UInt8]]) == [.bytes([1]), .bytes([2, 3])])
    #expect(try encoded([] as [Int]) == [])
    #expect(try encoded([String: Int]()) == [:])
    #expect(try encoded(Style.rich) == "rich")
    #expect(try encoded(Level.high) == 10)
    #expect(try encoded(Shape.circle(radius: 2)) == ["circle": ["radius": 2.0]])
    #expect(try encoded(Shape.square(1, 2)) == ["square": ["_0": 1, "_1": 2]])
    #expect(try encoded(Timestamp(nanoseconds: 0)) == "1970-01-01T00:00:00Z")
    #expect(try encoded(Optional<Int>.none) == nil)
    #expect(try encoded(["a": [1.5]]) == ["a": [1.5]])
    #expect(try encoded([2: "two"]) == ["2": "two"])
    let all: Value = [nil, true, 1, 1.5, "t", .bytes([1]), [1], ["k": [:]], []]
    #expect(try encoded(all) == all)
    #expect(try encoded(["k": 1] as Fields) == ["k": 1])
  }

  @Test func `objects and functions are lent as they are, even made on the way`() throws {
    final class Thing: Sendable {}
    struct Making: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(Object(Thing()))
        try container.encode(Function { (_: borrowing Call) in 1 })
      }
    }
    let value = try encoded(Making())
    #expect(value[0]?.object?.as(Thing.self) != nil)
    #expect(value[1]?.function != nil)
  }

  @Test func `a subclass adds to the map of its superclass, or nests it`() throws {
    #expect(try encoded(Dog()) == ["legs": 4, "name": "Rex"])
    #expect(try encoded(Cat()) == ["name": "Tom", "super": ["legs": 4]])
    #expect(try encoded(Flat(x: 1, y: 2, z: 3)) == ["at": ["x": 1, "y": 2], "list": [3]])
  }

  @Test func `of equal keys the last one counts`() throws {
    let few = try encoded(Keyed(entries: [("a", 1), ("b", 2), ("a", 3)]))
    #expect(few.map?.map(\.key) == ["a", "b"])
    #expect(few == ["a": 3, "b": 2])
    let entries = (0..<1000).map { ("key\($0 % 300)", $0) }
    let many = try encoded(Keyed(entries: entries))
    #expect(many == .map(Fields(entries.map { ($0, .int($1)) })))
    #expect(many.map?.count == 300)
  }

  @Test func `a big value takes what memory it needs`() throws {
    let texts = (0..<2000).map { String(repeating: "x", count: $0 * 7 % 9000) }
    #expect(try encoded(texts) == .list(texts.map { .text($0) }))
    let parts = (0..<3000).map { Part(title: "part \($0)", style: .plain, pages: [$0]) }
    #expect(try decoded([Part].self, encoded(parts)) == parts)
    let map = Dictionary(uniqueKeysWithValues: (0..<5000).map { ("key \($0)", "\($0)") })
    #expect(try decoded([String: String].self, encoded(map)) == map)
  }

  @Test func `parameters are the entries of a map`() throws {
    let count = try ValueEncoder.withEncodedParameters(Pair(id: 1, title: "One")) { (entries) throws(Failure) in
      #expect(entries[0].key.string == "id")
      #expect(entries[1].value.textBytes.string == "One")
      return entries.count
    }
    #expect(count == 2)
    struct None: Codable {}
    #expect(try ValueEncoder.withEncodedParameters(None()) { (entries) throws(Failure) in entries.count } == 0)
    let fields: Value = ["a": 1]
    #expect(try ValueEncoder.withEncodedParameters(fields) { (entries) throws(Failure) in entries.count } == 1)
  }

  @Test func `the body's failure comes through`() {
    let failure = Failure(.denied, "no", "no")
    #expect(throws: failure) { try ValueEncoder.withEncoded(1) { (_) throws(Failure) -> Int in throw failure } }
    #expect(throws: failure) { try ValueEncoder.withEncoded("1") { (_) throws(Failure) -> Int in throw failure } }
  }

  @Test func `what can't be encoded says where and why`() {
    func refused(
      _ value: some Encodable, _ reason: String, _ message: String, _ place: SourceLocation = #_sourceLocation
    ) {
      #expect(throws: Failure(.failed, reason, message), sourceLocation: place) { try encoded(value) }
    }
    refused(
      ["sizes": [0, UInt64.max]], "number_too_big",
      "sizes[1] is 18446744073709551615, which is more than an int holds")
    refused(UInt.max, "number_too_big", "the value is 18446744073709551615, which is more than an int holds")
    refused(
      ["big one": UInt64.max], "number_too_big",
      "[\"big one\"] is 18446744073709551615, which is more than an int holds")
    struct Invalid: Encodable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
          0, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "no"))
      }
    }
    refused(["a": [Invalid()]], "unencodable", "a[0] can't be encoded: no")
    struct Both: Encodable {
      func encode(to encoder: any Encoder) throws {
        _ = encoder.unkeyedContainer()
        _ = encoder.container(keyedBy: Keyed.Key.self)
      }
    }
    refused(["a": Both()], "two_forms", "'a' is encoded both as a list and as a map")
    struct Endless: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
      }
    }
    refused(Endless(), "too_deep", "the value encodes itself inside itself without end")
  }

  @Test func `parameters that are no map are a failure`() {
    func refused(_ value: some Encodable, _ message: String) {
      #expect(throws: Failure(.invalidParameters, "not_a_map", message)) {
        try ValueEncoder.withEncodedParameters(value) { (_) throws(Failure) in }
      }
    }
    refused(1, "parameters must be a map, and Int is an int")
    refused("text", "parameters must be a map, and String is text")
    refused([Pair](), "parameters must be a map, and Array_Pair is a list")
  }

  @Test func `a value nests as deep as the contract allows`() throws {
    var list: Value = []
    for _ in 1..<Value.depthLimit { list = [list] }
    #expect(try encoded(list) == list)
    #expect(throws: Failure.self) { try encoded([list]) }
    var tree = Tree("leaf")
    // Each tree is a map and a list.
    for _ in 1..<(Value.depthLimit / 2) { tree = Tree("node", [tree]) }
    let value = try encoded(tree)
    #expect(try encoded(decoded(Tree.self, value)) == value)
    let deeper = Tree("a", [Tree("b", [tree])])
    #expect(throws: Failure.self) { try encoded(deeper) }
  }

  @Test func `an encoder that was kept writes nothing`() throws {
    final class Thief: Encodable {
      nonisolated(unsafe) static var stolen: (any Encoder)?
      nonisolated(unsafe) static var container: KeyedEncodingContainer<Keyed.Key>?
      func encode(to encoder: any Encoder) throws {
        Thief.stolen = encoder
        Thief.container = encoder.container(keyedBy: Keyed.Key.self)
      }
    }
    #expect(try encoded(Thief()) == [:])
    #expect(throws: (any Error).self) { try Thief.container?.encode(1, forKey: Keyed.Key(stringValue: "a")!) }
    #expect(throws: (any Error).self) { try "late".encode(to: Thief.stolen!) }
    #expect(Thief.stolen?.codingPath.isEmpty == true)
    _ = Thief.stolen?.unkeyedContainer()
  }
}
