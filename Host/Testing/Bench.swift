public import ComponentABI
public import ComponentHost
public import ComponentKit

/// A component on the workbench: loaded alone, with everything it asks of others in the test's hands.
///
///     let bench = try Bench(file: "lib/libReader.so")
///     bench.stub("Library", "book") { _ in ["title": "Emma", "author": "Jane Austen"] }
///     let reply = try bench.mediator.call("Reader", "showDetail", ["id": 1])
///     #expect(reply["title"] == "Emma")
///     try bench.expectCall(to: "Library", "book", with: ["id": 1], times: 1)
///
/// A neighbour without a stub is missing, whatever files lie beside the component, and calling it fails as it does in
/// a host. Benches share nothing: there may be any number at once, each with a copy of the component, and each may be
/// used from any thread. It goes with any library for tests, and fails by throwing.
public final class Bench: Sendable {
  let host: Host
  /// The component's name.
  public let component: String
  let current: Guarded<Current>
  let neighbourhood: Neighbourhood
  /// What the component has published.
  let written = Heard<PublishedEvent>()
  private let reported: Heard<Report>
  private let said: Heard<LogLine>

  /// A component that is linked into the test.
  ///
  /// - Parameters:
  ///   - folders: where components lie that really are to answer, each where no stub does: for a recording, say.
  ///   - timeLimit: how long a call is waited for that has no deadline; nil for ever.
  public convenience init<C: Component>(
    _ component: C.Type, neighbours folders: [String] = [], timeLimit: Duration? = .seconds(60)
  ) throws(Refusal) {
    try self.init(folders, timeLimit) { host throws(Refusal) in
      try host.register(component)
      return C.name
    }
  }

  /// A component that is linked into the test, by its register function: one in C, say.
  public convenience init(
    _ name: String, _ entry: component_register, neighbours folders: [String] = [],
    timeLimit: Duration? = .seconds(60)
  ) throws(Refusal) {
    try self.init(folders, timeLimit) { host throws(Refusal) in
      try host.register(name, entry)
      return name
    }
  }

  /// A component from its file, `lib<Name>.so`; nothing beside it counts but the libraries it brings.
  ///
  /// A file that others can write to is taken as well, since the test names it.
  public convenience init(
    file: String, neighbours folders: [String] = [], timeLimit: Duration? = .seconds(60)
  ) throws(Refusal) {
    try self.init(folders, timeLimit) { host throws(Refusal) in try host.load(file: file) }
  }

  private init(
    _ folders: [String], _ timeLimit: Duration?, _ load: (Host) throws(Refusal) -> String
  ) throws(Refusal) {
    let reported = Heard<Report>()
    let said = Heard<LogLine>()
    var settings = Settings(directories: folders)
    settings.timeLimit = timeLimit
    settings.trustsAny = true
    settings.ignoresNeeds = true
    settings.checksReplies = true
    settings.report = { reported.add($0) }
    settings.log = { said.add($0) }
    self.reported = reported
    self.said = said
    host = Host(settings)
    let name = try load(host)
    component = name
    current = Guarded(Current(registered: try host.registered(name)))
    neighbourhood = Neighbourhood(name, hasFolders: !folders.isEmpty)
    observePublished()
    // A host is never freed, and neither are its interceptors; what they hold must not stay as well.
    host.add(
      Interceptor("bench", priority: .max) { [weak neighbourhood] call in
        if let neighbourhood, neighbourhood.isOpen { return neighbourhood.take(call) }
        call.fail(
          Failure(
            .failed, "bench_closed",
            "\(call.target).\(call.action) was called after the bench was closed, or dropped: keep it while you need it"
          ))
      })
  }

  deinit { close() }

  /// What the component under test registered; where it was replaced, what the last generation did.
  public var registered: LoadedComponent { current.withLock { $0.registered } }

  /// Calls the component as an outsider, and its neighbours' stubs as well. These calls are not recorded.
  public var mediator: Mediator { host.mediator }

  /// What a host would have written into its log: second replies and the like.
  public var reports: [Report] { reported.all }

  /// What the component has said for the log.
  public var log: [LogLine] { said.all }

  /// Ends the calls that are kept waiting, then shuts the component down. A bench that is dropped closes by itself, so
  /// keep it for as long as its mediator is used.
  public func close() {
    neighbourhood.close()
    host.close()
  }
}

/// Collects what the host tells, which outlives the bench.
final class Heard<Thing: Sendable>: Sendable {
  private let things = Guarded<[Thing]>([])

  func add(_ thing: Thing) { things.withLock { $0.append(thing) } }
  func forget() { things.withLock { $0 = [] } }
  var all: [Thing] { things.withLock { $0 } }
}
