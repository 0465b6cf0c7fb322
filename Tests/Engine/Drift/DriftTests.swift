import ComponentKit
import Testing

@testable import ComponentHost

/// What two generations of a component differ in, for callers of every kind: the comparison for faces has its own tests
/// where faces are printed.
@Suite struct DriftTests {
  private func description(
    _ actions: [String: String], event: String? = nil, isRemote: Bool = false
  ) throws -> FaceDescription {
    let types = TypeNames()
    let actions = try actions.sorted { $0.key < $1.key }.map { name, text in
      FaceDescription.Action(
        name: name, summary: "", signature: text.isEmpty ? nil : try Signature(parsing: text, types: types),
        notes: [:], isRemote: isRemote, tellsProgress: false, reads: false)
    }
    let events = try event.map { text in
      FaceDescription.Event(name: "Shop.sold", summary: "", form: try TypeForm(parsing: text, types: types))
    }
    return FaceDescription(
      target: "Shop", version: Version(1, 0, 0), summary: "", types: types, typeSummaries: [:],
      targets: [FaceDescription.Target(name: "Shop", summary: "", actions: actions)],
      events: events.map { [$0] } ?? [])
  }

  struct Change: Sendable, CustomTestStringConvertible {
    let was, now: String
    let kinds: [Difference.Kind]
    let breaks: Bool
    var testDescription: String { "\(was) becomes \(now)" }

    init(_ was: String, _ now: String, breaks: Bool, _ kinds: Difference.Kind...) {
      (self.was, self.now, self.kinds, self.breaks) = (was, now, kinds, breaks)
    }
  }

  // A caller by hand may leave out a default or send it, so both have to go on.
  @Test(arguments: [
    Change("(id: int) -> text", "(id: int) -> text", breaks: false),
    Change("(id: int = 1)", "(id: int)", breaks: true, .parameterRequired),
    Change("(id: int = 1)", "()", breaks: true, .parameterGone),
    Change("(id: int?)", "()", breaks: true, .parameterGone),
    Change("()", "(id: int)", breaks: true, .parameterRequired),
    Change("()", "(id: int?)", breaks: false, .parameterNew),
    Change("(id: int)", "(id: text)", breaks: true, .type),
    Change("(id: int, name: text)", "(name: text, id: int)", breaks: false, .order),
    Change("() -> int", "() -> text", breaks: true, .type),
    Change("() -> int", "", breaks: true, .signature, .type),
    Change("", "() -> int", breaks: false, .signature),
  ])
  func `what any caller may have relied on decides`(change: Change) throws {
    let drift = try Drift(
      from: description(["run": change.was]), to: description(["run": change.now]), for: .any)
    #expect(drift.differences.map(\.kind.rawValue).sorted() == change.kinds.map(\.rawValue).sorted())
    #expect(drift.breaks == change.breaks)
  }

  @Test func `what breaks comes first, and an action or an event that goes breaks`() throws {
    let drift = try Drift(
      from: description(["run": "()", "walk": "()"], event: "int"), to: description(["hop": "()", "run": "()"]),
      for: .any)
    #expect(drift.differences.map(\.kind) == [.actionGone, .eventGone, .actionNew])
    #expect(drift.differences.map(\.breaks) == [true, true, false])
    #expect(drift.differences.first?.text == "Shop.walk: the component has no such action any more")
  }

  // What nobody has used is in no description of before, but its ways are.
  private func shop(_ actions: [String], _ ways: [FaceWay]) throws -> FaceDescription {
    var shop = try description(Dictionary(uniqueKeysWithValues: actions.map { ($0, "()") }))
    shop.targets[0].ways = ways
    return shop
  }

  private func route(_ text: String, _ action: String, priority: Int = 0) -> FaceWay {
    FaceWay(kind: .route, name: text, action: action, fields: [:], priority: priority)
  }

  @Test func `a route of what nobody has used breaks nothing, and says what went before`() throws {
    let ways = [route("//Shop/x", "b", priority: 5), route("//Shop/x", "a"), route("//Shop/y", "b")]
    #expect(try Drift(from: shop(["a"], ways), to: shop(["a", "b"], ways), for: .any).breaks == false)
    let gone = try Drift(from: shop(["a"], ways), to: shop(["a"], [ways[1]]), for: .any)
    #expect(gone.differences.filter { $0.kind != .order } == [])
  }

  struct Order: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let actions: [String]
    let was, now: [FaceWay]
    // Nil where nothing breaks.
    let message: String?

    init(_ name: String, _ actions: [String], _ was: [FaceWay], _ now: [FaceWay], _ message: String?) {
      (testDescription, self.actions, self.was, self.now, self.message) = (name, actions, was, now, message)
    }
  }

  private static func way(_ text: String, _ action: String, priority: Int = 0) -> FaceWay {
    FaceWay(kind: .route, name: text, action: action, fields: [:], priority: priority)
  }

  private static let keyed = FaceWay(kind: .key, name: "Shop_x", action: "a", fields: [:])

  @Test(arguments: [
    Order(
      "a word before the action's name", ["a", "b"], [], [DriftTests.way("//Shop/a", "b")],
      "Shop.a: app://Shop/a now leads to Shop.b, by the route '//Shop/a', which goes first"),
    Order(
      "a higher priority", ["a", "b"], [DriftTests.way("//Shop/x/new", "a"), DriftTests.way("//Shop/x/:n", "b")],
      [DriftTests.way("//Shop/x/new", "a"), DriftTests.way("//Shop/x/:n", "b", priority: 7)],
      "Shop.a: app://Shop/x/new now leads to Shop.b, by the route '//Shop/x/:n', which goes first"),
    Order(
      "a word before a parameter", ["a", "b"], [DriftTests.way("web://Shop/x/:n", "a")],
      [DriftTests.way("web://Shop/x/:n", "a"), DriftTests.way("//Shop/x/new", "b")],
      "Shop.a: web://Shop/x/new now leads to Shop.b, by the route '//Shop/x/new', which goes first"),
    Order(
      "a route before a key", ["a", "b"], [DriftTests.keyed], [DriftTests.keyed, DriftTests.way("//Shop/:any", "b")],
      "Shop.a: app://Shop/x now leads to Shop.b, by the route '//Shop/:any', which goes first"),
    Order("a parameter behind the name", ["a", "b"], [], [DriftTests.way("//Shop/:any", "b")], nil),
    Order(
      "one that leads to the same", ["a"], [DriftTests.way("//Shop/x/:n", "a")],
      [DriftTests.way("//Shop/x/:n", "a"), DriftTests.way("//Shop/x/1", "a")], nil),
    Order(
      "a lower priority", ["a", "b"], [DriftTests.way("//Shop/x/:n", "a")],
      [DriftTests.way("//Shop/x/:n", "a"), DriftTests.way("//Shop/x/new", "b", priority: -1)], nil),
  ])
  func `what goes before what is compared by URLs`(order: Order) throws {
    func shop(_ ways: [FaceWay]) throws -> FaceDescription {
      var shop = try description(
        Dictionary(uniqueKeysWithValues: order.actions.map { ($0, "()") }), isRemote: true)
      shop.targets[0].ways = ways
      return shop
    }
    let (was, now) = (try shop(order.was), try shop(order.now))
    let breaking = Drift(from: was, to: now, for: .any).differences.filter(\.breaks)
    #expect(breaking.map(\.text) == (order.message.map { [$0] } ?? []))
    // What nobody has used breaks nothing, and is known to go first.
    var unused = was
    unused.targets[0].actions.removeAll { $0.name == "a" }
    #expect(!Drift(from: unused, of: was, to: now, for: .any).breaks)
  }

  @Test func `a new action takes the URLs of a pattern, and one that nobody has used took them before`() throws {
    let ways = [route("//Shop/:any", "a")]
    func shop(_ actions: [String]) throws -> FaceDescription {
      var shop = try description(Dictionary(uniqueKeysWithValues: actions.map { ($0, "()") }), isRemote: true)
      shop.targets[0].ways = ways
      return shop
    }
    let (was, now) = (try shop(["a"]), try shop(["a", "b"]))
    #expect(
      Drift(from: was, to: now, for: .any).differences.filter(\.breaks).map(\.text)
        == ["Shop.a: app://Shop/b now leads to Shop.b, by its own name, which goes first"])
    #expect(!Drift(from: was, of: now, to: now, for: .any).breaks)
  }

  @Test func `routes are compared in no time, however many there are`() throws {
    let ways = (0..<16_384).map { route("//Shop/\($0)", "a") }
    let others = (0..<16_384).reversed().map { route($0 < 4 ? "//Shop/\($0)(/:id)" : "//Shop/\($0)", "a") }
    let (old, new) = (try shop(["a"], ways), try shop(["a"], others))
    let began = ContinuousClock.now
    let drift = Drift(from: old, to: new, for: .any)
    // One by one it took more than half a minute.
    #expect(ContinuousClock.now - began < .seconds(20))
    #expect(drift.differences.count == 8 && !drift.breaks)
  }
}
