import ComponentKit
import TestThreads
import Testing

/// Each example component called with every other one removed, singly.
@Suite(.offPool, .builtComponents) struct NeighbourTests {
  /// What happens to a call when a neighbour is not there.
  enum Effect: Sendable {
    /// It replies, and says in `missing` of its reply what is missing.
    case told
    /// It replies with a text that says so.
    case said(String)
    /// It fails, and says so.
    case fails(Int32, String, String)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let words: [String]
    let effects: [String: Effect]
    var testDescription: String { words.joined(separator: " ") }

    init(_ words: String..., without effects: [String: Effect] = [:]) {
      self.words = words
      self.effects = effects
    }
  }

  private static func noLibrary(_ message: String) -> Effect {
    .fails(1, "no_library", "\(message): no component named 'Library'")
  }

  private static let noNotes = Effect.fails(1, "no_notes", "the reviews can't be read: no component named 'Notes'")
  private static let noBooks = noLibrary("there are no books to look through")
  private static let noReader = Effect.fails(1, "no_reader", "the book 1 can't be opened: no component named 'Reader'")
  private static let noKey = Effect.fails(
    1, "no_reader", "the book 1 can't be opened: no component has the map key 'Reader_page'")
  private static let noReaderNoLibrary = Effect.fails(
    1, "no_reader", "the book 1 can't be opened: the book 1 can't be opened: no component named 'Library'")
  private static let noBookForWords = Effect.fails(3, "no_such_component", "no component named 'Library'")
  private static let unread = Effect.said("(this place can't be kept: no component named 'Notes')")

  static let cases = [
    Case("Library", "list"), Case("Library", "book", "id=1"), Case("Library", "text", "id=2"),
    Case("Library", "chapters", "id=1"), Case("Library", "search", "query=sea"),
    Case("Audit", "list"), Case("Console", "page"), Case("Notes", "count", "book=1"), Case("Notes", "list"),
    Case("Notes", "add", "book=1", "text=Fine"),
    Case("Notes", "bookmark", "book=1", "page=2"),
    Case(
      "BookDetail", "detail", "id=1",
      without: ["Library": noLibrary("nothing is known about the book 1"), "WordCount": .told]
    ),
    Case("BookDetail", "cover", "id=1", without: ["Library": noLibrary("nothing is known about the book 1")]),
    Case(
      "BookDetail", "back", "id=1",
      without: [
        "Library": noLibrary("nothing is known about the book 1"), "WordCount": .said("\n\nabout 5"),
        "Notes": .said("(what readers have noted is not known: no component named 'Notes')"),
      ]),
    Case(
      "BookDetail", "open", "id=1", "page=2",
      without: ["Library": noLibrary("nothing is known about the book 1"), "Reader": noReader, "Notes": unread]),
    Case("Review", "list", "id=1", without: ["Notes": noNotes]),
    Case("Review", "read", "id=1", without: ["Reader": noKey, "Library": noReaderNoLibrary, "Notes": unread]),
    Case("Discover", "ways", "id=1", without: ["Library": noBooks]),
    Case("Discover.Words", "likeness", "id=1", "other=2", without: ["Library": noBookForWords]),
    Case("Review", "average", "id=1", without: ["Notes": noNotes]),
    Case("Discover", "today", "date=2024-05-31", without: ["Library": noBooks, "Notes": .told, "Review": .told]),
    Case("Discover", "similar", "id=1", without: ["Library": noBooks, "Notes": .told, "Review": .told]),
    Case("Discover", "search", "query=sea", without: ["Library": noBooks, "Notes": .told, "Review": .told]),
    Case(
      "Reader", "showDetail", "id=1",
      without: ["Library": .told, "Notes": .told, "BookDetail": .told, "WordCount": .told]),
    Case(
      "Reader", "overview", "id=1",
      without: ["Library": .told, "Notes": .told, "BookDetail": .told, "WordCount": .told, "Review": .told]),
    Case(
      "Reader", "open", "id=1", "page=2",
      without: ["Library": noLibrary("the book 1 can't be opened"), "Notes": unread]),
    Case(
      "Reader", "next", "id=1", "page=1",
      without: ["Library": noLibrary("the book 1 can't be opened"), "Notes": unread]),
    Case("Reader.Settings", "show"),
    Case("WordCount", "count", "text=a b"), Case("WordCount", "top", "text=a b a"),
    Case(
      "WordCount", "countBook", "id=1",
      without: ["Library": .fails(3, "no_such_component", "no component named 'Library'")]
    ),
  ]

  @Test func `there is a case for every component`() {
    #expect(Set(NeighbourTests.cases.map { $0.words[0].split(separator: ".")[0] }) == Set(Staged.names.map { $0[...] }))
  }

  /// What hands an object on does so in one process only.
  static let runs = Mode.allCases.flatMap { mode in
    cases.filter { mode == .inProcess || $0.words.prefix(2) != ["BookDetail", "open"] }.map { (mode, $0) }
  }

  @Test(arguments: runs)
  func `it answers with every other component removed`(_ mode: Mode, _ one: Case) throws {
    let own = String(one.words[0].split(separator: ".")[0])
    let whole = Staged(mode).call(one.words)
    #expect(whole.code == 0 && whole.err == "")
    #expect(!whole.out.contains("no component named"))
    // Each isolated run starts many processes, and those that nothing is missing for are alike.
    for removed in Staged.names where removed != own && (mode == .inProcess || one.effects[removed] != nil) {
      let run = Staged(mode, without: removed).call(one.words)
      switch one.effects[removed] {
      case nil: #expect(NeighbourTests.settled(run) == NeighbourTests.settled(whole), "without \(removed)")
      case .told:
        let reply = try Value(json: run.outBytes)
        #expect(NeighbourTests.missing(in: reply).contains { $0.contains("no component named '\(removed)'") })
        #expect(run.code == 0 && run.err == "", "without \(removed)")
      case .said(let text):
        #expect(run.out.contains(text) && run.code == 0, "without \(removed)")
      case .fails(let code, let reason, let message):
        let error = try Value(json: Staged(mode, without: removed).call(one.words + ["--json"]).errBytes)["error"]
        #expect(error?["reason"]?.text == reason && error?["message"]?.text == message)
        #expect(run.err.hasPrefix("error: \(message)\n") && run.out == "" && run.code == code, "without \(removed)")
      }
    }
  }

  // The page of Console names its script by a word that is made anew for each answer.
  private static func settled(_ run: Run) -> Run {
    Run(out: run.out.replacing(/nonce[-=]"?[0-9a-z]+/, with: "nonce"), err: run.err, code: run.code)
  }

  /// The messages in all maps called `missing`.
  private static func missing(in value: Value) -> [String] {
    switch value {
    case .map(let fields):
      fields.flatMap { key, value in
        key == "missing" ? (value.map ?? [:]).compactMap { $0.value["message"]?.text } : missing(in: value)
      }
    case .list(let list): list.flatMap(missing(in:))
    default: []
    }
  }
}
