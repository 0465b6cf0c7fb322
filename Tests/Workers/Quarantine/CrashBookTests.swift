import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentWorkers

@Suite struct CrashBookTests {
  @Test func `what crashed too often in the window is refused, and another build is not`() throws {
    let book = CrashBook()
    let first = try build("first")
    for _ in 0..<4 { book.note(first, .fault) }
    #expect(book.all.first?.isQuarantined == false)
    book.note(first, .fault)
    let refusal = #expect(throws: Refusal.self) { try book.admit(first) }
    #expect(refusal?.reason == "quarantined")
    #expect(refusal?.message.hasPrefix("it crashed 5 times, the last time with SIGSEGV at ") == true)
    #expect(refusal?.help?.hasSuffix("'host pardon Reader'") == true)
    _ = try book.admit(build("second"))
    // Nor is another component that has the very same identity, as any file can be given.
    _ = try book.admit(build("first", of: "Other"))
  }

  @Test func `how many are too many is the program's to say`() throws {
    var settings = Settings()
    settings.quarantine = Quarantine(crashes: 2, window: .seconds(60))
    let book = CrashBook()
    for _ in 0..<2 { book.note(try build("x", settings), .fault) }
    #expect(throws: Refusal.self) { try book.admit(build("x", settings)) }
    settings.quarantine.crashes = 0
    _ = try book.admit(build("x", settings))
  }

  @Test func `the next start waits the longer, the more crashes there were`() {
    #expect((0...6).map(CrashBook.pause) == [0, 0, 100, 200, 400, 800, 800])
    #expect(CrashBook.pause(behind: .max) == 800)
  }

  @Test func `what is pardoned is started again`() throws {
    let book = CrashBook()
    for _ in 0..<5 { book.note(try build("x"), .fault) }
    #expect(!book.pardon("Other"))
    #expect(book.pardon("Reader"))
    _ = try book.admit(build("x"))
    #expect(book.all == [])
  }

  @Test func `with a state folder it outlasts the host, by its build`() throws {
    let state = TemporaryState()
    var settings = Settings()
    settings.stateDirectory = state.path
    for _ in 0..<5 { CrashBook().note(try build("x", settings), .fault) }
    #expect(throws: Refusal.self) { try CrashBook().admit(build("x", settings)) }
    _ = try CrashBook().admit(build("y", settings))
    #expect(state.names(in: "crashes").count == 1)
    // By another process, while this one knows of it as well.
    let book = CrashBook()
    #expect(throws: Refusal.self) { try book.admit(build("x", settings)) }
    #expect(try StateFolder(state.path).pardon("Reader"))
    _ = try book.admit(build("x", settings))
  }

  @Test func `where the state folder can't be written the crashes count all the same`() throws {
    let state = TemporaryState()
    // A name for which there could be a file, and can't be a draft of it.
    let component = try build("x", of: String(repeating: "R", count: 170), state.settings)
    let book = CrashBook()
    for _ in 0..<5 {
      _ = try book.admit(component)
      book.note(component, .fault)
    }
    #expect(throws: Refusal.self) { try book.admit(component) }
    #expect(state.names(in: "crashes") == [])
  }

  @Test func `what another process has pardoned begins anew with the next crash`() throws {
    let state = TemporaryState()
    let book = CrashBook()
    for _ in 0..<4 { book.note(try build("x", state.settings), .fault) }
    #expect(try StateFolder(state.path).pardon("Reader"))
    book.note(try build("x", state.settings), .fault)
    _ = try book.admit(build("x", state.settings))
    #expect(book.all.map(\.count) == [1])
  }

  @Test func `the crashes of two hosts with one folder add up`() throws {
    let state = TemporaryState()
    let books = [CrashBook(), CrashBook()]
    for round in 0..<5 { books[round % 2].note(try build("x", state.settings), .fault) }
    for book in books { #expect(throws: Refusal.self) { try book.admit(build("x", state.settings)) } }
    #expect(books[0].all.map(\.count) == [5])
  }

  @Test func `a limit above what is listed holds`() throws {
    let state = TemporaryState()
    var settings = state.settings
    settings.quarantine = Quarantine(crashes: 25, window: .seconds(3600))
    let book = CrashBook()
    for _ in 0..<24 { book.note(try build("x", settings), .fault) }
    #expect(book.all.first?.isQuarantined == false)
    book.note(try build("x", settings), .fault)
    #expect(throws: Refusal.self) { try CrashBook().admit(build("x", settings)) }
  }

  @Test func `hearing of a crash waits for no report`() throws {
    var settings = Settings()
    let (isHeard, goOn) = (Guarded(false), Supply())
    settings.report = { _ in
      _ = goOn.take(within: 30)
      isHeard.withLock { $0 = true }
    }
    let component = try build("x", settings)
    CrashBook().hear(component, "ab", WorkerEnd(cause: .exit(3), wasTold: true))
    #expect(!isHeard.withLock { $0 })
    goOn.add()
    WorkerProcess.flushLines(until: Deadline(after: .seconds(20)))
    #expect(isHeard.withLock { $0 })
  }

  @Test func `crashes before the window do not count`() throws {
    var known = CrashedBuild(component: "Reader", build: "ab")
    for second in 0..<5 { known.add(.init(time: Timestamp(seconds: Int64(1000 + second)), how: "SIGSEGV")) }
    #expect(known.recent(within: .seconds(60), of: Timestamp(seconds: 1061)) == 4)
    #expect(known.recent(within: .seconds(60), of: Timestamp(seconds: 2000)) == 0)
    #expect(known.recent(within: .seconds(60), of: Timestamp(seconds: 1)) == 5)
  }

  @Test func `a hash of the content stands for a build without identity`() throws {
    let known = "sha256-ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(BuildKey.of(try build("abc")) == known)
    #expect(BuildKey.isValid(known))
    for length in [0, 55, 56, 63, 64, 65, 16383, 16384, 16385, 40000] {
      let key = BuildKey.of(try build(String(repeating: "a", count: length)))
      #expect(key.map(BuildKey.isValid) == true)
    }
    let million = "sha256-cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(BuildKey.of(try build(String(repeating: "a", count: 1_000_000))) == million)
  }
}
