import ComponentABI
import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// How much a component may observe at once, and what each language says of that.
@Suite(.offPool) struct ObservesMuchTests {
  private static let limit = Int(COMPONENT_OBSERVED_LIMIT)

  private struct Other: Component {
    init(mediator: Mediator) {}
    var events: [EventDeclaration] { EventDeclaration("Other.said") }
    var actions: [Action] { Action("x") { _ in nil } }
  }

  private struct ObservesSwift: Component {
    let mediator: Mediator
    private let begun = Guarded<[ComponentKit.Observation]>([])
    init(mediator: Mediator) { self.mediator = mediator }
    var observers: [Observer] { Observer("Other.said") { _ in } }
    var actions: [Action] {
      Action("observe") { [mediator, begun] call in
        for _ in 0..<(try call.int("count")) {
          let observation = try mediator.observe("Other.said") { _ in }
          begun.withLock { $0.append(observation) }
        }
        return call.value("count") ?? nil
      }
      Action("pair") { [mediator, begun] _ in
        let observation = try mediator.observe("Other.said", "Other.done", "Other.said") { _ in }
        begun.withLock { $0.append(observation) }
        return nil
      }
      Action("end") { [begun] _ in
        let ended = begun.withLock { all in
          defer { all = [] }
          return all
        }
        for observation in ended { observation.cancel() }
        return nil
      }
    }
  }

  private func host(_ fixtures: String..., log: Guarded<[String]>? = nil) throws -> Host {
    let folder = Folder()
    for fixture in fixtures { folder.put(fixture) }
    var settings = Settings(directories: [folder.path])
    settings.report = { report in log?.withLock { $0.append("\(report)") } }
    let host = Host(settings)
    try host.register(Other.self)
    return host
  }

  private func refusal(_ host: Host, _ target: String, _ action: String, _ parameters: Fields = [:]) -> Failure? {
    failure { () throws(Failure) in try host.mediator.call(target, action, parameters) }
  }

  @Test func `a component observes so much at once, and more when it ends something`() throws {
    let log = Guarded<[String]>([])
    let host = try host(log: log)
    try host.register(ObservesSwift.self)
    #expect(try host.mediator.call("ObservesSwift", "observe", ["count": .int(Self.limit - 1)]) == .int(Self.limit - 1))
    let refused = try #require(refusal(host, "ObservesSwift", "pair"))
    #expect(refused.code == .denied && refused.reason == "too_many_observers")
    #expect(
      refused.message
        == "the component observes 4096 events already, each observer's counted: end what is not needed any more")
    #expect(try host.mediator.call("ObservesSwift", "observe", ["count": 1]) == 1)
    for _ in 0..<9 { #expect(refusal(host, "ObservesSwift", "observe", ["count": 1])?.reason == "too_many_observers") }
    let words =
      "ObservesSwift can't observe more: it observes 4096 events already, each observer's counted, and has to end what it "
      + "does not need any more"
    #expect(log.withLock { $0 } == [words, "\(words) (10 times)"])
    _ = try host.mediator.call("ObservesSwift", "end")
    _ = try host.mediator.call("ObservesSwift", "pair")
    #expect(refusal(host, "ObservesSwift", "observe", ["count": .int(Self.limit)])?.reason == "too_many_observers")
    // The program's own are its own business.
    let own = try (0...Self.limit).map { _ in try host.mediator.observe("Other.said") { _ in } }
    withExtendedLifetime(own) {}
    host.close()
  }

  @Test func `the next generation observes as much again`() throws {
    let host = try host()
    try host.register(ObservesSwift.self)
    for _ in 1...3 {
      #expect(try host.mediator.call("ObservesSwift", "observe", ["count": .int(Self.limit)]) == .int(Self.limit))
      try host.replace(ObservesSwift.self)
    }
    host.close()
  }

  @Test func `in C as much is observed and no more`() throws {
    let host = try host("observes-c")
    #expect(try host.mediator.call("ObservesC", "observe", ["count": .int(Self.limit + 10)]) == .int(Self.limit))
    #expect(try host.mediator.call("ObservesC", "observe", ["count": 1]) == 0)
    host.close()
  }

  private static let others =
    [("observes-cpp", "ObservesCpp")] + (Samples.hasRust ? [("observes-rust", "ObservesRust")] : [])

  @Test(arguments: others) func `other languages say why no more is observed`(_ fixture: String, _ name: String) throws
  {
    let host = try host(fixture)
    #expect(try host.mediator.call(name, "observe", ["count": .int(Self.limit)]) == .int(Self.limit))
    let refused = try #require(refusal(host, name, "observe", ["count": 1]))
    #expect(refused.code == .denied && refused.reason == "too_many_observers")
    #expect(refused.message == "the component observes as much as it may: end what is not needed any more")
    _ = try host.mediator.call(name, "end")
    #expect(try host.mediator.call(name, "observe", ["count": .int(Self.limit)]) == .int(Self.limit))
    host.close()
  }

  @Test func `in a process of its own it is the same`() throws {
    let folder = Folder("observes-c")
    let run = Run.host(
      "--plugins", folder.path, "--isolate", "ObservesC", "call", "ObservesC", "observe", "count=\(Self.limit + 10)")
    #expect(run.out == "\(Self.limit)\n" && run.code == 0)
    #expect(run.err.contains("ObservesC can't observe more: it observes 4096 events already"))
  }
}
