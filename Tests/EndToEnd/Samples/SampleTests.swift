import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// One list of cases, four implementations of the same component.
@Suite(.offPool) struct SampleTests {
  enum Language: String, CaseIterable, CustomTestStringConvertible {
    case c, cpp, rust, swift
    var testDescription: String { rawValue }

    /// What could be built here.
    static let built = allCases.filter { language in
      switch language {
      case .rust: Samples.hasRust
      case .swift: Place.hasComponents
      case .c, .cpp: true
      }
    }

    /// A folder with the sample in this language, and the neighbour it calls.
    func folder() -> Folder {
      let folder = Folder("good")
      let source = self == .swift ? Place.components : "\(Place.fixtures)/sample-\(rawValue)"
      folder.copy("\(source)/libSample.so", as: "libSample.so")
      return folder
    }
  }

  /// A language, and where its sample runs.
  struct Variant: Sendable, CustomTestStringConvertible {
    let language: Language
    let mode: Mode
    var testDescription: String { "\(language.rawValue), \(mode.rawValue)" }

    static let built = Language.built.flatMap { language in Mode.allCases.map { Variant(language: language, mode: $0) }
    }
    static let isolated = built.filter { $0.mode == .isolated }

    func folder() -> Folder { language.folder() }
    func host(_ folder: Folder) -> Host { Host(mode.settings(folder)) }
    func host() -> Host { host(folder()) }
  }

  /// What passes objects from one side to the other is done in one process only.
  static let cases = Variant.built.flatMap { variant in
    (SampleCase.all + SampleCase.helpers + SampleCase.ways + SampleCase.more).filter {
      variant.mode == .inProcess || !$0.passesObjects
    }
    .map {
      (variant, $0)
    }
  }

  // These two hold nothing: where one is skipped, the run says why.
  @Test(.enabled(if: Samples.hasRust, "there is no rustc")) func `the sample in Rust was built`() {}
  @Test(.builtComponents) func `the sample in Swift was built`() {}

  @Test(arguments: cases)
  func `a sample does the same in every language`(_ variant: Variant, _ one: SampleCase) throws {
    let host = variant.host()
    try one.run(host.mediator)
    host.close()
  }

  /// What a URL with things from here leads to.
  struct Inn: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    struct Welcome: Request {
      static let target = "Inn"
      static let isRemote = true
      @Parameter var name: String
      typealias Reply = String
    }
    var actions: [Action] {
      on(Welcome.self) { "welcome, \($0.name)" }
      Action("guest") { [mediator] call in
        try mediator.call(try call.function("then"), ["n": .int(try call.int("n"))])
      }.remote
      Action("echo") { call in .map(call.parameters) }.remote
      Action("hidden") { _ in "never" }
    }
    final class Guest: Sendable {}
    var targets: [Target] {
      Target("Desk", lifetime: .kept, instance: { Guest() }) { desk in desk.action("sit") { _, _ in nil } }
    }
  }

  @Test(arguments: Variant.built)
  func `a sample starts, and hands its state over, in every language`(_ variant: Variant) throws {
    let folder = variant.folder()
    try Self.handsOver(folder, variant.mode.settings(folder))
  }

  /// What is called for is ten times the number kept, and how often the generation has started.
  static func handsOver(_ folder: Folder, _ settings: Settings) throws {
    let reports = Guarded<[String]>([])
    var settings = settings
    settings.report = { report in reports.withLock { $0.append(report.message) } }
    let host = Host(settings)
    #expect(try host.mediator.call("Sample", "kept") == 1)
    #expect(try host.mediator.call("Sample", "keep", ["n": 4]) == 4)
    for number in 2...3 {
      folder.copy(folder("libSample.so"), as: "libSample.so")
      #expect(host.refresh().map(\.kind) == [.replaced(generation: number)])
      #expect(try host.mediator.call("Sample", "kept") == 41)
    }
    #expect(reports.withLock { $0 } == [])
    host.close()
  }

  @Test(arguments: Variant.built)
  func `a sample gives back what it keeps where memory is short, in every language`(_ variant: Variant) throws {
    let host = variant.host()
    #expect(try host.mediator.call("Sample", "keep", ["n": 4]) == 4)
    #expect(try host.mediator.call("Sample", "kept") == 41)
    let sit = { (target: String) throws(Failure) -> Value in try host.mediator.call(target, "sit") }
    #expect(try sit("Sample.Cached") == 1 && sit("Sample.Desk") == 1)
    host.relieveMemory()
    #expect(eventually { (try? host.mediator.call("Sample", "kept")) == 1 })
    // What is cached is made anew, and what is kept is not.
    #expect(try sit("Sample.Cached") == 1 && sit("Sample.Desk") == 2)
    host.close()
  }

  @Test(arguments: Variant.built)
  func `a sample opens a URL with things from here in every language`(_ variant: Variant) throws {
    try Self.opens(variant.mode, variant.folder())
  }

  @Test(arguments: Variant.built)
  func `a sample sees the place in a trace of the call that it serves, in every language`(_ variant: Variant)
    throws
  {
    struct Gate: Component {
      let mediator: Mediator
      init(mediator: Mediator) { self.mediator = mediator }
      var actions: [Action] {
        Action("pass") { [mediator] _ in
          try mediator.call("Sample", "nest", ["target": "Sample.Helpers", "action": "trace"])
        }.remote
      }
    }
    let host = variant.host()
    try host.register(Gate.self)
    for trace in ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", ""] {
      let call = OutsideCall(try CallURL("app://Gate/pass"), parameters: [:], trace: TraceParent(trace))
      let (heard, ended) = (Guarded<Result<Value, Failure>?>(nil), Supply())
      host.start(call) { outcome in
        heard.withLock { $0 = outcome }
        ended.add()
      }
      #expect(ended.take(within: 60))
      #expect(heard.withLock { $0 } == .success(.text(trace)))
    }
    #expect(try host.mediator.call("Sample.Helpers", "trace") == "")
    host.close()
  }

  static func opens(_ mode: Mode, _ folder: Folder) throws {
    let host = Host(mode.settings(folder))
    try host.register(Inn.self)
    let open = { (url: String, with: Fields) throws(Failure) -> Value in
      try host.mediator.call("Sample", "open", ["url": .text(url), "with": .map(with)])
    }
    let then = Value.function(Function { call in .int(try call.int("n") + 1) })
    #expect(try open("app://Inn/guest?n=4", ["then": then]) == 5)
    #expect(try open("app://Inn/echo?n=4", ["m": 5]) == ["n": "4", "m": 5])
    for (url, words) in [
      ("app://Inn/hidden", "nothing here answers app://Inn/hidden"),
      ("app://Inn/echo?m=4", "the parameter 'm' is given by the URL already"),
      ("app://Inn/welcome?name=Ann", "Inn.welcome has no parameter 'm'"),
    ] {
      #expect(failure { () throws(Failure) in try open(url, ["m": 5]) }?.message == words)
    }
    host.close()
  }

  @Test(arguments: Variant.built)
  func `a sample asks without calling in every language`(_ variant: Variant) throws {
    try Self.asks(variant.mode, variant.folder())
  }

  static func asks(_ mode: Mode, _ folder: Folder) throws {
    let host = Host(mode.settings(folder))
    try host.register(Inn.self)
    let ask = { (action: String, parameters: Fields) throws(Failure) -> Value in
      try host.mediator.call("Sample", action, parameters)
    }
    #expect(try ask("has", ["target": "Inn", "action": "welcome"]) == true)
    #expect(try ask("has", ["target": "Good", "action": "run"]) == .null)
    #expect(try ask("canOpen", ["url": "app://Good/run"]) == .null)
    #expect(try ask("has", ["target": "Good", "action": "run", "loading": 1]) == true)
    #expect(try ask("has", ["target": "Good", "action": "run"]) == true)
    #expect(try ask("canOpen", ["url": "app://Inn/echo?a=1"]) == true)
    for (action, parameters, words) in [
      ("has", ["target": "Inn", "action": "wlcome"], "Inn has no action 'wlcome'"),
      ("canOpen", ["url": "app://Inn/hidden", "loading": 1], "nothing here answers app://Inn/hidden"),
      ("letGo", ["target": "Inn.Desk"], "'Inn.Desk' has no instance that could be let go of"),
    ] as [(String, Fields, String)] {
      #expect(failure { () throws(Failure) in try ask(action, parameters) }?.message == words)
    }
    _ = try host.mediator.call("Inn.Desk", "sit")
    #expect(try ask("letGo", ["target": "Inn.Desk"]) == true)
    host.close()
  }

  @Test(arguments: Variant.built)
  func `a sample adds a route of its own and takes it out in every language`(_ variant: Variant) throws {
    let folder = variant.folder()
    let host = variant.host(folder)
    let change = { (action: String, pattern: Value) throws(Failure) -> Value in
      try host.mediator.call("Sample", action, ["pattern": pattern])
    }
    let open = { () throws(Failure) -> Value in try host.mediator.open("app://Sample/books/7?page=2") }
    let add = { () throws(Failure) -> Value in try change("addRoute", "/books/:id<int>") }
    #expect(failure(open)?.reason == "not_found")
    #expect(try add() == true)
    #expect(try open() == ["id": 7, "page": "2"])
    for (pattern, reason) in [("/books/:number<int>", "conflicting_routes"), ("/books/:", "invalid_route")] {
      #expect(failure { () throws(Failure) in try change("addRoute", .text(pattern)) }?.reason == reason)
    }
    #expect(try change("removeRoute", "/books/:number<int>") == false)
    #expect(host.allRoutes.map(\.route.description).contains("//Sample/books/:id<int>"))
    #expect(try change("removeRoute", "/books/:id<int>") == true)
    #expect(try change("removeRoute", "/books/:id<int>") == false)
    #expect(failure(open)?.reason == "not_found")
    // What is still there goes with the component.
    #expect(try add() == true)
    folder.remove("libSample.so")
    #expect(host.refresh().map(\.kind) == [.removed])
    #expect(host.allRoutes.isEmpty && failure(open)?.reason == "not_found")
    host.close()
  }

  @Test(arguments: Variant.built)
  func `a sample publishes and hears events in every language`(_ variant: Variant) throws {
    let host = variant.host()
    try host.register(Other.self)
    let (heard, more) = (Guarded<[Value]>([]), Supply())
    let observation = try host.mediator.observe("Sample.said") { notice in
      heard.withLock { $0.append(notice.value) }
      more.add()
    }
    let publish = { (target: String, event: String, value: Value) throws(Failure) -> Value in
      try host.mediator.call(target, "publish", ["event": .text(event), "value": value])
    }
    #expect(try publish("Sample", "Sample.said", 1) == .null)
    #expect(more.take(within: 10))
    _ = try publish("Other", "Other.said", 2)
    #expect(more.take(within: 10))
    _ = try publish("Sample", "Sample.said", .null)
    #expect(more.take(within: 10))
    #expect(heard.withLock { $0 } == [1, 2, .null])
    for (event, value, reason) in [
      ("Other.said", 1, "foreign_event"), ("Sample.sad", 1, "no_such_event"), ("Sample.said", "one", "invalid_value"),
    ] as [(String, Value, String)] {
      #expect(failure { () throws(Failure) in try publish("Sample", event, value) }?.reason == reason)
    }
    withExtendedLifetime(observation) {}
    host.close()
  }

  private struct Other: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var events: [EventDeclaration] { EventDeclaration("Other.said") }
    var actions: [Action] {
      Action("publish") { [mediator] call in
        try mediator.publish(try call.text("event"), call.value("value") ?? .null)
        return nil
      }
    }
  }

  @Test(arguments: Variant.built) func `it is described the same in every language`(_ variant: Variant) throws {
    let host = variant.host()
    let sample = try #require(try host.load("Sample"))
    #expect(sample.version == Version(1, 2, 3) && sample.summary == "The same in every language")
    #expect(
      sample.needs == [Need("Good", from: Version(1), optional: true), Need("Elder", from: Version(2), optional: true)])
    #expect(
      sample.targets.map(\.name) == [
        "Sample", "Sample.Sub", "Sample.Helpers", "Sample.Desk", "Sample.Ways", "Sample.Cached", "Sample.Each",
        "Sample.More", "Sample.Guard",
      ])
    #expect(sample.targets.filter(\.isSerial).map(\.name) == ["Sample.Sub"])
    #expect(
      sample.targets[4].actions.map(\.name) == [
        "begin", "giveUp", "beginURL", "beginKey", "limitedURL", "wait", "way",
      ])
    #expect(
      sample.targets[0].actions.map(\.name) == [
        "echo", "first", "add", "fail", "progress", "later", "nest", "open", "has", "canOpen", "letGo", "callBack",
        "adder", "box", "bump",
        "untilCancelled", "untilGivenUp", "givenUp", "log", "keep", "kept", "publish",
        "addRoute", "removeRoute", "routed",
      ])
    #expect(sample.targets.flatMap(\.actions).filter(\.reads).map(\.name) == ["kept", "measure", "table"])
    #expect(sample.events.map { "\($0.name): \($0.type ?? "") \($0.summary)" } == ["Sample.said: int? An event"])
    #expect(sample.observed == ["Other.said"])
    #expect(sample.targets[1].actions.map(\.name) == ["name", "notFound"])
    #expect(
      sample.targets[2].actions.map(\.name) == [
        "measure", "ifThere", "needed", "moment", "after", "untilStopped", "limited", "hasTime", "hinted", "openKey",
        "url", "table", "trace",
      ])
    #expect(
      sample.targets[7].actions.map(\.name) == [
        "weigh", "relay", "tools", "use", "strictly", "apart", "origin", "often",
      ])
    #expect(sample.targets[8].actions.map(\.name) == ["intercept"])
    #expect(sample.targets[2].actions.compactMap(\.mediaType).map(\.description) == ["text/csv; header=present"])
    #expect(
      host.allRoutes.map(\.route.description).sorted() == [
        "//Sample.Helpers/measures/:unit", "//Sample.Ways/first/:unit", "//Sample.Ways/first/km",
        "//Sample.Ways/old/:unit",
      ])
  }

  @Test(arguments: Variant.built) func `the program gives the same in every language`(_ variant: Variant) {
    let folder = variant.folder()
    let call = { (words: [String]) in
      Run.host(["--plugins", folder.path] + variant.mode.options + ["call", "Sample"] + words)
    }
    #expect(call(["add", "a:=40", "b:=2"]) == Run(out: "42\n", err: "", code: 0))
    #expect(call(["later", "text=hello"]) == Run(out: "hello\n", err: "", code: 0))
    #expect(call(["echo", "--json", "a=1", "b:=[2]"]) == Run(out: "{\"a\":\"1\",\"b\":[2]}\n", err: "", code: 0))
    let failed = call(["fail", "code:=6", "reason=no", "message=not you"])
    #expect(failed == Run(out: "", err: "error: not you\n", code: 6))
    let box = call(["box"])
    let text =
      variant.mode == .inProcess
      ? "error: the reply of Sample.box can't be printed: an object can't be written down\n"
      : "error: the reply of Sample.box can't leave its process: an object of the type 'Sample."
    #expect(box.out == "" && box.err.hasPrefix(text) && box.code == 1)
  }

  @Test(arguments: Variant.built)
  func `what a stand-in says to a sample is marked in every language`(_ variant: Variant) throws {
    let folder = variant.folder()
    folder.put("fallback")
    let host = variant.host(folder)
    let nest: Fields = ["target": "Nobody", "action": "run"]
    switch variant.language {
    case .c:
      // It passes on how its own call ended: it failed, and the answer was to another call than its.
      let failed = failure { () throws(Failure) in try host.mediator.strict.call("Sample", "nest", nest) }
      #expect(failed?.reason == "no_such_component" && failed?.answer == nil)
    case .cpp, .rust, .swift:
      // They call by name, and what they make of the answer is a reply of their own.
      #expect(try host.mediator.strict.call("Sample", "nest", nest) == "no_such_component: Nobody.run")
    }
    let own = failure { () throws(Failure) in try host.mediator.strict.call("Sample.Sub", "fly") }
    #expect(own?.reason == "no_such_action" && own?.answer == "fly")
    host.close()
  }

  @Test(arguments: Variant.built) func `its functions are its own, and not run once it was taken out`(
    _ variant: Variant
  ) throws {
    let folder = variant.folder()
    let host = variant.host(folder)
    let adder = try #require(try host.mediator.call("Sample", "adder", ["by": 5]).function)
    #expect(try host.mediator.call(adder, ["n": 1]) == 6)
    folder.remove("libSample.so")
    #expect(host.refresh().map(\.description) == ["Sample was taken out"])
    let gone = failure { () throws(Failure) in try host.mediator.call(adder, ["n": 1]) }
    #expect(gone?.message == "the function belongs to 'Sample', which was shut down")
  }

  @Test(arguments: Variant.isolated)
  func `an isolated sample is given no object, and gives none`(_ variant: Variant) throws {
    final class Thing: Sendable {}
    let host = variant.host()
    let thing = Value.object(Object(Thing()))
    let given = failure { () throws(Failure) in
      try host.mediator.call("Sample", "first", ["value": [["deep": thing]]])
    }
    #expect(given?.code == .invalidParameters && given?.reason == "cant_cross")
    let words =
      "the parameters of Sample.first can't cross to Sample, which runs in a process of its own: an object of the type '"
    #expect(given?.message.hasPrefix(words) == true)
    #expect(given?.message.hasSuffix("' can't leave its process, at 'value[0].deep'") == true)
    let got = failure { () throws(Failure) in try host.mediator.call("Sample", "box") }
    #expect(got?.code == .failed && got?.reason == "cant_cross")
    #expect(try host.mediator.call("Sample", "first", ["value": 1]) == 1)
    host.close()
  }

  @Test(arguments: Variant.built)
  func `a neighbour that is older than a sample needs is refused in every language`(_ variant: Variant) throws {
    struct Elder: Component {
      init(mediator: Mediator) {}
      static let version = Version(1, 9, 9)
      var actions: [Action] { Action("run") { _ in "old" } }
    }
    let host = variant.host()
    try host.register(Elder.self)
    let nest: Fields = ["target": "Elder", "action": "run"]
    #expect(failure { () throws(Failure) in try host.mediator.call("Sample", "nest", nest) }?.code == .refused)
    #expect(try host.mediator.call("Sample.Helpers", "ifThere", ["target": "Elder"]) == ["there": false, "said": nil])
    host.close()
  }

  @Test(arguments: Language.built) func `a sample is shut down, and says so, in every language`(_ language: Language) {
    let heard = Guarded<[LogLine]>([])
    var settings = Settings(directories: [language.folder().path])
    settings.log = { line in heard.withLock { $0.append(line) } }
    let host = Host(settings)
    #expect((try? host.mediator.call("Sample.Desk", "sit")) == 1)
    host.close()
    #expect(heard.withLock { $0 }.map(\.description) == ["Sample: closed"])
    #expect(heard.withLock { $0 }.map(\.level) == [.debug])
  }

  @Test func `all of them live in one process`() throws {
    let hosts = Language.built.map { Host(Settings(directories: [$0.folder().path])) }
    for host in hosts + hosts { for one in SampleCase.all.prefix(4) { try one.run(host.mediator) } }
    // What one of them made, another can't look into.
    let boxes = try hosts.map { try $0.mediator.call("Sample", "box") }
    for (index, host) in hosts.enumerated() {
      for (other, box) in boxes.enumerated() {
        let failure = failure { () throws(Failure) in try host.mediator.call("Sample", "bump", ["box": box]) }
        #expect(failure?.reason == (index == other ? nil : "foreign_object"))
      }
    }
  }
}
