import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// Files that replace what callers use, in a host that takes compatible upgrades only.
@Suite(.offPool) struct UpgradeFileTests {
  private let message =
    "it would break what callers use: "
    + "Upgraded.total, the parameter 'sum': the caller sends int, the component takes text"

  private func host(_ folder: Folder, _ adjust: (inout Settings) -> Void = { _ in }) -> Host {
    var settings = Settings(directories: [folder.path])
    settings.upgrades = .compatible
    adjust(&settings)
    return Host(settings)
  }

  private func run(_ host: Host) throws -> Value { try host.mediator.call("Upgraded", "run") }
  private func total(_ host: Host) throws -> Value { try host.mediator.call("Upgraded", "total", ["sum": 1]) }

  private func listed(_ host: Host) -> Refusal? {
    if case .refused(let refusal) = host.list().first?.state { refusal } else { nil }
  }

  @Test func `what would break calls is not taken, with the reason in the list, in changes and as an event`() throws {
    let folder = Folder("upgraded")
    let changed = Guarded<[String]>([])
    let host = host(folder) { $0.changed = { change in changed.withLock { $0.append(change.description) } } }
    let reasons = Guarded<[Value?]>([])
    let observation = try host.mediator.observe(HostEvent.refused) { notice in
      reasons.withLock { $0.append(notice.value["reason"]) }
    }
    #expect(try run(host) == "first")
    #expect(try total(host) == "ok")
    folder.put("upgraded-breaks")
    guard case .kept(let refusal) = host.refresh().first?.kind else {
      Issue.record("it was replaced")
      return
    }
    #expect(refusal.reason == "not_compatible" && refusal.message == message && refusal.help != nil)
    #expect(refusal.file == folder("libUpgraded.so"))
    #expect(listed(host) == refusal)
    #expect(changed.withLock { $0 } == ["Upgraded was not replaced: \(message)"])
    #expect(eventually { reasons.withLock { $0 } == ["not_compatible"] })
    #expect(host.refresh() == [], "said once")
    #expect(try run(host) == "first")
    #expect(try total(host) == "ok")
    #expect(host.generations.filter { $0.state != .refused }.map(\.number) == [1])
    folder.put("upgraded-fits")
    #expect(host.refresh().map(\.kind) == [.replaced(generation: 2)])
    #expect(listed(host) == nil)
    #expect(try run(host) == "fits")
    #expect(try total(host) == "ok")
    withExtendedLifetime(observation) {}
  }

  @Test func `what nobody has called may change in any way, and any host may take it`() throws {
    let folder = Folder("upgraded")
    let careful = host(folder)
    let other = host(folder) { $0.upgrades = .all }
    #expect(try total(other) == "ok")
    for host in [careful, other] { #expect(try run(host) == "first") }
    folder.put("upgraded-breaks")
    for host in [careful, other] {
      #expect(host.refresh().map(\.kind) == [.replaced(generation: 2)])
      #expect(try run(host) == "breaks")
    }
  }

  @Test func `a watched file that would break calls is not taken`() throws {
    let folder = Folder("upgraded")
    let changed = Guarded<[String]>([])
    let host = host(folder) { settings in
      settings.watches = true
      settings.changed = { change in changed.withLock { $0.append(change.description) } }
    }
    #expect(try total(host) == "ok")
    folder.put("upgraded-breaks")
    #expect(eventually { changed.withLock { $0 } == ["Upgraded was not replaced: \(message)"] })
    #expect(try run(host) == "first")
    folder.put("upgraded-fits")
    #expect(eventually { changed.withLock { $0 }.last == "Upgraded was replaced: generation 2" })
    #expect(try run(host) == "fits")
    host.close()
  }

  @Test func `a rollback is the operator's own wish, and is not judged`() throws {
    let folder = Folder("upgraded")
    let host = host(folder)
    #expect(try total(host) == "ok")
    folder.put("upgraded-fits")
    #expect(host.refresh().count == 1)
    #expect(try host.mediator.call("Upgraded", "extra") == "ok")
    #expect(try host.rollback("Upgraded").kind == .replaced(generation: 3))
    #expect(try run(host) == "first")
    // What was called before it counts still.
    folder.put("upgraded-breaks")
    guard case .kept(let refusal) = host.refresh().first?.kind else {
      Issue.record("it was replaced")
      return
    }
    #expect(refusal.message == message)
  }

  @Test func `what comes back after it was taken out replaces nothing`() throws {
    let folder = Folder("upgraded")
    let host = host(folder)
    #expect(try total(host) == "ok")
    folder.remove("libUpgraded.so")
    #expect(host.refresh().map(\.kind) == [.removed])
    folder.put("upgraded-breaks")
    #expect(try run(host) == "breaks")
    #expect(try host.mediator.call("Upgraded", "total", ["sum": "1"]) == "ok")
  }
}
