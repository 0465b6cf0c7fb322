import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// Events of components that come, go and change.
@Suite(.offPool) struct EventTests {
  private final class Heard: Sendable {
    private let heard = Guarded<[String]>([])
    private let more = Supply()

    func add(_ words: String) {
      heard.withLock { $0.append(words) }
      more.add()
    }

    /// What there is once so many more have come.
    func wait(_ count: Int) -> [String] {
      for _ in 0..<count where !more.take(within: 30) { break }
      return heard.withLock { $0 }
    }
  }

  private struct Other: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var events: [EventDeclaration] { EventDeclaration("Other.told") }
    var actions: [Action] {
      Action("tell") { [mediator] call in
        try mediator.publish("Other.told", .int(try call.int("number")))
        return nil
      }
    }
  }

  @Test func `an observation goes on when its publisher is replaced, taken out and put back`() throws {
    let folder = Folder()
    let host = Host(Settings(directories: [folder.path]))
    let heard = Heard()
    let observation = try host.mediator.observe("Tells.told") { heard.add("\($0.value.int ?? 0)") }
    folder.put("tells")
    for _ in 0..<2 { _ = try host.mediator.call("Tells", "run") }
    #expect(heard.wait(2) == ["1", "2"])
    folder.put("tells")
    #expect(host.refresh().count == 1)
    _ = try host.mediator.call("Tells", "run")
    #expect(heard.wait(1) == ["1", "2", "1"])
    folder.remove("libTells.so")
    #expect(host.refresh().count == 1)
    folder.put("tells")
    _ = try host.mediator.call("Tells", "run")
    #expect(heard.wait(1) == ["1", "2", "1", "1"])
    withExtendedLifetime(observation) {}
  }

  @Test func `what is refused is told once, however many calls meet that, and also where it is not opened`() throws {
    let folder = Folder()
    let host = Host(Settings(directories: [folder.path]))
    let heard = Heard()
    let observation = try host.mediator.observe("host:refused") { event in
      heard.add("\(event.value["name"]?.text ?? "") \(event.value["reason"]?.text ?? "")")
    }
    func call(_ name: String, mode: mode_t) {
      folder.write("no library".utf8, as: "lib\(name).so", mode: mode)
      for _ in 1...20 {
        #expect(throws: Failure.self) { try host.mediator.call(name, "run") }
      }
    }
    call("Young", mode: 0o755)
    call("Open", mode: 0o777)
    call("Last", mode: 0o755)
    #expect(heard.wait(3) == ["Young not_elf", "Open not_trusted", "Last not_elf"])
    withExtendedLifetime(observation) {}
  }

  @Test func `of two generations the one that answers hears, and the other one no more`() throws {
    let folder = Folder("tells")
    let host = Host(Settings(directories: [folder.path]))
    try host.register(Other.self)
    let heard = Heard()
    let observation = try host.mediator.observe("Tells.told") { heard.add("\($0.value.int ?? 0)") }
    func tell(_ number: Int) throws { _ = try host.mediator.call("Other", "tell", ["number": .int(number)]) }
    // Nobody has loaded it.
    try tell(1)
    _ = try host.load("Tells")
    try tell(2)
    #expect(heard.wait(1) == ["2"])
    for number in 3..<6 {
      folder.put("tells")
      #expect(host.refresh().count == 1)
      try tell(number)
    }
    #expect(heard.wait(3) == ["2", "3", "4", "5"])
    folder.remove("libTells.so")
    #expect(host.refresh().count == 1)
    try tell(6)
    #expect(host.events.topic("Other.told")?.isObserved == false)
    #expect(heard.wait(0) == ["2", "3", "4", "5"])
    withExtendedLifetime(observation) {}
  }

  @Test func `the host says what becomes of files, in its order`() throws {
    let folder = Folder("counts")
    let host = Host(Settings(directories: [folder.path]))
    let heard = Heard()
    let observation = try host.mediator.observe(
      ComponentKit.HostEvent.added, ComponentKit.HostEvent.loaded, ComponentKit.HostEvent.replaced,
      ComponentKit.HostEvent.refused, ComponentKit.HostEvent.retired
    ) { notice in
      let (name, generation) = (notice.value["name"]?.text ?? "", notice.value["generation"]?.int ?? 0)
      heard.add(
        "\(notice.event.dropFirst(5)) \(name) \(generation)" + (notice.value["reason"]?.text.map { " \($0)" } ?? ""))
    }
    // What was there before is not told.
    host.refresh()
    _ = try host.mediator.call("Counts", "run")
    #expect(heard.wait(1) == ["loaded Counts 1"])
    folder.put("good")
    host.refresh()
    host.refresh()
    folder.put("counts")
    host.refresh()
    #expect(heard.wait(3).dropFirst() == ["added Good 0", "replaced Counts 2", "retired Counts 1"])
    // A call finds what no look has found.
    folder.put("tells")
    _ = try host.mediator.call("Tells", "run")
    host.refresh()
    #expect(heard.wait(2).dropFirst(4) == ["added Tells 0", "loaded Tells 1"])
    folder.put("no-actions")
    #expect(throws: Failure.self) { try host.mediator.call("NoActions", "run") }
    #expect(heard.wait(1).dropFirst(6) == ["refused NoActions 0 no_actions"])
    folder.remove("libGood.so")
    host.refresh()
    folder.put("good")
    host.refresh()
    #expect(heard.wait(2).dropFirst(7) == ["added NoActions 0", "added Good 0"])
    folder.copy("\(Place.fixtures)/no-actions/libNoActions.so", as: "libCounts.so")
    host.refresh()
    host.refresh()
    #expect(heard.wait(1).dropFirst(9) == ["refused Counts 0 name_mismatch"])
    host.close()
    #expect(Set(heard.wait(2).dropFirst(10)) == ["retired Counts 2", "retired Tells 1"])
    withExtendedLifetime(observation) {}
  }
}
