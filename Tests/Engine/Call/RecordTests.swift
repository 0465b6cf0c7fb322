import ComponentHost
import ComponentKit
import Testing

/// Replies that go by their memory, and those that only look as if they could.
@Suite struct RecordTests {
  let host = Host()
  var mediator: Mediator { host.mediator }

  init() throws { try host.register(Desk.self) }

  struct Everything: RecordReply, Equatable {
    var yes: Bool
    var count: Int
    var ratio: Double
    var name: String
    var maybe: Bool?
    var number: Int?
    var share: Double?
    var note: String?
    var last: Bool
  }

  struct Renamed: RecordReply, Equatable {
    var count: Int
    enum CodingKeys: String, CodingKey { case count = "n" }
  }

  struct Doubled: RecordReply, Equatable {
    var count: Int
    init(count: Int) { self.count = count }
    init(from decoder: any Decoder) throws {
      count = try decoder.singleValueContainer().decode(Int.self) / 2
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(count * 2)
    }
  }

  struct Nested: RecordReply, Equatable {
    var inner: Renamed
    var list: [Int]
  }

  final class Reference: RecordReply, Equatable {
    let count: Int
    init(count: Int) { self.count = count }
    static func == (a: Reference, b: Reference) -> Bool { a.count == b.count }
  }

  /// Gives back what it gets, as the type that is asked for.
  struct Ask<Reply: Codable & Sendable>: Request {
    static var target: String { "Desk" }
    static var action: String { "same" }
    @Parameter var value: Value
    init() {}
  }

  struct Give<Reply: Codable & Sendable & Filled>: Request {
    static var target: String { "Desk" }
    static var action: String { "give\(Reply.self)" }
    @Parameter var seed: Int
    init() {}
  }

  struct Desk: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("same") { call in call.value("value") ?? .null }
      on(Give<Everything>.self) { Everything(filled: $0.seed) }
      on(Give<Renamed>.self) { Renamed(filled: $0.seed) }
      on(Give<Doubled>.self) { Doubled(filled: $0.seed) }
      on(Give<Nested>.self) { Nested(filled: $0.seed) }
      on(Give<Reference>.self) { Reference(filled: $0.seed) }
    }
  }

  private func give<R: Filled & Codable & Sendable & Equatable>(_ type: R.Type) throws {
    // The first ones find out the form, the others go by it.
    for seed in [0, 1, -1, 7, .max, .min, 12] {
      #expect(try mediator.call(Give<R> { $0.seed = seed }) == R(filled: seed))
    }
  }

  @Test func `what is sent arrives, whatever the form`() throws {
    try give(Everything.self)
    try give(Renamed.self)
    try give(Nested.self)
    try give(Reference.self)
    for seed in [0, 4, -3] { #expect(try mediator.call(Give<Doubled> { $0.seed = seed }) == Doubled(count: seed)) }
  }

  @Test func `what others see of a record is what its own coding says`() throws {
    for seed in [1, 2] {
      let renamed = try mediator.call("Desk", "giveRenamed", ["seed": .int(seed)])
      #expect(renamed == ["n": .int(seed)])
      #expect(try mediator.call("Desk", "giveDoubled", ["seed": .int(seed)]) == .int(2 * seed))
      let everything = try mediator.call("Desk", "giveEverything", ["seed": .int(seed)])
      #expect(
        everything.map?.keys == ["yes", "count", "ratio", "name", "maybe", "number", "share", "note", "last"])
      #expect(everything["note"] == (seed % 2 == 0 ? .null : .text("note \(seed)")))
    }
  }

  private static let fine: Fields = [
    "yes": true, "count": 1, "ratio": 0.5, "name": "a text that is longer than fifteen bytes", "maybe": nil,
    "number": nil, "share": 2.5, "note": "n", "last": false,
  ]

  private func ask(_ fields: Fields) throws(Failure) -> Everything {
    try mediator.call(Ask<Everything> { $0.value = .map(fields) })
  }

  /// As if it were no record.
  private struct Plain: Codable, Sendable, Equatable {
    var yes: Bool
    var count: Int
    var ratio: Double
    var name: String
    var maybe: Bool?
    var number: Int?
    var share: Double?
    var note: String?
    var last: Bool
  }

  private func outcome<T: Codable & Sendable & Equatable>(_ fields: Fields, as type: T.Type) -> String {
    do throws(Failure) {
      let read = try mediator.call(Ask<T> { $0.value = .map(fields) })
      return "\(read)".replacing("Everything(", with: "Plain(")
    } catch {
      return "\(error.code.rawValue) \(error.reason) \(error.message)"
    }
  }

  @Test func `a reply that is not as expected is read, or refused, as Codable would`() throws {
    _ = try ask(RecordTests.fine)
    var cases: [Fields] = [RecordTests.fine, [:]]
    for key in RecordTests.fine.keys {
      for other: Value? in [nil, .null, 1, 1.0, 0.25, "text", true, ["a": 1], [1], .bytes([1, 2])] {
        var changed = RecordTests.fine
        changed[key] = other
        cases.append(changed)
      }
    }
    cases.append(Fields(RecordTests.fine.reversed().map { ($0.key, $0.value) }))
    var more = RecordTests.fine
    more["more"] = 1
    cases.append(more)
    for fields in cases {
      let (fast, usual) = (outcome(fields, as: Everything.self), outcome(fields, as: Plain.self))
      #expect(fast == usual, "\(fields)")
    }
  }

  @Test func `it is asked and answered by many threads at once from the first`() async {
    struct Fresh: RecordReply, Equatable { var count: Int; var name: String }
    let mediator = mediator
    let asks: @Sendable (Int) -> Bool = { number in
      let reply = try? mediator.call(
        Ask<Fresh> { $0.value = ["count": .int(number), "name": .text("name of the number \(number)")] })
      return reply == Fresh(count: number, name: "name of the number \(number)")
    }
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<64 { group.addTask { asks(number) } }
      for await isRight in group { #expect(isRight) }
    }
  }
}

/// Made from a number, for tests.
protocol Filled { init(filled seed: Int) }

extension RecordTests.Everything: Filled {
  init(filled seed: Int) {
    let isOdd = seed % 2 != 0
    self.init(
      yes: isOdd, count: seed, ratio: Double(seed) / 3, name: "name of the number \(seed)", maybe: isOdd ? nil : true,
      number: isOdd ? seed : nil, share: isOdd ? nil : 0.1, note: isOdd ? "note \(seed)" : nil, last: !isOdd)
  }
}

extension RecordTests.Renamed: Filled { init(filled seed: Int) { self.init(count: seed) } }
extension RecordTests.Doubled: Filled { init(filled seed: Int) { self.init(count: seed) } }
extension RecordTests.Reference: Filled { convenience init(filled seed: Int) { self.init(count: seed) } }
extension RecordTests.Nested: Filled {
  init(filled seed: Int) { self.init(inner: RecordTests.Renamed(count: seed), list: [seed, 1]) }
}
