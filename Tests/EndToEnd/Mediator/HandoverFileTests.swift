import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// A state that is handed over where files are replaced.
@Suite(.offPool) struct HandoverFileTests {
  private func host(_ folder: Folder, _ reports: Guarded<[String]>) -> Host {
    var settings = Settings(directories: [folder.path])
    settings.report = { report in reports.withLock { $0.append(report.message) } }
    return Host(settings)
  }

  @Test func `a count goes on through refresh and rollback`() throws {
    let folder = Folder("hands-over")
    let reports = Guarded<[String]>([])
    let host = host(folder, reports)
    for count in 1...3 { #expect(try host.mediator.call("HandsOver", "run") == .int(count)) }
    // Another build: what lies behind an ELF file is part of it.
    folder.write(Folder.bytes(of: folder("libHandsOver.so")) + [0], as: "libHandsOver.so")
    #expect(host.refresh().map(\.kind) == [.replaced(generation: 2)])
    #expect(try host.mediator.call("HandsOver", "run") == 4)
    #expect(try host.rollback("HandsOver").kind == .replaced(generation: 3))
    #expect(try host.mediator.call("HandsOver", "run") == 5)
    #expect(reports.withLock { $0 } == [])
  }

  @Test func `a generation that restores nothing begins anew, and that is reported`() throws {
    let folder = Folder("hands-over")
    let reports = Guarded<[String]>([])
    let host = host(folder, reports)
    for count in 1...3 { #expect(try host.mediator.call("HandsOver", "run") == .int(count)) }
    folder.put("hands-over-nothing")
    #expect(host.refresh().map(\.kind) == [.replaced(generation: 2)])
    #expect(try host.mediator.call("HandsOver", "run") == 1)
    #expect(
      reports.withLock { $0 } == [
        "generation 2 of HandsOver starts without the state of generation 1: it restores none"
      ])
  }

  @Test func `a state that can't cross the border is none, and the old one goes on`() throws {
    let folder = Folder("saves-badly")
    let reports = Guarded<[String]>([])
    let host = host(folder, reports)
    #expect(try host.mediator.call("SavesBadly", "run") == 1)
    folder.put("saves-badly")
    guard case .kept(let refusal) = host.refresh().first?.kind else {
      Issue.record("it was replaced")
      return
    }
    #expect(refusal.reason == "save_failed")
    #expect(
      refusal.message.hasPrefix("the one before did not save its state: the reply of SavesBadly.save is invalid: "),
      "\(refusal.message)")
    #expect(try host.mediator.call("SavesBadly", "run") == 2)
    guard case .refused(let listed) = host.list().first?.state else {
      Issue.record("the reason does not stand in the list")
      return
    }
    #expect(listed == refusal)
  }
}
