import Testing

@testable import ComponentKit

/// Where the parameters of a request lie is found without reflection, and must be what reflection finds.
@Suite struct RequestLayoutTests {
  struct Plain: Request {
    static let target = "Test"
    typealias Reply = NoReply
    @Parameter("A number") var id: Int
    @Parameter var flag = true
    @Parameter var name: String?
    @Parameter var list: [UInt8] = []
    @Parameter("The last") var tiny: Int8
    init() {}
  }
  /// Made in another order than it is declared.
  struct Turned: Request {
    static let target = "Test"
    typealias Reply = NoReply
    var _first: Parameter<Int8>
    var _second: Parameter<String>
    init() {
      _second = Parameter(wrappedValue: "b")
      _first = Parameter(wrappedValue: 1)
    }
  }
  /// Its first parameter is made twice.
  struct Twice: Request {
    static let target = "Test"
    typealias Reply = NoReply
    @Parameter var first = 1
    @Parameter var second = "b"
    init() { _first = Parameter(wrappedValue: 5) }
  }
  /// One parameter is aligned to sixteen bytes.
  struct Wide: Request {
    static let target = "Test"
    typealias Reply = NoReply
    @Parameter var flag = true
    @Parameter var vector = SIMD4<Float>(1, 2, 3, 4)
    @Parameter var last = 3
    init() {}
  }
  struct Empty: Request {
    static let target = "Test"
    typealias Reply = NoReply
    init() {}
  }
  struct Odd: Request {
    static let target = "Test"
    typealias Reply = NoReply
    @Parameter var id = 1
    var plain = 2
    init() {}
  }

  private func check<R: Request>(_ type: R.Type, _ names: [String]) throws {
    let layout = try RequestLayout.of(type)
    #expect(layout.fields.map(\.name) == names)
    let children = Array(Mirror(reflecting: R()).children)
    for (field, child) in zip(layout.fields, children) {
      #expect(ObjectIdentifier(field.type) == ObjectIdentifier(Swift.type(of: child.value)))
    }
    let properties = try #require(TypeFacts(type).storedProperties)
    #expect((0..<properties.count).map(properties.name) == children.map(\.label))
  }

  @Test func `names and kinds are those of the properties`() throws {
    try check(Plain.self, ["id", "flag", "name", "list", "tiny"])
    try check(Turned.self, ["first", "second"])
    try check(Twice.self, ["first", "second"])
    try check(Wide.self, ["flag", "vector", "last"])
    try check(Empty.self, [])
  }

  @Test func `parameters are sent from where they lie`() throws {
    var plain = Plain()
    (plain.id, plain.name, plain.tiny) = (7, "n", -1)
    #expect(try plain.sent == ["id": 7, "flag": true, "name": "n", "list": .bytes([]), "tiny": -1])
    #expect(try Turned().sent == ["first": 1, "second": "b"])
    #expect(try Twice().sent == ["first": 5, "second": "b"])
    #expect(try Wide().sent == ["flag": true, "vector": [1.0, 2.0, 3.0, 4.0], "last": 3])
  }

  @Test func `a property that is no parameter is named`() {
    #expect(throws: Failure.self) { try RequestLayout.of(Odd.self) }
    #expect(
      ActionDescription(Odd.self).failure?.message
        == "the request Test.odd can't be described: the property 'plain' of the request Odd must be a @Parameter: "
        + "nothing else can be sent")
  }

  @Test func `only who is being described gets marks`() {
    // The marks of this thread are one test's at a time.
    while !ParameterMarks.begin() {}
    let isFree = ParameterMarks.begin()
    let marked = withUnsafeBytes(of: Plain()) { $0.load(fromByteOffset: 16, as: ParameterHead.self).mark }
    #expect(ParameterMarks.end().count == 5 && !isFree && marked == ParameterMarks.mark(0))
    // Behind the first parameter's `Int?`.
    #expect(withUnsafeBytes(of: Plain()) { $0.load(fromByteOffset: 16, as: ParameterHead.self).mark } == 0)
  }

  struct Scalars: Encodable {
    var yes = true
    var count = 1
    var ratio = 0.5
    var name = "n"
    var maybe: Bool? = false
    var number: Int? = 2
    var share: Double? = 2.5
    var note: String? = "n"
  }
  struct Renamed: Encodable {
    var count = 1
    enum CodingKeys: String, CodingKey { case count = "n" }
  }
  struct Small: Encodable { var tiny: Int8 = 1 }
  struct Many: Encodable { var all: [Int] = [] }

  @Test func `a record of scalars goes by its memory, another one does not`() {
    #expect(FlatFields(record: Scalars()) != nil)
    #expect(FlatFields(record: Renamed()) == nil)
    #expect(FlatFields(record: Small()) == nil && FlatFields(record: Many()) == nil)
    #expect(FlatFields(record: Empty.Reply()) == nil && FlatFields(record: 1) == nil)
  }
}
