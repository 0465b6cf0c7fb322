import ComponentABI
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// What components say for the log.
@Suite(.offPool) struct LogTests {
  /// Speaks while it is made, in an action and at the end.
  struct Talker: Component {
    let mediator: Mediator
    init(mediator: Mediator) {
      self.mediator = mediator
      mediator.log(.debug, "hosted by \(mediator.hostName) \(mediator.hostVersion)")
    }
    var actions: [Action] {
      Action("say") { [mediator] call in
        mediator.log(.warning, try call.text("text"))
        return nil
      }
    }
    func shutdown() { mediator.log(.error, "it is over") }
  }

  private let said = Guarded<[LogLine]>([])

  private func host() throws -> Host {
    var settings = Settings()
    settings.program = HostProgram("test", Version(4, 5, 6))
    settings.log = { [said] line in said.withLock { $0.append(line) } }
    let host = Host(settings)
    try host.register(Talker.self)
    return host
  }

  private var lines: [LogLine] { said.withLock { $0 } }

  @Test func `a component speaks while it is made, in its actions and at its end`() throws {
    let host = try host()
    _ = try host.mediator.call("Talker", "say", ["text": "two\nlines"])
    host.mediator.log(.info, "the program itself")
    host.close()
    #expect(
      lines == [
        LogLine("Talker", .debug, "hosted by test 4.5.6"), LogLine("Talker", .warning, "two\nlines"),
        LogLine("test", .info, "the program itself"), LogLine("Talker", .error, "it is over"),
      ])
    #expect(lines.map(\.description)[1] == "Talker: two\nlines")
  }

  private func log(_ bytes: [UInt8], count: Int? = nil, level: UInt32 = COMPONENT_LEVEL_INFO) throws {
    let table = try host().mediator.host
    bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      table.pointee.log(table, level, component_text(bytes: start, length: count ?? bytes.count))
    }
  }

  @Test func `a long line is cut between two characters`() throws {
    let limit = Int(COMPONENT_LOG_LIMIT)
    for (letter, size) in [("x", 1), ("ü", 2), ("中", 3), ("😀", 4)] {
      said.withLock { $0 = [] }
      try log(Array(String(repeating: letter, count: limit).utf8) + [0])
      #expect(lines.last?.message == String(repeating: letter, count: limit / size) + "…")
    }
    said.withLock { $0 = [] }
    let whole = String(repeating: "x", count: limit)
    try log(Array(whole.utf8))
    #expect(lines.last?.message == whole)
  }

  @Test func `what is no UTF-8 is repaired, also where it is cut`() throws {
    try log([0x61, 0xFF, 0x62])
    #expect(lines.last?.message == "a\u{FFFD}b")
    try log([UInt8](repeating: 0x80, count: Int(COMPONENT_LOG_LIMIT) + 10))
    let message = try #require(lines.last?.message)
    #expect(message.hasSuffix("\u{FFFD}…") && message.utf8.count <= 3 * Int(COMPONENT_LOG_LIMIT) + 3)
  }

  @Test(arguments: [(nil, 0), (nil, 5), ([0x61], 0), ([0x61], -1), ([0x61], .min)] as [([UInt8]?, Int)])
  func `nothing is said where there is no text`(_ bytes: [UInt8]?, _ count: Int) throws {
    if let bytes {
      try log(bytes, count: count)
    } else {
      let table = try host().mediator.host
      table.pointee.log(table, COMPONENT_LEVEL_INFO, component_text(bytes: nil, length: count))
    }
    #expect(lines.map(\.component) == ["Talker"] && lines[0].level == .debug)
  }

  @Test func `without a host nobody is told`() throws {
    try host().mediator.host.pointee.log(NullTests.nothing(), 0, Ear.text("x"))
    #expect(lines.count == 1)
  }

  @Test(
    arguments: [
      (0, .debug), (10, .debug), (19, .debug), (25, .info), (30, .warning), (39, .warning), (40, .error),
      (.max, .error),
    ] as [(UInt32, LogLevel)])
  func `a level that is not known is the next lower one`(_ level: UInt32, _ known: LogLevel) throws {
    try log([0x61], level: level)
    #expect(lines.last == LogLine("test", known, "a"))
  }

  @Test func `of a component that says too much lines are left out, and somebody is told so once a second`() {
    let count = LogCount()
    let second: Int64 = 1_000_000_000
    for number in 1...(LogCount.limit + 5) { #expect(count.next(at: 7 * second) == number) }
    #expect(count.next(at: 8 * second) == 1)
    // A thread that looked at the clock before others counts in their second.
    #expect(count.next(at: 7 * second + 1) == 2 && count.next(at: 8 * second) == 3)
  }

  @Test func `many threads get each their own number`() {
    let count = LogCount()
    let numbers = Guarded<[UInt64]>([])
    Thread.each(4) { _ in
      for _ in 0..<100 {
        let number = count.next(at: 1_000_000_000)
        numbers.withLock { $0.append(number) }
      }
    }
    #expect(numbers.withLock { $0.sorted() } == Array(1...400))
  }

  @Test func `the log says what was left out`() throws {
    let host = try host()
    // Between two looks at the clock a second may end: then there are two of these words.
    for number in 0..<3 * LogCount.limit { host.mediator.log(.error, "line \(number)") }
    let mine = lines.filter { $0.component == "test" }
    let words = "it says more than 1000 lines a second; the others of this second are left out"
    #expect(mine.count < 3 * Int(LogCount.limit))
    #expect(mine.contains(LogLine("test", .warning, words)))
    // The count is each component's own.
    _ = try host.mediator.call("Talker", "say", ["text": "still heard"])
    #expect(lines.last == LogLine("Talker", .warning, "still heard"))
  }
}
