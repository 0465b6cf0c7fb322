import ComponentHost
import ComponentKit
import Testing
import WordCountFace

/// What the example components say of themselves.
@Suite struct FaceDescriptionTests {
  private let folder = TemporaryFolder()
  private let host: Host

  init() throws { host = try Example.host(in: folder) }

  private func load(_ name: String) throws -> LoadedComponent { try #require(try host.load(name)) }

  @Test func `every action says what it takes and gives`() throws {
    for name in Example.names {
      for target in try load(name).targets {
        // What stands before every call takes what the host asks it.
        for action in target.actions where action.name != "intercept" {
          #expect(action.signature != nil && action.reply != nil, "\(target.name).\(action.name)")
          for parameter in action.parameters { #expect(parameter.note != "", "\(target.name).\(action.name)") }
        }
      }
    }
  }

  @Test func `what changes something, or tells of files, may not be called from outside`() throws {
    let local = try Example.names.flatMap { name in
      try load(name).targets.flatMap { target in
        target.actions.filter { !$0.isRemote }.map { "\(target.name).\($0.name)" }
      }
    }
    #expect(
      local.sorted() == [
        "Audit.intercept", "Audit.list", "Library.lend", "Library.volume", "Notes.add", "Notes.bookmark", "Notes.check",
        "Notes.edit", "Notes.remove", "Reader.Settings.set", "Reader.show", "Review.add",
      ])
  }

  @Test func `what may take long says how far it has come`() throws {
    let telling = try Example.names.flatMap { name in
      try load(name).targets[0].actions.filter(\.tellsProgress).map { "\(name).\($0.name)" }
    }
    #expect(
      telling.sorted() == [
        "Discover.search", "Discover.similar", "Discover.today", "Reader.overview", "WordCount.count",
        "WordCount.countBook",
      ])
  }

  @Test func `what promises to change nothing is what only reads`() throws {
    let changing = try Example.names.flatMap { name in
      try load(name).targets.flatMap { target in
        target.actions.filter { !$0.reads }.map { "\(target.name).\($0.name)" }
      }
    }
    #expect(
      changing.sorted() == [
        "Audit.intercept", "BookDetail.open", "Notes.add", "Notes.bookmark", "Notes.edit",
        "Notes.remove", "Reader.Settings.set", "Reader.next", "Reader.open", "Reader.previous", "Reader.show",
        "Review.add", "Review.read",
      ])
  }

  /// WordCount as its face describes it.
  private struct WordCount: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      on(CountText.self) { _ in Counts(words: 0, lines: 0, characters: 0) }
      on(CountBook.self) { _ in Counts(words: 0, lines: 0, characters: 0) }
      on(ListTopWords.self) { _ in [] }
    }
  }

  @Test func `the face of the component in C says the same as the component`() throws {
    let host = Host()
    try host.register(WordCount.self)
    let face = try #require(try host.load("WordCount"))
    let component = try load("WordCount")
    #expect(face.targets[0].actions.map(Described.init) == component.targets[0].actions.map(Described.init))
    #expect(face.types.map { [$0.name, $0.definition] } == component.types.map { [$0.name, $0.definition] })
  }

  private struct Described: Equatable {
    let name: String, summary: String, signature: String?, parameters: [LoadedParameter], flags: [Bool]

    init(_ action: LoadedAction) {
      name = action.name
      summary = action.summary
      signature = action.signature
      parameters = action.parameters
      flags = [action.isRemote, action.tellsProgress, action.reads]
    }
  }
}
