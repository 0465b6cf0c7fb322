import ComponentKit
import Testing

@Suite struct CodingSketchTests {
  typealias Form = any (Decodable & SendableMetatype).Type

  struct Detail: Codable {
    struct Part: Codable { var title: String, style: Style }
    var id: Int
    var title: String?
    var tags: [String]
    var parts: [Part]
    var last: Part?
  }
  struct Kinds: Codable {
    var a: Value, b: Bool, c: UInt8, d: Float, e: String, f: [UInt8], g: Timestamp, h: Object, i: Function
    var j: [String: [Int?]], k: Level, l: Style?, m: [[Pair]]?, n: Set<String>, o: [Int: Double], p: Fields, q: Int??
  }
  struct Edge: Codable {
    var to: Node
    var weight: Double
  }
  struct Node: Codable {
    var edges: [Edge]
    var named: [String: Node]
    var maybe: [Node?]
  }
  struct Wrapped: Codable {
    var number: Int
    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
    func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
  }
  struct Percent: Decodable {
    init(from decoder: any Decoder) throws {
      guard (1...100).contains(try Int(from: decoder)) else {
        throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "out of range"))
      }
    }
  }
  struct Point: Decodable {
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      _ = try list.decode(Double.self)
      _ = try list.decode(Double.self)
    }
  }
  struct Custom: Decodable {
    enum Keys: String, CodingKey { case percent, point, wrapped, other = "other key", inner }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      _ = try container.decode(Percent.self, forKey: .percent)
      _ = try container.decode(Point.self, forKey: .point)
      _ = try container.decode(Wrapped.self, forKey: .wrapped)
      if container.contains(.other) { _ = try container.decode(Bool.self, forKey: .other) }
      let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
      _ = try inner.decode(String.self, forKey: .point)
    }
  }
  enum Listed: Codable {
    case circle(radius: Double)
    case name(String)
    enum CodingKeys: CodingKey, CaseIterable { case circle, name }
  }
  enum Bare: Codable, CaseIterable { case a, b }
  struct Kind: RawRepresentable, Codable { var rawValue: String }
  struct Box<T: Codable>: Codable { var item: T }

  @Test(
    arguments: [
      (Int.self, "int"), ([String: [Bool]].self, "[text: [bool]]"), (Wrapped.self, "int"), (Percent.self, "int"),
      (Point.self, "[double]"), (Kind.self, "text"), (Style.self, #""plain" | "rich""#),
      ([Style?].self, #"["plain" | "rich"?]"#), (Level.self, "1 | 10"), (Bare.self, #"{"a":{}} | {"b":{}}"#),
      (Int???.self, "int?"), (Flat.self, "{at: {x: int, y: int}, list: [int]}"), (Dog.self, "{legs: int, name: text}"),
      (Cat.self, "{name: text, super: {legs: int}}"), (Fields.self, "[text: any]"),
      (Value.self, "any"),
      (Listed.self, "{circle: {radius: double}?, name: {_0: text}?}"),
      (Custom.self, "{percent: int, point: [double], wrapped: int, \"other key\": bool?, inner: {point: text}}"),
      (
        Detail.self,
        """
        {id: int, title: text?, tags: [text], parts: [CodingSketchTests_Detail_Part], last: CodingSketchTests_Detail_Part?}
        CodingSketchTests_Detail_Part = {title: text, style: "plain" | "rich"}
        """
      ),
      (
        Kinds.self,
        """
        {a: any, b: bool, c: int, d: double, e: text, f: bytes, g: date, h: object, i: function, \
        j: [text: [int?]], k: 1 | 10, l: "plain" | "rich"?, m: [[Pair]]?, n: [text], o: [text: double], p: [text: any], q: int?}
        Pair = {id: int, title: text}
        """
      ),
      (
        Tree.self,
        "{name: text, children: [Tree], favourite: Tree?}\nTree = {name: text, children: [Tree], favourite: Tree?}"
      ),
      ([Tree].self, "[Tree]\nTree = {name: text, children: [Tree], favourite: Tree?}"),
      (
        Node.self,
        """
        {edges: [CodingSketchTests_Edge], named: [text: CodingSketchTests_Node], maybe: [CodingSketchTests_Node?]}
        CodingSketchTests_Node = {edges: [CodingSketchTests_Edge], named: [text: CodingSketchTests_Node], maybe: [CodingSketchTests_Node?]}
        CodingSketchTests_Edge = {to: CodingSketchTests_Node, weight: double}
        """
      ),
      (
        Edge.self,
        """
        {to: CodingSketchTests_Node, weight: double}
        CodingSketchTests_Edge = {to: CodingSketchTests_Node, weight: double}
        CodingSketchTests_Node = {edges: [CodingSketchTests_Edge], named: [text: CodingSketchTests_Node], maybe: [CodingSketchTests_Node?]}
        """
      ),
      (
        Box<Box<Int>>.self,
        "{item: CodingSketchTests_Box_Int}\nCodingSketchTests_Box_Int = {item: int}"
      ),
      (ClosedRange<Int>.self, "[int]"),
      (Empty.self, "{}"), ([Empty].self, "[{}]"),
    ] as [(Form, String)])
  func `the form of a type is found without an instance`(
    _ type: Form, _ text: String
  ) throws {
    func sketch<T: Decodable>(_ type: T.Type) throws -> String { try TypeForm.discover(type).description }
    let found = try sketch(type)
    #expect(found == text)
    #expect(try sketch(type) == found)
  }

  @Test func `a sketch is a tree that programs can walk`() throws {
    let found = try TypeForm.discover(Box<Pair?>.self)
    #expect(
      found.form == .fields([TypeForm.Field(name: "item", type: .optional(.named("Pair")))]))
    #expect(found.name == "CodingSketchTests_Box_Optional_Pair")
    #expect(found.definitions.map(\.name) == ["Pair"])
  }

  struct HasOpen: Codable { var items: [Open] }
  struct HasShape: Codable { var shape: Shape }
  struct Stubborn: Decodable {
    init(from decoder: any Decoder) throws {
      throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "never"))
    }
  }
  struct HasStubborn: Decodable { var one: Stubborn? }
  final class Endless: Codable { var me: Endless }
  enum Never2: String, Codable, CaseIterable { case only; static let allCases: [Never2] = [] }
  struct Empty: Codable {}
  struct Twice: Codable {
    struct A: Codable {
      struct B_C: Codable { var x: Int }
      var x: B_C
    }
    struct A_B: Codable {
      struct C: Codable { var x: Int }
      var y: C
    }
    var a: A, b: A_B
  }

  @Test(
    arguments: [
      (Open.self, "the form of Open can't be found: make Open CaseIterable, so that its cases can be listed"),
      (
        HasOpen.self,
        "the form of CodingSketchTests_HasOpen.items[] can't be found: make Open CaseIterable, so that its cases can be listed"
      ),
      (
        HasShape.self,
        "the form of CodingSketchTests_HasShape.shape can't be found: make the CodingKeys of Shape CaseIterable, so that its cases can be listed"
      ),
      (
        HasStubborn.self,
        "the form of CodingSketchTests_HasStubborn.one can't be found: CodingSketchTests_Stubborn refuses every sample value (never)"
      ),
      (
        Endless.self,
        "the form of CodingSketchTests_Endless can't be found: CodingSketchTests_Endless holds itself without end"
      ),
      (Never2.self, "the form of CodingSketchTests_Never2 can't be found: CodingSketchTests_Never2 has no cases"),
      (
        Twice.self,
        "the form of CodingSketchTests_Twice_A_B.y can't be found: KitTests.CodingSketchTests.Twice.A.B_C and KitTests.CodingSketchTests.Twice.A_B.C would both be called CodingSketchTests_Twice_A_B_C"
      ),
    ] as [(Form, String)])
  func `a form that can't be found is a failure that names the type`(
    _ type: Form, _ message: String
  ) {
    func sketch<T: Decodable>(_ type: T.Type) throws { _ = try TypeForm.discover(type) }
    #expect(throws: Failure(.failed, "no_sketch", message)) { try sketch(type) }
  }
}
