import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

/// URLs as people have them: with names that no action declares, or declares otherwise.
@Suite struct QueryTests {
  struct Shop: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    struct Find: Request {
      static let target = "Shop"
      static let isRemote = true
      @Parameter var currentIndex = 0
      @Parameter var ids: [Int]?
      @Parameter var words: [String]?
      typealias Reply = String
    }
    struct Twins: Request {
      static let target = "Shop"
      static let isRemote = true
      @Parameter var id: Int?
      @Parameter var ID: Int?
      typealias Reply = String
    }

    var actions: [Action] {
      on(Find.self) { "\($0.currentIndex) \($0.ids ?? []) \($0.words ?? [])" }
      on(Twins.self) { "\($0.id ?? 0) \($0.ID ?? 0)" }
      Action("free") { call in .map(call.parameters) }.remote
      Action("calls") { [mediator] _ in try mediator.call("Shop", "find", ["utm": 1]) }.remote
    }
    var paths: [Path] {
      Path("/at/:currentIndex<int>", "find")
      Path("/listed", "find", fixed: ["words": ["fixed"]], renames: ["p": "currentIndex"], foldsCase: true)
      Path("/loose", "free", renames: ["a": "b"])
    }
    var keys: [Key] { Key("page", "find", hints: ["animated": true, "times": 1]) }
  }

  private let reports = Guarded<[String]>([])

  private func host(_ change: (inout Policy) -> Void = { _ in }) throws -> Host {
    var settings = Settings()
    settings.report = { [reports] report in reports.withLock { $0.append("\(report.kind.rawValue): \(report)") } }
    change(&settings.policy)
    let host = Host(settings)
    try host.register(Shop.self)
    return host
  }

  private func open(_ url: String, _ host: Host) -> Result<Value, Failure> {
    Result { () throws(Failure) in try host.mediator.open(url) }
  }

  @Test(arguments: ["app://Shop/find?utm_source=mail&CurrentIndex=7", "app://Shop/page?utm_source=mail&CurrentIndex=7"])
  func `what an action does not declare is ignored, and reported with the name most like it`(_ url: String) throws {
    let host = try host()
    #expect(open(url, host) == .success("0 [] []"))
    #expect(
      reports.withLock { $0 } == [
        "ignored_parameter: the URL's parameter 'utm_source' is ignored: Shop.find does not declare it",
        "ignored_parameter: the URL's parameter 'CurrentIndex' is ignored: Shop.find does not declare it; did you mean 'currentIndex'?",
      ])
    let candidate = try host.canOpen(url).get()
    #expect(candidate.ignored.map(\.name) == ["utm_source", "CurrentIndex"])
    #expect(candidate.ignored.map(\.suggestions) == [[], ["currentIndex"]])
    let steps = host.explain(url: url)
    #expect(
      steps.filter { $0.stage == .parameters }.map(\.description) == [
        "parameters: the URL's parameter 'utm_source' is ignored: Shop.find does not declare it",
        "parameters: the URL's parameter 'CurrentIndex' is ignored: Shop.find does not declare it; did you mean 'currentIndex'?",
      ])
    #expect(!steps.contains { $0.isObstacle })
  }

  @Test func `asking reports nothing, and a link that many follow is reported ever more seldom`() throws {
    let host = try host()
    _ = host.canOpen("app://Shop/find?utm=1")
    _ = host.explain(url: "app://Shop/find?utm=1")
    #expect(reports.withLock { $0 } == [])
    for _ in 1...100 { _ = open("app://Shop/find?utm=1", host) }
    let line = "ignored_parameter: the URL's parameter 'utm' is ignored: Shop.find does not declare it"
    #expect(reports.withLock { $0 } == [line, "\(line) (10 times)", "\(line) (100 times)"])
    for number in 1...2000 { _ = open("app://Shop/find?p\(number)=1", host) }
    #expect(reports.withLock { $0.count } < 270)
  }

  @Test func `what is ignored is reported behind interceptors as well, which don't see it`() throws {
    let host = try host()
    let seen = Guarded<[String]>([])
    host.add(
      Interceptor("see") { call in
        seen.withLock { $0 += call.parameters.keys }
        call.proceed(parameters: call.parameters)
      })
    #expect(open("app://Shop/find?utm=1&ids=5", host) == .success("0 [5] []"))
    #expect(seen.withLock { $0 } == ["ids"])
    #expect(reports.withLock { $0.count } == 1)
  }

  @Test func `what is ignored is found out without the lock of whoever loads`() throws {
    struct Plain: Component {
      init(mediator: Mediator) {}
      struct Find: Request {
        static let target = "Plain"
        static let isRemote = true
        @Parameter var id = 0
        typealias Reply = Int
      }
      var actions: [Action] { on(Find.self) { $0.id } }
    }
    let host = try host()
    try host.register(Plain.self)
    let (ended, reply) = (Supply(), Guarded<Value?>(nil))
    let thread = host.loader.gate.locked {
      let thread = Thread {
        let value = try? host.mediator.open("app://Plain/find?id=5&utm_source=mail&utm_medium=link")
        reply.withLock { $0 = value }
        ended.add()
      }
      #expect(ended.take(within: 10))
      return thread
    }
    thread.join()
    #expect(reply.withLock { $0 } == 5)
    #expect(reports.withLock { $0.count } == 2)
  }

  @Test func `of what is a hint of a map key that is said`() throws {
    let host = try host()
    #expect(try host.canOpen("app://Shop/at/3?animated=no&utm=1").get().ignored.map(\.key) == ["Shop_page", nil])
    #expect(open("app://Shop/at/3?animated=no", host) == .success("3 [] []"))
    #expect(
      reports.withLock { $0 } == [
        "ignored_parameter: the URL's parameter 'animated' is ignored: Shop.find does not declare it; it is a hint of the map key 'Shop_page'"
      ])
  }

  @Test func `explaining says what became of a name`() throws {
    let host = try host { $0.query = QueryNames(renames: ["pageindex": "currentIndex"], foldsCase: true) }
    let steps = host.explain(url: "app://Shop/find?PageIndex=1&IDS=2").filter { $0.stage == .parameters }
    #expect(
      steps.map(\.message) == ["'PageIndex' is taken as 'currentIndex'", "'IDS' is taken as 'ids'"])
  }

  @Test(arguments: [
    ("find?currentIndex=1&currentIndex=2", "the parameter 'currentIndex' must be an int, and the URL gives it 2 times"),
    (
      "find?page=1&currentIndex=2&page=3",
      "the parameter 'currentIndex' must be an int, and the URL gives it 3 times, as 'currentIndex' and 'page'"
    ),
    ("find?page=1&page=2", "the parameter 'page' must be an int, and the URL gives it 2 times"),
    ("find?currentIndex[]=1", "the parameter 'currentIndex' must be an int, not a list"),
    ("find?currentIndex=[1]", "the parameter 'currentIndex' must be an int, not the text '[1]'"),
    ("find?ids=[[1]]", "the parameter 'ids[0]' must be an int, not a list"),
    ("find?currentIndex", "the parameter 'currentIndex' must be an int, and the URL gives it no value"),
    ("find?page", "the parameter 'page' must be an int, and the URL gives it no value"),
    ("find?words", "the parameter 'words' must be a list, and the URL gives it no value"),
    ("page?animated=no&animated=yes", "the hint 'animated' must be a bool, and the URL gives it 2 times"),
    ("page?animated[]=no", "the hint 'animated' must be a bool, not a list"),
    ("page?times", "the hint 'times' must be an int, and the URL gives it no value"),
  ])
  func `a parameter that the URL gives several times is told as that`(_ url: String, _ message: String) throws {
    let host = try host { $0.query = QueryNames(renames: ["page": "currentIndex"]) }
    #expect(open("app://Shop/\(url)", host).failure?.message == message)
    #expect(host.canOpen("app://Shop/\(url)").failure?.message == message)
    #expect(
      host.explain(url: "app://Shop/\(url)").filter(\.isObstacle).map(\.message).last == "the call fails: \(message)")
  }

  @Test func `a strict policy refuses it, and calls in code are strict anyway`() throws {
    let strict = try host { $0.refusesUnknown = true }
    let expected = Failure(
      .invalidParameters, "unknown_parameter", "there is no parameter 'currentindex'",
      details: ["parameter": "currentindex", "suggestions": ["currentIndex"]])
    #expect(open("app://Shop/find?currentindex=1", strict).failure?.message == expected.message)
    #expect(strict.canOpen("app://Shop/find?currentindex=1").failure?.details["suggestions"] == ["currentIndex"])
    #expect(open("app://Shop/find?currentIndex=1", strict) == .success("1 [] []"))
    // A hint may be meant as well.
    for failed in [
      open("app://Shop/page?animatd=1", strict).failure, strict.canOpen("app://Shop/page?animatd=1").failure,
    ] {
      #expect(failed?.message == "there is no parameter 'animatd'")
      #expect(failed?.details["suggestions"] == ["animated"])
    }
    #expect(
      strict.explain(url: "app://Shop/page?animatd=1").first { $0.stage == .parameters }?.message
        == "Shop.find has no parameter 'animatd'; did you mean 'animated'?")
    let host = try host()
    let inCode = failure { () throws(Failure) in try host.mediator.call("Shop", "find", ["utm": 1]) }
    #expect(inCode?.message == "Shop.find has no parameter 'utm'")
    #expect(open("app://Shop/calls", host).failure?.code == .failed)
    #expect(
      failure { () throws(Failure) in try host.mediator.open(key: "Shop_page", parameters: ["utm": 1]) }?.reason
        == "unknown_parameter")
    #expect(reports.withLock { $0.filter { $0.hasPrefix("ignored") } } == [])
  }

  @Test(
    arguments: [
      ("ids=1&ids=2", "0 [1, 2] []"), ("ids[]=1&ids[]=2", "0 [1, 2] []"), ("ids=1", "0 [1] []"),
      ("ids[]=1", "0 [1] []"),
      ("ids=[1,2]", "0 [1, 2] []"), ("words=a", #"0 [] ["a"]"#), ("words=[a]", #"0 [] ["[a]"]"#), ("words=", "0 [] []"),
      ("words=1&words=2", #"0 [] ["1", "2"]"#), ("words=%7B%7D", #"0 [] ["{}"]"#),
    ])
  func `a list is made where one is declared`(_ query: String, _ reply: String) throws {
    let host = try host()
    #expect(open("app://Shop/find?\(query)", host) == .success(.text(reply)))
    #expect(open("app://Shop/page?\(query)", host) == .success(.text(reply)))
  }

  @Test(
    arguments: [
      ("find?pageindex=3", "3 [] []"), ("find?PageIndex=3", "3 [] []"), ("find?CURRENTINDEX=3", "3 [] []"),
      ("find?IDS=1&ids=2&Ids[]=3", "0 [1, 2, 3] []"), ("twins?id=1&ID=2", "1 2"), ("twins?Id=3&iD=4", "0 0"),
      ("at/4?WORDS=x", #"4 [] ["x"]"#), ("listed?p=5&P=6", nil), ("listed?p=5", #"5 [] ["fixed"]"#),
      ("listed?pageindex=8", #"8 [] ["fixed"]"#), ("page?pageindex=2&animated=no", "2 [] []"),
      ("loose?a=1&A=2", ["b": ["1", "2"]]), ("loose?a=1&b=2", ["b": ["1", "2"]]),
      ("free?PageIndex=1", ["currentIndex": "1"]),
    ] as [(String, Value?)])
  func `names are renamed and folded as the route and the policy say`(_ path: String, _ reply: Value?) throws {
    let host = try host { $0.query = QueryNames(renames: ["pageindex": "currentIndex"], foldsCase: true) }
    #expect((try? open("app://Shop/\(path)", host).get()) == reply)
  }

  @Test(
    arguments: [
      (true, nil, "s?CURRENTINDEX=1&ANYTHING=2", "1 [2] []"), (true, true, "s?CURRENTINDEX=1&ANYTHING=2", "1 [2] []"),
      (true, false, "s?CURRENTINDEX=1&ANYTHING=2", "0 [] []"), (nil, true, "s?CURRENTINDEX=1&ANYTHING=2", "1 [2] []"),
      (false, true, "s?CURRENTINDEX=1&ANYTHING=2", "1 [2] []"), (nil, nil, "s?CURRENTINDEX=1&ANYTHING=2", "0 [] []"),
      (nil, false, "s?CURRENTINDEX=1&anything=2", "0 [2] []"), (true, false, "s?PAGE=1&page=2", "2 [] []"),
      (true, nil, "s?PAGE=1", "1 [] []"),
    ] as [(Bool?, Bool?, String, String)])
  func `what a route says of case goes before what the policy says`(
    _ policy: Bool?, _ route: Bool?, _ url: String, _ reply: String
  ) throws {
    let host = try host { $0.query = QueryNames(renames: ["page": "currentIndex"], foldsCase: policy) }
    let names = QueryNames(renames: ["anything": "ids"], foldsCase: route)
    try host.add([Route("/s", host: "x", to: "Shop", "find", query: names)])
    #expect(open("app://x/\(url)", host) == .success(.text(reply)))
  }

  @Test func `where case is kept what is like a parameter is ignored, with its name`() throws {
    let host = try host { $0.query = QueryNames(foldsCase: true) }
    try host.add([Route("/s", host: "x", to: "Shop", "find", query: QueryNames(foldsCase: false))])
    #expect(try host.canOpen("app://x/s?IDS=1").get().ignored.map(\.suggestions) == [["ids"]])
  }

  @Test func `of two renamed names that differ by case only neither is meant by a third`() throws {
    let host = try host { $0.query = QueryNames(foldsCase: true) }
    let names = QueryNames(renames: ["nr": "ids", "NR": "currentIndex"])
    try host.add([Route("/s", host: "x", to: "Shop", "find", query: names)])
    #expect(open("app://x/s?nr=1&NR=2&Nr=3", host) == .success("2 [1] []"))
  }

  @Test func `what the path gives is not suggested for what is ignored`() throws {
    let host = try host()
    #expect(
      try host.canOpen("app://Shop/at/1?CurrentIndex=3&word=x").get().ignored.map(\.suggestions) == [[], ["words"]])
    #expect(try host.canOpen("app://Shop/listed?word=x").get().ignored.map(\.suggestions) == [[]])
  }

  @Test func `neither is done where nobody says so, and a route's rule is its own`() throws {
    let host = try host()
    #expect(open("app://Shop/find?pageindex=3&IDS=1", host) == .success("0 [] []"))
    #expect(open("app://Shop/listed?P=5", host) == .success(#"5 [] ["fixed"]"#))
    #expect(open("app://Shop/find?p=5", host) == .success("0 [] []"))
    // What the path gives can't be given again under another name.
    let twice = try self.host { $0.query = QueryNames(foldsCase: true) }
    let failed = open("app://Shop/at/4?CurrentIndex=3", twice).failure
    #expect(
      failed?.message == "the parameter 'CurrentIndex' is taken as 'currentIndex', which is given by the path already")
  }

  @Test func `a text is one of a list of texts, whatever it looks like`() throws {
    let host = try host()
    for (query, words) in [
      ("words=[1]", ##"["[1]"]"##), ("words=[x]", ##"["[x]"]"##), ("words[]=[1]", ##"["[1]"]"##),
      ("words=%5B%22a%22,%22b%22%5D", ##"["a", "b"]"##),
    ] {
      #expect(open("app://Shop/find?\(query)", host) == .success(.text("0 [] \(words)")))
    }
    #expect(open("app://Shop/find?ids=[1,2]", host) == .success("0 [1, 2] []"))
  }

  @Test func `the hints of a key are renamed, folded and suggested as parameters are`() throws {
    let named = try host { $0.query = QueryNames(renames: ["moving": "animated"], foldsCase: true) }
    for name in ["moving", "ANIMATED", "Moving", "animated"] {
      #expect(try named.canOpen("app://Shop/page?\(name)=no").get().hints["animated"] == false)
      #expect(named.canOpen("app://Shop/page?\(name)=maybe").failure?.reason == "mistyped_hint")
    }
    #expect(try host().canOpen("app://Shop/page?animate=no").get().ignored.first?.suggestions == ["animated"])
  }

  @Test(arguments: ["a[]", "a\u{0}b", "[]", "a[0]"]) func `no name is renamed that no query has`(_ name: String) {
    let route = Route("/x", host: "h", to: "T", "x", query: QueryNames(renames: [name: "id"]))
    let fault = #expect(throws: RouteFault.self) { try host().add([route]) }
    #expect(fault?.description.contains("a name that no query has: of a list it is the name without '[]'") == true)
  }

  @Test func `a renamed parameter that is wrong is called what the URL calls it`() throws {
    let host = try host { $0.query = QueryNames(renames: ["pageindex": "currentIndex"], foldsCase: true) }
    for name in ["pageindex", "CURRENTINDEX", "currentIndex"] {
      let failed = open("app://Shop/find?\(name)=x", host).failure
      #expect(failed?.message == "the parameter '\(name)' must be an int, not the text 'x'")
      #expect(failed?.details["parameter"] == .text(name))
    }
    let twice = open("app://Shop/find?pageindex=1&CURRENTINDEX=2", host).failure
    #expect(
      twice?.message
        == "the parameter 'currentIndex' must be an int, and the URL gives it 2 times, as 'pageindex' and 'CURRENTINDEX'"
    )
  }

  @Test func `many names that are folded take no longer each than few`() throws {
    let host = try host {
      $0.query = QueryNames(foldsCase: true)
      ($0.lengthLimit, $0.parameterLimit) = (1 << 30, 1 << 20)
    }
    func time(_ count: Int) -> Duration {
      let url = "app://Shop/free?" + (0..<count).map { "p\($0)=1" }.joined(separator: "&")
      return processorTime { #expect(open(url, host).failure == nil) }
    }
    _ = time(100)
    // One by one, a name in twenty thousand would be looked for twenty times as long as one in a thousand.
    let (few, many) = ((0..<3).map { _ in time(1000) }.min(), (0..<2).map { _ in time(20_000) }.min())
    #expect(try #require(many) < #require(few) * 20 * 6)
  }

  @Test func `for what a URL says in vain behind the sixteenth no near name is looked for`() throws {
    let names = "abcdefghijklmnopqrtu".map { "id\($0)" }
    let url = "app://Shop/find?" + names.map { "\($0)=1" }.joined(separator: "&")
    let ignored = try host().canOpen(url).get().ignored
    #expect(ignored.map(\.name) == names && names.count == 20)
    #expect(ignored.map(\.suggestions) == names.indices.map { $0 < 16 ? ["ids"] : [] })
  }

  @Test func `what a policy made in code renames wrongly is reported`() throws {
    _ = try host { $0.query = QueryNames(renames: ["a": "b c"]) }
    #expect(
      reports.withLock { $0 } == [
        "invalid_route: what the policy renames is wrong: it renames 'a' to 'b c', which is no parameter's name: letters, digits and '_'"
      ])
  }

  @Test func `a component whose route renames to what can be no name is refused`() throws {
    struct Wrong: Component {
      init(mediator: Mediator) {}
      var actions: [Action] { Action("run") { _ in nil }.remote }
      var paths: [Path] { Path("/x", "run", renames: ["a": "b-c"]) }
    }
    let refusal = #expect(throws: Refusal.self) { try Host().register(Wrong.self) }
    #expect(refusal?.reason == "invalid_route")
    #expect(
      refusal?.message
        == "the route '//Wrong/x': it renames 'a' to 'b-c', which is no parameter's name: letters, digits and '_'")
  }
}
