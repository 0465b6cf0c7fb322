import ComponentHost
import ComponentKit
import Testing

/// A caller that was compiled against another face than the component that answers.
@Suite struct FaceDisagreementTests {
  let host: Host
  var mediator: Mediator { host.mediator }

  init() throws {
    host = Host()
    try host.register(Press.self)
  }

  /// One difference between the two, and what comes of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: String
    let message: String
    let call: @Sendable (Mediator) throws -> Void
    let awaitCall: @Sendable (Mediator) async throws -> Void

    init<R: Request>(_ difference: String, _ request: R, _ reason: String, _ message: String) {
      testDescription = difference
      self.reason = reason
      self.message = message
      call = { _ = try $0.call(request) }
      awaitCall = { _ = try await $0.call(request) }
    }
  }

  static let cases = [
    Case(
      "the reply lacks a field", Other.Reply1 { $0.id = 1 }, "missing_field",
      "the reply of Press.print: 'isbn' is missing (text)"),
    Case(
      "a field of the reply has another type", Other.Reply2 { $0.id = 1 }, "mistyped_field",
      "the reply of Press.print: 'title' must be an int, not the text 'One'"),
    Case(
      "a field deep in the reply has another type", Other.Reply3 { $0.id = 1 }, "mistyped_field",
      "the reply of Press.print: parts[0].pages must be a list, not an int"),
    Case(
      "a field of the reply may be null", Other.Reply4 { $0.id = 1 }, "missing_field",
      "the reply of Press.print: 'author' is missing (text)"),
    Case(
      "a word in the reply is new", Other.Reply5 { $0.id = 1 }, "unknown_case",
      "the reply of Press.print: 'style' must be one of \"loud\", \"quiet\""),
    Case(
      "the reply is of another kind", Other.Reply6 { $0.id = 1 }, "mistyped_field",
      "the reply of Press.print must be a list, not a map"),
    Case(
      "the component does not know a parameter",
      Other.Unknown {
        $0.id = 1; $0.colour = "red"
      }, "unknown_parameter",
      "Press.print has no parameter 'colour'"),
    Case(
      "a parameter has another type", Other.Mistyped { $0.id = "one" }, "mistyped_parameter",
      "Press.print: the parameter 'id' must be an int, not the text 'one'"),
    Case(
      "the component wants one more parameter", Other.Lacking(), "missing_parameter",
      "Press.print: the parameter 'id' is missing (int)"),
    Case(
      "a parameter's field is missing", Other.Flat { $0.sheet = Other.Sheet(width: 1) }, "missing_parameter",
      "Press.fold: the parameter 'sheet.height' is missing (int)"),
    Case(
      "the component does not know a parameter's field",
      Other.Deep { $0.sheet = Other.Box(width: 1, height: 1, depth: 1) }, "unknown_parameter",
      "Press.fold: the parameter 'sheet' has the unknown key 'depth'"),
    Case(
      "a word is not among the component's",
      Other.Word {
        $0.id = 1; $0.style = "loud"
      }, "mistyped_parameter",
      "Press.print: the parameter 'style' must be one of \"plain\", \"bold\", not the text 'loud'"),
    Case("the action has another name", Other.Renamed(), "no_such_action", "Press has no action 'prnt'"),
    Case("the target has another name", Other.Moved(), "no_such_component", "no component named 'Pres'"),
  ]

  @Test(arguments: cases) func `a disagreement is a failure that says where it is`(_ one: Case) async {
    #expect(failure { try one.call(mediator) }?.summary == "\(one.reason): \(one.message)")
    #expect(await failure { try await one.awaitCall(mediator) }?.summary == "\(one.reason): \(one.message)")
  }

  @Test func `programs find the names in the details`() {
    let failure = failure { _ = try mediator.call(Other.Mistyped { $0.id = "one" }) }
    #expect(failure?.code == .invalidParameters)
    #expect(
      failure?.details == ["target": "Press", "action": "print", "parameter": "id", "expected": "int"])
  }

  @Test func `what only one side has and nobody needs does no harm`() throws {
    // The caller knows fewer fields of the reply, and leaves out the parameter that the component does not know.
    #expect(try mediator.call(Other.Unknown { $0.id = 1 }) == Other.Less(title: "One"))
  }

  @Test func `a fallback's answer in a component's place is no reply`() throws {
    try host.register(NotFound.self)
    let failure = failure { _ = try mediator.call(Other.Moved()) }
    #expect(failure?.summary == "no_such_component: no component named 'Pres'")
    #expect(failure?.answer == "nobody is here")
  }

  private func failure(_ body: () throws -> Void) -> Failure? {
    do { try body() } catch { return Failure(error) }
    return nil
  }

  private func failure(_ body: () async throws -> Void) async -> Failure? {
    do { try await body() } catch { return Failure(error) }
    return nil
  }
}

extension Failure {
  fileprivate var summary: String { "\(reason): \(message)" }
}

// The component's own side.
private struct Press: Component {
  enum Style: String, Codable, CaseIterable { case plain, bold }
  struct Printed: Codable {
    struct Part: Codable { var name: String, pages: Int }
    var id: Int, title = "One", author: String? = nil, style: Style, parts = [Part(name: "a", pages: 1)]
  }
  struct Sheet: Codable { var width: Int, height: Int }

  struct Print: Request {
    static let target = "Press"
    @Parameter var id: Int
    @Parameter var style = Style.plain
    typealias Reply = Printed
  }
  struct Fold: Request {
    static let target = "Press"
    @Parameter var sheet: Sheet
    typealias Reply = NoReply
  }

  init(mediator: Mediator) {}
  var actions: [Action] {
    on(Print.self) { Printed(id: $0.id, style: $0.style) }
    on(Fold.self) { _ in NoReply() }
  }
}

private struct NotFound: Component {
  init(mediator: Mediator) {}
  var actions: [Action] { Action("notFound") { _ in "nobody is here" } }
}

// The caller's: each differs in one thing.
private protocol PrintRequest: Request {}
extension PrintRequest {
  static var target: String { "Press" }
  static var action: String { "print" }
}

private enum Other {
  struct Reply1: PrintRequest {
    @Parameter var id: Int
    struct Reply: Codable { var title: String, isbn: String }
  }
  struct Reply2: PrintRequest {
    @Parameter var id: Int
    struct Reply: Codable { var title: Int }
  }
  struct Reply3: PrintRequest {
    @Parameter var id: Int
    struct Reply: Codable {
      struct Part: Codable { var name: String, pages: [Int] }
      var parts: [Part]
    }
  }
  struct Reply4: PrintRequest {
    @Parameter var id: Int
    struct Reply: Codable { var author: String }
  }
  struct Reply5: PrintRequest {
    @Parameter var id: Int
    struct Reply: Codable {
      enum Style: String, Codable, CaseIterable { case loud, quiet }
      var style: Style
    }
  }
  struct Reply6: PrintRequest {
    @Parameter var id: Int
    typealias Reply = [String]
  }
  struct Less: Codable, Equatable { var title: String }
  struct Unknown: PrintRequest {
    @Parameter var id: Int
    @Parameter var colour: String?
    typealias Reply = Less
  }
  struct Mistyped: PrintRequest {
    @Parameter var id: String
    typealias Reply = Less
  }
  struct Lacking: PrintRequest {
    typealias Reply = Less
  }
  struct Word: PrintRequest {
    @Parameter var id: Int
    @Parameter var style: String
    typealias Reply = Less
  }
  struct Sheet: Codable { var width: Int }
  struct Flat: PrintRequest {
    static let action = "fold"
    @Parameter var sheet: Sheet
    typealias Reply = NoReply
  }
  struct Box: Codable { var width: Int, height: Int, depth: Int }
  struct Deep: PrintRequest {
    static let action = "fold"
    @Parameter var sheet: Box
    typealias Reply = NoReply
  }
  struct Renamed: PrintRequest {
    static let action = "prnt"
    typealias Reply = Less
  }
  struct Moved: PrintRequest {
    static let target = "Pres"
    typealias Reply = Less
  }
}
