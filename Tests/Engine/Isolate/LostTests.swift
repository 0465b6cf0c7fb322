import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// Isolated components whose process ends while something else is done with them.
@Suite(.serialized, .offPool) struct LostTests {
  private struct Reader: Component {
    static let made = Guarded(0)
    /// What the start of each does, by its number.
    static let begins = Guarded<@Sendable (Int) throws -> Void>({ _ in })
    let number: Int

    init(mediator: Mediator) {
      number = Reader.made.withLock { made in
        made += 1
        return made
      }
    }
    var actions: [Action] { Action("version") { [number] _ in .int(number) }.remote }
    var paths: [Path] { Path("/here", "version") }
    var lifecycle: [LifeStep] {
      LifeStep.start { [number] in try Reader.begins.withLock { $0 }(number) }
    }
  }

  private let workshop: ElfWorkshop
  private let host: Host
  private let isolator = PretendedIsolator { Reader.register($0, $1) }
  private let begun = Supply()
  private let goesOn = Supply()

  init() throws {
    Reader.made.withLock { $0 = 0 }
    Reader.begins.withLock { $0 = { _ in } }
    workshop = try ElfWorkshop()
    var settings = Settings(directories: [workshop.path])
    settings.isolation = .all
    settings.isolator = isolator
    settings.stepLimit = .seconds(60)
    host = Host(settings)
  }

  // Another build each time: what lies behind an ELF file is part of it.
  private func put(_ number: Int) throws {
    try workshop.write(WatchedHost.versions[1] + Array("\(number)".utf8), to: "aside")
    #expect(rename("\(workshop.path)/aside", "\(workshop.path)/libReader.so") == 0)
  }

  private var version: Value? { try? host.mediator.call("Reader", "version") }
  private var numbers: [Int] { host.generations.map(\.number) }

  private var isBooked: Bool {
    host.loader.gate.locked { if case .loading = host.loader.slots["Reader"] { true } else { false } }
  }

  // A refresh whose component is lost while the next generation starts.
  private func losing(_ start: @escaping @Sendable (Int) throws -> Void) throws -> Thread {
    try put(1)
    #expect(version == 1)
    try put(2)
    Reader.begins.withLock {
      $0 = { [begun, goesOn] number in
        if number == 2 {
          begun.add()
          goesOn.take()
        }
        try start(number)
      }
    }
    let refreshing = Thread { [host] in #expect(host.refresh().count == 1) }
    #expect(begun.take(within: 60))
    try #require(isolator.loaded.first).lose()
    return refreshing
  }

  @Test func `what is lost while it is replaced is loaded by nobody else: the next one takes its place`() throws {
    let refreshing = try losing { _ in }
    #expect(isBooked, "until that is over")
    let calling = Thread { [host] in #expect((try? host.mediator.call("Reader", "version")) == 2) }
    #expect(eventually { host.loader.gate.waiters > 0 })
    goesOn.add()
    refreshing.join()
    calling.join()
    #expect(numbers == [1, 2] && host.loader.loaded["Reader"]?.number == 2)
    #expect(try host.mediator.open("app://Reader/here") == 2)
    host.close()
    #expect(host.generations.allSatisfy { $0.state == .retired })
  }

  @Test func `and where that does not start the next call has it loaded anew`() throws {
    let refreshing = try losing { if $0 == 2 { throw Failure(.failed, "", "not now") } }
    goesOn.add()
    refreshing.join()
    #expect(!isBooked && host.loader.loaded.isEmpty)
    #expect(version == 3 && numbers == [1, 2, 3])
    #expect(try host.mediator.open("app://Reader/here") == 3)
    host.close()
  }

  @Test func `what never answered takes no place among the files that are kept for a rollback`() throws {
    try put(1)
    #expect(version == 1)
    Reader.begins.withLock { $0 = { _ in throw Failure(.failed, "", "not now") } }
    for number in 2...(Loader.keptCopies + 3) {
      try put(number)
      #expect(host.refresh().count == 1)
    }
    let kept = host.generations.filter { $0.descriptors > 0 }.map(\.number)
    #expect(kept == [1, Loader.keptCopies + 2, Loader.keptCopies + 3], "and the last two")
    Reader.begins.withLock { $0 = { _ in } }
    try #require(isolator.loaded.first).lose()
    #expect(try host.rollback("Reader").kind == .replaced(generation: Loader.keptCopies + 4))
    #expect(version != nil)
    host.close()
  }

  @Test func `what was started again from one copy holds one descriptor, however often`() throws {
    var settings = Settings(directories: [workshop.path])
    settings.isolation = .some(["Reader"])
    settings.isolator = isolator
    // More are in use anyway.
    settings.descriptorLimit = 4
    let host = Host(settings)
    try put(1)
    // It is started again from its copy only where its file was not written just before.
    #expect(eventually { (try? host.loader.find("Reader"))?.identity.isSettled == true })
    for number in 1...3 {
      #expect(try host.mediator.call("Reader", "version") == .int(number))
      try #require(isolator.loaded.last).lose()
    }
    for version in 1...2 {
      let made = try WatchedHost.compile("-DVERSION=\(version) -DNAME='\"Other\"'", in: workshop)
      #expect(rename(made, "\(workshop.path)/libOther.so") == 0)
      if version == 1 { #expect(try host.mediator.call("Other", "version") == 1) }
    }
    guard case .kept(let refusal) = host.refresh().first?.kind else {
      Issue.record("it was replaced")
      return
    }
    #expect(refusal.message.contains("hold 1 descriptors") && refusal.retry == .whenCallsEnd, "\(refusal)")
    host.close()
  }

  @Test func `what was rolled back to stays that where its process has ended`() throws {
    try put(1)
    #expect(version == 1)
    try put(2)
    #expect(host.refresh().map(\.kind) == [.replaced(generation: 2)] && version == 2)
    #expect(try host.rollback("Reader").kind == .replaced(generation: 3))
    #expect(version == 3 && host.list().map(\.isRolledBack) == [true])
    // It is started again from its copy only where its file was not written just before.
    #expect(eventually { (try? host.loader.find("Reader"))?.identity.isSettled == true })
    try #require(isolator.loaded.last).lose()
    #expect(version == 4 && numbers == [1, 2, 3, 4])
    #expect(host.list().map(\.isRolledBack) == [true] && host.loader.loaded["Reader"]?.origin == 1)
    // There is none before the first.
    #expect(throws: Refusal.self) { try host.rollback("Reader") }
    host.close()
  }
}
