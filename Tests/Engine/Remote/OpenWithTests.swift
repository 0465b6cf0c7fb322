import ComponentABI
import ComponentKit
import Testing

@testable import ComponentHost

/// URLs to which a caller in code adds what no URL can hold.
@Suite struct OpenWithTests {
  struct Inn: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    struct Room: Request {
      static let target = "Inn"
      static let isRemote = true
      @Parameter var number: Int
      @Parameter var beds = 1
      typealias Reply = String
    }

    var actions: [Action] {
      on(Room.self) { "room \($0.number), \($0.beds)" }
      Action("guest") { [mediator] call in
        let function = try call.function("then")
        return try mediator.call(function, ["name": .text(try call.text("name")), "remote": .bool(call.isRemote)])
      }.remote
      Action("all") { call in ["parameters": .map(call.parameters), "hints": .map(call.hints)] }.remote
      Action("image") { call in call.value("image") ?? .null }.remote
      Action("later") { call async throws -> Value in
        await Task.yield()
        return .object(try call.object("image"))
      }.remote
      Action("hidden") { _ in "never" }
      Action("declines") { _ in throw Failure(.notFound, "declined", "not mine") }.remote
    }
    var paths: [Path] {
      Path("/rooms/:number<int>", "room", renames: ["sleeps": "beds"])
      Path("/first/:word", "declines")
      Path("/:place/:word", "all")
    }
    var keys: [Key] { Key("face", "all", hints: ["animated": true]) }
  }

  private final class Image: Sendable {}

  private let reports = Guarded<[String]>([])

  private func host(_ change: (inout Policy) -> Void = { _ in }) throws -> Host {
    var settings = Settings()
    // Beside other tests a task may wait long for one of the threads that tasks share.
    settings.timeLimit = .seconds(600)
    settings.report = { [reports] report in reports.withLock { $0.append(report.message) } }
    change(&settings.policy)
    let host = Host(settings)
    try host.register(Inn.self)
    return host
  }

  private func open(_ url: String, _ added: Fields, _ host: Host) -> Result<Value, Failure> {
    Result { () throws(Failure) in try host.mediator.open(url, added) }
  }

  private func message(_ url: String, _ added: Fields, _ host: Host) -> String? {
    guard case .failure(let failure) = open(url, added, host) else { return nil }
    return "\(failure.reason): \(failure.message)"
  }

  @Test func `a function and an object go along, and come back`() throws {
    let host = try host()
    let then = Value.function(Function { call in .text("\(try call.text("name")) \(try call.bool("remote"))") })
    #expect(open("app://Inn/guest?name=Ann", ["then": then], host) == .success("Ann true"))
    let image = Value.object(Object(Image()))
    #expect(open("app://Inn/image", ["image": image], host) == .success(image))
    // A text from here is a text, one of the URL may become what the action declares.
    #expect(
      open("app://Inn/all?a=1", ["b": "2", "c": 3], host)
        == .success(["parameters": ["a": "1", "b": "2", "c": 3], "hints": [:]]))
    #expect(open("app://Inn/rooms/7?sleeps=2", [:], host) == .success("room 7, 2"))
    #expect(open("app://Inn/rooms/7", ["beds": 3], host) == .success("room 7, 3"))
    #expect(reports.withLock { $0 } == [])
  }

  @Test func `it is heard later as well`() async throws {
    let host = try host()
    let image = Value.object(Object(Image()))
    let reply = await withCheckedContinuation { continuation in
      host.mediator.open("app://Inn/later", ["image": image]) { continuation.resume(returning: $0) }
    }
    #expect(reply == .success(image))
  }

  @Test func `exposure and policy hold as they do without it`() throws {
    let host = try host()
    #expect(message("app://Inn/hidden", ["a": 1], host) == "not_found: nothing here answers app://Inn/hidden")
    #expect(message("app://Inn/gone", [:], host) == "not_found: nothing here answers app://Inn/gone")
    let strict = try self.host { policy in
      policy.schemes = ["app"]
      policy.deniedTargets = ["Inn"]
    }
    #expect(message("web://Inn/all", [:], strict) == "scheme_refused: URLs of the scheme 'web' are not taken")
    #expect(message("app://Inn/all", ["a": 1], strict) == "not_found: nothing here answers app://Inn/all")
  }

  @Test func `what is added has its declared form, and is not ignored`() throws {
    let host = try host()
    #expect(
      message("app://Inn/room?number=1", ["beds": "2"], host)
        == "mistyped_parameter: the parameter 'beds' must be an int, not the text '2'")
    #expect(
      message("app://Inn/room?number=1", ["bedz": 2], host) == "unknown_parameter: Inn.room has no parameter 'bedz'")
    // Neither are its names folded or renamed.
    #expect(
      message("app://Inn/rooms/1", ["sleeps": 2], host) == "unknown_parameter: Inn.room has no parameter 'sleeps'")
    #expect(open("app://Inn/room?number=1&bedz=2", ["beds": 2], host) == .success("room 1, 2"))
    #expect(reports.withLock { $0.count } == 1)
  }

  @Test(
    arguments: [
      ("app://Inn/room?number=1", ["number": 2], "the parameter 'number' is given by the URL already"),
      ("app://Inn/all?a", ["a": true], "the parameter 'a' is given by the URL already"),
      ("app://Inn/rooms/1?sleeps=2", ["beds": 2], "the parameter 'beds' is given by the URL already, as 'sleeps'"),
      ("app://Inn/rooms/1", ["number": 2], "the parameter 'number' is given by the path already"),
      ("app://Inn/face?animated=no", ["animated": true], "the parameter 'animated' is given by the URL already"),
    ] as [(String, Fields, String)])
  func `what both name fails, so neither changes what the other says`(
    _ url: String, _ added: Fields, _ message: String
  ) throws {
    #expect(self.message(url, added, try host()) == "duplicate_parameter: \(message)")
  }

  @Test func `hints from here have their kind`() throws {
    let host = try host()
    let reply: Value = ["parameters": ["a": 1], "hints": ["animated": false]]
    #expect(open("app://Inn/face", ["animated": false, "a": 1], host) == .success(reply))
    #expect(
      message("app://Inn/face", ["animated": "no"], host)
        == "mistyped_hint: the hint 'animated' must be a bool, not the text 'no'")
  }

  @Test func `a signature that declares a function takes one, and nothing else in its place`() throws {
    let host = Host()
    let registrant = Registrant()
    try registrant.register("Raw", in: host) { raw in
      var codes = [raw.describe(), raw.target(hasInstances: false)]
      codes.append(raw.action("run", signature: "(then: function, image: object?)", flags: COMPONENT_ACTION_REMOTE))
      return codes.first { $0 != COMPONENT_OK } ?? COMPONENT_OK
    }
    let then = Value.function(Function { _ in nil })
    #expect(open("app://Raw/run", ["then": then, "image": .object(Object(Image()))], host) == .success(.null))
    #expect(
      message("app://Raw/run", ["then": 1], host)
        == "mistyped_parameter: the parameter 'then' must be a function, not an int")
    #expect(
      message("app://Raw/run?then=x", [:], host)
        == "mistyped_parameter: the parameter 'then' must be a function, not the text 'x'")
  }

  @Test func `who declines leaves it to the next, with all that was added`() throws {
    let image = Value.object(Object(Image()))
    #expect(
      open("app://Inn/first/x", ["image": image], try host())
        == .success(["parameters": ["place": "first", "word": "x", "image": image], "hints": [:]]))
  }

  @Test func `interceptors see it, and may change it`() throws {
    let host = try host()
    let image = Value.object(Object(Image()))
    host.add(
      Interceptor("see") { call in
        var parameters = call.parameters
        parameters["seen"] = .text("\(call.source) \(parameters.keys)")
        call.proceed(parameters: parameters)
      })
    let seen = #"remote ["a", "image"]"#
    #expect(
      open("app://Inn/all?a=1", ["image": image], host)
        == .success(["parameters": ["a": "1", "image": image, "seen": .text(seen)], "hints": [:]]))
  }

  @Test func `the fallback gets it where a URL leads nowhere`() throws {
    struct NotFound: Component {
      init(mediator: Mediator) {}
      var actions: [Action] { Action("notFound") { call in call.value("parameters") ?? .null } }
    }
    let host = try host()
    try host.register(NotFound.self)
    let image = Value.object(Object(Image()))
    #expect(
      open("app://Inn/nothing/at/all?a=1", ["image": image], host) == .success(["a": "1", "image": image]))
  }

  @Test func `a URL that another program takes can be given nothing`() throws {
    let host = try host { $0.outbound = ["mailto": ["true"]] }
    #expect(
      message("mailto:ann@example.org", ["a": 1], host)
        == "local_parameters: the URL goes to another program, which can be given nothing besides")
    #expect(open("mailto:ann@example.org", [:], host) == .success(.null))
    // Behind interceptors neither.
    host.add(Interceptor("passes") { $0.proceed() })
    #expect(
      message("mailto:ann@example.org", ["a": 1], host)
        == "local_parameters: the URL goes to another program, which can be given nothing besides")
    #expect(open("mailto:ann@example.org", [:], host) == .success(.null))
  }

  @Test func `without anything from here a reply is for outside`() throws {
    let host = try host()
    try host.register(Box.self)
    #expect(open("app://Box/open", [:], host).map { $0.object != nil } == .success(true))
    let plain = failure { () throws(Failure) in try host.mediator.open("app://Box/open") }
    #expect(plain?.reason == "invalid_reply")
  }

  struct Box: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("open") { _ in .object(Object(Image())) }.remote }
  }

  @Test func `an older host has no such function`() throws {
    let host = try host()
    var old = host.programSeat.handle.pointee
    old.size = UInt32(MemoryLayout<component_host>.offset(of: \.open_with) ?? 0)
    withUnsafePointer(to: &old) { old in
      let mediator = Mediator(old)
      #expect(
        failure { () throws(Failure) in try mediator.open("app://Inn/all", [:]) }
          == Failure(.failed, "host_too_old", "the host can't open a URL with parameters from here"))
    }
  }
}
