import ComponentKit
import Testing

@testable import ComponentHost

/// One change of the component Shop, and what a host says of it that takes compatible upgrades only.
struct UpgradeCase: Sendable, CustomTestStringConvertible {
  /// Registers one thing.
  typealias Part = @Sendable (Registrant) -> Int32

  let testDescription: String
  let old: [Part]
  let new: [Part]
  /// The actions of the old one that are called, with their parameters.
  let calls: [(action: String, parameters: Fields)]
  /// What the refusal says; nil where the new one answers.
  let refused: String?

  init(
    _ what: String, _ old: [Part], _ new: [Part], calls: [(String, Fields)] = [("run", [:])], refused: String? = nil
  ) {
    testDescription = what
    self.old = old
    self.new = new
    self.calls = calls
    self.refused = refused
  }

  /// The same of the signature of `run`.
  init(_ what: String, _ old: StaticString, _ new: StaticString, _ parameters: Fields = [:], refused: String? = nil) {
    self.init(
      what, [Self.action("run", old)], [Self.action("run", new)], calls: [("run", parameters)], refused: refused)
  }

  static func action(_ name: StaticString, _ signature: StaticString = "", of target: StaticString? = nil) -> Part {
    { $0.action(name, of: target, signature: signature) }
  }

  static func target(_ name: StaticString) -> Part { { $0.target(name, hasInstances: false) } }
  static func route(_ pattern: StaticString) -> Part { { $0.route(pattern) } }
  static func key(_ name: StaticString, hint: Value? = nil) -> Part { { $0.key(name, hint: hint) } }
  static func event(_ name: StaticString, _ type: StaticString = "") -> Part { { $0.event(name, type: type) } }

  /// Registers a whole version.
  static func all(_ parts: [Part]) -> (Registrant) -> Int32 {
    { registrant in
      let first = [registrant.describe(), registrant.target(hasInstances: false)]
      return (first + parts.map { $0(registrant) }).max() ?? 0
    }
  }
}

extension UpgradeCase {
  static let actions = [
    UpgradeCase("the same", [action("run")], [action("run")]),
    UpgradeCase("more", [action("run")], [action("run"), action("stop")]),
    UpgradeCase(
      "gone, and called", [action("run"), action("stop")], [action("stop")],
      refused: "Shop.run: the component has no such action any more"),
    UpgradeCase("gone, and never called", [action("run"), action("stop")], [action("run")]),
    UpgradeCase(
      "changed, and never called", [action("run"), action("stop", "(x: int)")], [action("run"), action("stop", "()")]),
    UpgradeCase(
      "a target gone, and called", [action("run"), target("Shop.Till"), action("pay", of: "Shop.Till")],
      [action("run")], calls: [("Till.pay", [:])],
      refused: "Shop.Till: the component has no such target any more"),
    UpgradeCase(
      "a target gone, and never called", [action("run"), target("Shop.Till"), action("pay", of: "Shop.Till")],
      [action("run")]),
    UpgradeCase(
      "more than is told", ["a", "b", "c", "d", "e"].map { action($0) }, [action("run")],
      calls: ["a", "b", "c", "d", "e"].map { ($0, [:]) },
      refused: ["a", "b", "c"].map { "Shop.\($0): the component has no such action any more" }
        .joined(separator: "; ") + "; and 2 more"),
  ]

  static let parameters = [
    UpgradeCase(
      "gone", "(x: int?)", "()",
      refused: "Shop.run, the parameter 'x': it is gone, and the component refuses calls with it; "
        + "the caller sends it where it is set"),
    UpgradeCase(
      "new and required", "()", "(x: int)",
      refused: "Shop.run, the parameter 'x': a new parameter that is required; the caller never sends it"),
    UpgradeCase("new and optional", "()", "(x: int?, y: int = 1)"),
    UpgradeCase(
      "newly required", "(x: int?)", "(x: int)",
      refused: "Shop.run, the parameter 'x': it is now required; the caller leaves it out where it is nil"),
    UpgradeCase(
      "newly required, which had a default", "(x: int = 1)", "(x: int)",
      refused: "Shop.run, the parameter 'x': it is now required; the caller leaves it out where it is nil"),
    UpgradeCase("no longer required", "(x: int)", "(x: int?)", ["x": 1]),
    UpgradeCase("another default", "(x: int = 1)", "(x: int = 2)"),
    UpgradeCase(
      "a default that the wider type has not", "(x: int = 9007199254740993)", "(x: double = 1)",
      refused: "Shop.run, the parameter 'x': the component does not take its old default, "
        + "which the caller goes on sending"),
    UpgradeCase(
      "another type", "(x: int)", "(x: text)", ["x": 1],
      refused: "Shop.run, the parameter 'x': the caller sends int, the component takes text"),
    UpgradeCase("a wider type", "(x: int)", "(x: double)", ["x": 1]),
    UpgradeCase(
      "fewer choices", "(x: 1 | 2)", "(x: 1)", ["x": 1],
      refused: "Shop.run, the parameter 'x': the caller can send 2, which the component no longer takes"),
    UpgradeCase(
      "a field that is required", "(x: {a: int})", "(x: {a: int, b: int})", ["x": ["a": 1]],
      refused: "Shop.run, the parameter 'x.b': a new field that is required; the caller never sends it"),
  ]

  static let replies = [
    UpgradeCase("a field more", "() -> {a: int}", "() -> {a: int, b: int}"),
    UpgradeCase(
      "a field less", "() -> {a: int}", "() -> {b: int}",
      refused: "Shop.run, the reply's 'a': it is gone; the caller can't read the reply without it"),
    UpgradeCase(
      "another type", "() -> int", "() -> text",
      refused: "Shop.run, the reply: the caller reads int, the component replies text"),
    UpgradeCase(
      "unsaid", "() -> int", "()",
      refused: "Shop.run, the reply: the caller reads int; the component no longer says what it replies"),
  ]

  static let ways = [
    UpgradeCase(
      "a route gone", [action("run"), route("/x")], [action("run")],
      refused: "Shop.run: the route '//Shop/x' is gone"),
    UpgradeCase("a route to what was never called gone", [action("run"), route("/x")], [action("run")], calls: []),
    UpgradeCase("a route more", [action("run")], [action("run"), route("/x")]),
    UpgradeCase(
      "a key gone", [action("run"), key("x")], [action("run")], refused: "Shop.run: the map key 'Shop_x' is gone"),
    UpgradeCase(
      "a hint gone", [action("run"), key("x", hint: 1)], [action("run"), key("x")],
      refused: "Shop.run: the map key 'Shop_x' no longer has the hint 'done'"),
    UpgradeCase("a key to what was never called gone", [action("run"), key("x")], [action("run")], calls: []),
  ]
}
