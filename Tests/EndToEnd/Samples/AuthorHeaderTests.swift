import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

// What the author's header does in C, held against what the kit does in Swift: the same calls to a component of each.
@Suite(.offPool) struct AuthorHeaderTests {
  private let host = Host(Settings(directories: [Folder("in-c").path]))
  private let mediator: Mediator

  init() throws {
    try host.register(InSwift.self)
    mediator = host.mediator
  }

  private static let kinds = ["bool", "int", "double", "text", "bytes", "list", "map", "object", "function"]

  private static let values: [Value] = [
    .null, true, false, 0, .int(.max), .int(.min), .int(1 << 53), .int((1 << 53) + 1), 1.5, 3.0, -0.0, 1e300,
    .double(9_223_372_036_854_775_808), .double(-9_223_372_036_854_775_808), .double(.nan), .double(.infinity),
    "", "text", "ä 中 😀", .text(String(repeating: "x", count: 41)), .text(String(repeating: "ä", count: 20)), "a\u{0}b",
    .bytes([]), .bytes([0, 255]), [], [1, ["a"]], [:], ["k": nil], .function(Function { _ in nil }),
    .object(Object(Thing())),
  ]

  private static let looseTexts = [
    "", "1", "0", "-1", "+1", "01", "-0", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "99999999999999999999999", "1.5", "1e3", "-2.5E-2", "1e999", "nan", "inf", "infinity", "1x",
    " 1", "1 ", "1.", "--1", "+", "-", ".", "e", "true", "false", "yes", "no", "TRUE", "aGk=", "aGk", "aGl=", "====",
    "a===", "AAAA", "AA==", "AB==", "AA=A", "text", "٣", "\u{0}", "1\u{0}", "0x10", "0x1p3",
  ]

  @Test func `a table in C describes its actions`() throws {
    let component = try #require(try host.load("InC"))
    #expect(
      component.types == [
        LoadedType(name: "Pair", definition: "{key: text, value: any}", summary: "A key and its value")
      ])
    let actions = try #require(component.targets.first).actions
    let described = try #require(actions.first { $0.name == "described" })
    #expect(described.signature == "(p: bool, pairs: [Pair]?) -> bool")
    #expect(
      described.parameters == [
        LoadedParameter(name: "p", type: "bool", isRequired: true, default: nil, note: "what comes back"),
        LoadedParameter(name: "pairs", type: "[Pair]?", isRequired: false, default: nil, note: "not looked at"),
      ])
    #expect(described.isRemote && !described.tellsProgress)
    #expect(described.reply == "bool")
    #expect(try mediator.call("InC", "described", ["p": true]) == true)
    let failure = #expect(throws: Failure.self) { try mediator.call("InC", "described", ["p": true, "pairs": [1]]) }
    #expect(failure?.message == "the parameter 'pairs[0]' must be a map, not an int")

    let brief = try #require(actions.first { $0.name == "brief" })
    #expect(brief.parameters.map(\.note) == [""])
    #expect(!brief.isRemote)
    let untyped = try #require(actions.first { $0.name == "bool" })
    #expect(untyped.signature == nil && untyped.parameters.isEmpty && untyped.reply == nil)
  }

  @Test(arguments: kinds) func `every value is read as the kit reads it`(_ kind: String) {
    for value in Self.values { compare(kind, ["p": value], loose: []) }
    compare(kind, [:], loose: [])
    compare(kind, ["q": 1], loose: [])
  }

  @Test(arguments: kinds) func `a loose text is read as the kit reads it`(_ kind: String) {
    for text in Self.looseTexts { compare(kind, ["p": .text(text)], loose: ["p"]) }
  }

  @Test func `a default stands for what is absent or null, not for what is wrong`() throws {
    let none = try mediator.call("InC", "defaults", ["b": nil])
    #expect(none == ["b": true, "i": 7, "d": 1.5, "t": "other", "l": [nil, "end"]])
    let all = try mediator.call("InC", "defaults", ["b": false, "i": 1, "d": 2, "t": ""])
    #expect(all == ["b": false, "i": 1, "d": 2.0, "t": "", "l": [nil, "end"]])
    let wrong = outcome("InC", "defaults", ["i": "x"])
    let facts = #"{"parameter":"i","expected":"int"}"#
    #expect(wrong == "5 mistyped_parameter the parameter 'i' must be an int, not the text 'x' \(facts)")
  }

  @Test func `a long message is cut between two characters`() {
    for count in [100, 507, 508, 509, 600, 5000] {
      let text = String(repeating: "x", count: count % 7) + String(repeating: "😀", count: count / 4)
      do throws(Failure) {
        _ = try mediator.call("InC", "fail", ["p": .text(text)])
        Issue.record("no failure")
      } catch {
        #expect(error.code == .denied)
        #expect(error.reason == "not_you")
        #expect("no: \(text)".hasPrefix(error.message))
        #expect(error.message.utf8.count > min(text.utf8.count, 508) && error.message.utf8.count <= 512)
      }
    }
  }

  @Test func `a call is handed on, with its reply, its failure, or nobody there`() throws {
    #expect(outcome("InC", "forward", ["a": 1]).hasPrefix("3 no_such_component"))
    let host = Host(Settings(directories: [Folder("in-c").path]))
    try host.register(Neighbour.self)
    #expect(try host.mediator.call("InC", "forward", ["a": 1]) == ["a": 1])
    #expect(throws: Failure(.failed, "wrong", "wrong", details: ["x": 1])) {
      try host.mediator.call("InC", "forward", ["fail": true])
    }
  }

  @Test func `a URL is opened with things from here, and a question calls nobody`() throws {
    let host = Host(Settings(directories: [Folder("in-c", "good").path]))
    try host.register(Neighbour.self)
    let thing = Value.object(Object(Thing()))
    #expect(try host.mediator.call("InC", "open", ["thing": thing]) == ["from": "c", "thing": thing])
    #expect(throws: Failure.self) { try host.mediator.call("InC", "open", ["from": "here"]) }
    _ = try host.mediator.call("Neighbour.Room", "enter")
    #expect(try host.mediator.call("InC", "ask") == [1, 1, 0, -1, 1, 0, -1, true, false])
  }

  private func compare(_ kind: String, _ parameters: Fields, loose: [String]) {
    #expect(outcome("InC", kind, parameters, loose) == outcome("InSwift", kind, parameters, loose), "\(parameters)")
  }

  private func outcome(_ target: String, _ action: String, _ parameters: Fields, _ loose: [String] = []) -> String {
    do throws(Failure) {
      return "\(try mediator.call(target, action, parameters, loose: loose))"
    } catch {
      let details = (try? Value.map(error.details).json()) ?? "?"
      return "\(error.code.rawValue) \(error.reason) \(error.message) \(details)"
    }
  }
}

private final class Thing: Sendable {}

private struct InSwift: Component {
  init(mediator: Mediator) {}

  var actions: [Action] {
    Action("bool") { call in .bool(try call.bool("p")) }
    Action("int") { call in .int(try call.int("p")) }
    Action("double") { call in .double(try call.double("p")) }
    Action("text") { call in .text(try call.text("p")) }
    Action("bytes") { call in .bytes(try call.bytes("p")) }
    Action("list") { call in .list(try call.list("p")) }
    Action("map") { call in .map(try call.map("p")) }
    Action("object") { call in .object(try call.object("p")) }
    Action("function") { call in .function(try call.function("p")) }
  }
}

private struct Neighbour: Component {
  init(mediator: Mediator) {}

  var actions: [Action] {
    Action("echo") { call in
      if call.has("fail") { throw Failure(.failed, "wrong", "wrong", details: ["x": 1]) }
      return .map(call.parameters)
    }
    Action("open") { call in .map(call.parameters) }.remote
  }
  var targets: [Target] {
    Target("Room", lifetime: .kept, instance: { Thing() }) { room in room.action("enter") { _, _ in nil } }
  }
}
