import ComponentHost
import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

/// Components that own a port and a log, which nobody else can have meanwhile.
@Suite(.offPool) struct OwnedTests {
  private let folder: Folder
  private let host: Host
  private let reports = Guarded<[String]>([])

  /// - Parameter fixture: what lies there first.
  private init(_ fixture: String) {
    folder = Folder(fixture)
    var settings = Settings(directories: [folder.path])
    settings.report = { [reports] report in reports.withLock { $0.append(report.message) } }
    host = Host(settings)
  }

  init() { self.init("owns") }

  private func port() throws -> UInt16 { UInt16(clamping: try #require(try host.mediator.call("Owns", "run").int)) }

  // "1 5": the version that tells, and how many were told before. Empty where the port is open and nobody told anything,
  // nil where it is closed.
  private func told(by port: UInt16) -> String? { RawClient(ifListening: port)?.all() }

  private func firstTold(by port: UInt16) -> String { told(by: port)?.trimmed ?? "closed" }

  private var log: [String] { folder.lines(of: "owned.log") }

  @Test func `pass them on to the next version, with all that was counted, and back to the one before`() throws {
    let port = try port()
    #expect(firstTold(by: port) == "1 0")
    folder.put("owns-changed")
    #expect(host.refresh().map(\.kind) == [.replaced(generation: 2)])
    #expect(try self.port() == port)
    #expect(firstTold(by: port) == "2 1")
    #expect(try host.rollback("Owns").kind == .replaced(generation: 3))
    #expect(try self.port() == port)
    #expect(firstTold(by: port) == "1 2")
    host.close()
    #expect(firstTold(by: port) == "closed")
    #expect(log == ["1 opens", "1 closes", "2 opens", "2 closes", "1 opens", "1 closes"])
    #expect(reports.withLock { $0 } == [])
  }

  @Test func `take them again where the next version fails with both of them in its hands`() throws {
    let port = try port()
    #expect(firstTold(by: port) == "1 0")
    folder.put("owns-fails")
    guard case .kept(let refusal)? = host.refresh().first?.kind else {
      Issue.record("it was replaced")
      return
    }
    #expect(refusal.message == "its start failed: it has both and does not like them")
    #expect(try self.port() == port)
    #expect(firstTold(by: port) == "1 1")
    #expect(log == ["1 opens", "1 closes", "3 opens", "3 closes", "1 opens"])
    #expect(reports.withLock { $0 } == [])
    host.close()
  }

  @Test func `keep them where they don't hand over, and the next version does not start beside them`() throws {
    let stage = OwnedTests("owns-only")
    let port = try stage.port()
    #expect(stage.firstTold(by: port) == "4 0")
    // The port that its first start got.
    stage.folder.put("owns-only")
    guard case .kept(let refusal)? = stage.host.refresh().first?.kind else {
      Issue.record("it was replaced")
      return
    }
    #expect(refusal.message == "its start failed: Resource temporarily unavailable")
    #expect(stage.firstTold(by: port) == "4 1")
    stage.folder.remove("libOwns.so")
    #expect(stage.host.refresh().map(\.description) == ["Owns was taken out"])
    #expect(stage.firstTold(by: port) == "closed")
    stage.folder.put("owns")
    _ = try stage.port()
    stage.host.close()
    #expect(stage.log == ["4 opens", "4 closes", "1 opens", "1 closes"])
  }

  @Test func `lose no call and tell nobody twice while versions take turns`() throws {
    let port = try port()
    let isOver = Atomic(false)
    let answers = Guarded<[String]>([])
    let calls = Guarded<[Result<Value, Failure>]>([])
    let calling = Thread { [host] in
      while !isOver.load(ordering: .acquiring) {
        let result = Result { () throws(Failure) in try host.mediator.call("Owns", "run") }
        if result != .success(.int(Int(port))) { calls.withLock { $0.append(result) } }
      }
    }
    let connecting = Thread {
      // Each leaves a port behind that nobody has for a minute.
      while !isOver.load(ordering: .acquiring), usleep(500) == 0 {
        if let answer = told(by: port)?.trimmed, !answer.isEmpty { answers.withLock { $0.append(answer) } }
      }
    }
    for number in 2...20 {
      let before = answers.withLock { $0.count }
      #expect(eventually { answers.withLock { $0.count } > before })
      folder.put(["owns", "owns-changed", "owns-fails"][number % 3])
      _ = host.refresh()
    }
    isOver.store(true, ordering: .releasing)
    calling.join()
    connecting.join()
    #expect(calls.withLock { $0 } == [])
    let numbers = answers.withLock { $0 }.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    // Each has closed both before the next one opened them.
    for (place, line) in log.enumerated() { #expect(line.hasSuffix(place % 2 == 0 ? " opens" : " closes"), "\(log)") }
    #expect(reports.withLock { $0 } == [])
    host.close()
  }
}

extension String {
  fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
