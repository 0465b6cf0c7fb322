import ComponentHost
import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

@_spi(Doors) @testable import ComponentDoors

/// A door in this process, and its client.
@Suite(.offPool) struct MCPDoorTests {
  /// What a client gets for lines that it writes, one answer for each.
  private func answers(_ settings: MCPDoor.Settings = MCPDoor.Settings(), to lines: [String]) throws -> [Value] {
    let host = Host(Settings(directories: []))
    defer { host.close() }
    try host.register(Shelf.self)
    let (input, output) = (try #require(Ends()), try #require(Ends()))
    var settings = settings
    (settings.input, settings.output) = (input.read, output.write)
    let door = MCPDoor(host, settings)
    try door.start()
    defer { door.stop(within: .seconds(5)) }
    return try lines.map { line in
      input.send(Array("\(line)\n".utf8))
      return try Value(json: output.line())
    }
  }

  private static func begin(_ revision: String) -> String {
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(revision)"}}"#
  }

  private static func call(_ tool: String, _ arguments: String = "{}", id: Int = 1) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
  }

  @Test func `a tool is an action by its name, and nothing that a route or a key leads to`() throws {
    let lines = ["Shelf-few", "Shelf-plain", "Shelf-key"].map { MCPDoorTests.call($0) }
    let answers = try answers(to: [MCPDoorTests.begin("2025-06-18")] + lines)
    #expect(answers[1]["result"]?["content"] == [["type": "text", "text": "few"]], "\(answers)")
    #expect(answers[2]["error"]?["message"] == "there is no tool 'Shelf-plain'", "\(answers)")
    #expect(answers[3]["error"]?["message"] == "there is no tool 'Shelf-key'", "\(answers)")
  }

  @Test func `of a list no more answers are kept than there is room for, and then no call is begun`() throws {
    var settings = MCPDoor.Settings()
    settings.unreadLimit = 1_000_000
    Shelf.count.store(0, ordering: .relaxed)
    let calls = (1...100).map { MCPDoorTests.call("Shelf-much", "{\"count\":100000}", id: $0) }
    let list = "[\(calls.joined(separator: ","))]"
    let all = try #require(try answers(settings, to: [MCPDoorTests.begin("2025-03-26"), list])[1].list)
    let told = all.filter { $0["result"] != nil }.count
    let words = Set(all.compactMap { $0["error"]?["message"]?.text?.prefix(20) })
    #expect(all.count == 100 && told > 4 && told < 60, "\(told)")
    #expect(words.isSubset(of: ["the answer was left ", "the call was not beg"]) && !words.isEmpty, "\(words)")
    #expect(Shelf.count.load(ordering: .relaxed) < 100, "every call was begun")
  }

  @Test func `calls of one component that were never made before leave threads for another's`() throws {
    let host = Host(Settings(directories: []))
    defer { host.close() }
    try host.register(Shelf.self)
    try host.register(Sloth.self)
    let (input, output) = (try #require(Ends()), try #require(Ends()))
    var settings = MCPDoor.Settings()
    (settings.input, settings.output, settings.threadLimit) = (input.read, output.write, 4)
    let door = MCPDoor(host, settings)
    try door.start()
    defer { door.stop(within: .seconds(5)) }
    input.send(Array("\(MCPDoorTests.begin("2025-06-18"))\n".utf8))
    _ = output.line()
    let calls = (1...4).map { MCPDoorTests.call("Sloth-wait", id: $0) } + [MCPDoorTests.call("Shelf-few", id: 5)]
    input.send(Array(calls.map { "\($0)\n" }.joined().utf8))
    defer { Sloth.isOver.store(true, ordering: .relaxed) }
    #expect(try Value(json: output.line())["id"] == 5)
  }

  @Test func `a name that was cut off is looked for once`() throws {
    let host = Host(Settings(directories: []))
    defer { host.close() }
    try host.register(Shelf.self)
    let book = ToolBook(host, callTime: nil) { _ in }
    let long = ToolName(target: "Shelf", action: Shelf.long)
    #expect(ToolName(long.text) == nil && ToolName.isCut(long.text))
    #expect(book.known(long.text) == nil)
    #expect(book.tool(called: long.text) == long && book.known(long.text) == long)
    let missing = ToolName(target: "Shelf", action: "\(Shelf.long)s").text
    #expect(book.tool(called: missing) == nil && book.known(missing) == nil)
    book.forget()
    #expect(book.known(long.text) == nil)
  }

  @Test func `what was refused is not tried again for each who asks`() throws {
    var template = Array("/tmp/mcp-door-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
      for name in ["libBroken.so", "libOther.so"] { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    func put(_ name: String) { close(open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)) }
    put("libBroken.so")
    let host = Host(Settings(directories: [folder]))
    defer { host.close() }
    let told = Atomic(0)
    let book = ToolBook(host, callTime: nil) { left in told.wrappingAdd(left.count, ordering: .relaxed) }
    for _ in 0..<5 { #expect(book.list().left.count == 1) }
    #expect(told.load(ordering: .relaxed) == 1)
    // Another file is another list, and so is another moment.
    put("libOther.so")
    #expect(book.list().left.count == 2 && told.load(ordering: .relaxed) == 3)
    usleep(1_050_000)
    _ = book.list()
    #expect(told.load(ordering: .relaxed) == 5)
  }

  @Test func `who begins to listen as the door ends is answered as well`() throws {
    let host = Host(Settings(directories: []))
    defer { host.close() }
    let (input, output) = (try #require(Ends()), try #require(Ends()))
    var settings = MCPDoor.Settings()
    (settings.input, settings.output) = (input.read, output.write)
    let core = MCPCore(host, settings)
    try core.start()
    let share = TargetShare(callLimit: 1, threadLimit: 1)
    #expect(core.enter(share))
    let end = Thread { _ = core.stop(within: .seconds(20)) }
    while core.stage == .open { usleep(1000) }
    // Behind the look for those who listen.
    usleep(100_000)
    core.registry.add(.listener(MCPExchange(.int(3), .july2026, nil, core), toTools: true))
    core.leave(share)
    end.join()
    #expect(try Value(json: output.line())["id"] == 3)
  }

  @Test func `a listing that was cancelled takes no other request out that has its id by now`() throws {
    let host = Host(Settings(directories: []))
    defer { host.close() }
    let output = try #require(Ends())
    var settings = MCPDoor.Settings()
    settings.output = output.write
    let core = MCPCore(host, settings)
    let listings = (0..<2).map { _ in MCPListing(after: nil, MCPExchange(.int(1), .june2025, nil, core), core) }
    core.registry.add(.listing(listings[0]))
    listings[0].exchange.drop()
    #expect(core.registry.remove(.int(1)) != nil)
    core.registry.add(.listing(listings[1]))
    let thread = ServingThread()
    for (listing, isLeft) in zip(listings, [true, false]) {
      #expect(core.enter(listing.share))
      listing.run(on: thread)
      #expect(core.registry.has(.int(1)) == isLeft)
    }
    #expect(try Value(json: output.line())["result"]?["tools"] == [])
  }
}

// A pipe.
private final class Ends {
  let read: Int32
  let write: Int32
  private var rest: [UInt8] = []

  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    (read, write) = (ends[0], ends[1])
  }

  deinit {
    close(read)
    close(write)
  }

  func send(_ bytes: [UInt8]) {
    var left = bytes[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { Glibc.write(write, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      left = left.dropFirst(count)
    }
  }

  /// The next line; what there is of it where no more comes in time.
  func line() -> [UInt8] {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeFirst(end + 1) }
        return Array(rest[..<end])
      }
      var ready = pollfd(fd: read, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 30_000) > 0 else { return rest }
      let count = Glibc.read(read, &room, room.count)
      if count <= 0 { return rest }
      rest += room.prefix(count)
    }
  }
}

private struct Shelf: Component {
  static let summary = "Answers"
  static let count = Atomic(0)

  init(mediator: Mediator) {}

  var actions: [Action] {
    Action("few", "Says little") { _ in .text("few") }.remote
    Action("much", "Says so many letters") { call in
      Shelf.count.wrappingAdd(1, ordering: .relaxed)
      return .text(String(repeating: "a", count: try call.int("count")))
    }.remote
    Action(Shelf.long, "Has a long name") { _ in nil }.remote
  }

  static let long = "a" + String(repeating: "b", count: 100)

  var paths: [Path] { Path("/plain", "few") }
}

// Takes its time.
private struct Sloth: Component {
  static let isOver = Atomic(false)

  init(mediator: Mediator) {}

  var actions: [Action] {
    Action("wait") { _ in
      while !Sloth.isOver.load(ordering: .relaxed) { usleep(1000) }
      return nil
    }.remote
  }
}
