import ComponentKit
import Testing

@testable import ComponentHost

/// The URLs of typed requests, and that they are the requests again.
@Suite struct WrittenURLTests {
  struct Inn: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    struct Room: Request {
      static let target = "Inn"
      static let isRemote = true
      @Parameter var number: Int
      @Parameter var guest: String?
      @Parameter var tags: [String]?
      @Parameter var weight = 1.5
      @Parameter var isFree = false
      typealias Reply = String
    }
    struct Several: Request {
      static let target = "Inn"
      static let isRemote = true
      @Parameter var numbers: [Int]
      @Parameter var guests: [String]?
      typealias Reply = String
    }
    struct Hidden: Request {
      static let target = "Inn"
      typealias Reply = String
    }

    struct Loose: Request {
      static let target = "Inn"
      static let isRemote = true
      @Parameter var o: Value?
      typealias Reply = String
    }

    var actions: [Action] {
      on(Loose.self) { _ in "loose" }
      on(Room.self) { "\($0.number) \($0.guest ?? "-") \($0.tags ?? []) \($0.weight) \($0.isFree)" }
      on(Hidden.self) { _ in "hidden" }
      on(Several.self) { "\($0.numbers) \($0.guests ?? [])" }
      Action("free") { call in .map(call.parameters) }.remote
      Action("link") { [mediator] call in
        .text(try mediator.url(for: Room { $0.number = 3 }, scheme: try call.text("scheme")))
      }
    }
    var paths: [Path] {
      Path("/rooms/:number<int>(/of/:guest)", "room")
      Path("/free/:isFree<bool>/:number", "room", fixed: ["weight": 2.5])
      Path("/web/:number", "room", schemes: ["web"])
      Path("/several/:numbers<int>", "several")
      Path("/several/of/:numbers/*guests", "several")
    }
  }

  private func host(_ change: (inout Policy) throws -> Void = { _ in }) throws -> Host {
    var settings = Settings()
    try change(&settings.policy)
    let host = Host(settings)
    try host.register(Inn.self)
    return host
  }

  @Test func `a request is written as the URL of its route`() throws {
    let host = try host()
    let url = { (set: (inout Inn.Room) -> Void, scheme: String) throws in
      try host.mediator.url(for: Inn.Room(set), scheme: scheme)
    }
    #expect(try url({ $0.number = 7 }, "app") == "app://Inn/rooms/7?weight=1.5&isFree=false")
    #expect(
      try url({ ($0.number, $0.guest) = (7, "Ann B") }, "app") == "app://Inn/rooms/7/of/Ann%20B?weight=1.5&isFree=false"
    )
    #expect(
      try url({ ($0.number, $0.weight, $0.isFree) = (7, 2.5, true) }, "app")
        == "app://Inn/free/true/7")
    #expect(
      try url({ ($0.number, $0.tags) = (7, ["a", "&"]) }, "APP")
        == "app://Inn/rooms/7?tags=%5B%22a%22%2C%22%26%22%5D&weight=1.5&isFree=false")
    #expect(try host.mediator.call("Inn", "link", ["scheme": "app"]) == "app://Inn/rooms/3?weight=1.5&isFree=false")
  }

  @Test func `whatever is written opens as the request`() throws {
    let host = try host { policy in
      policy.routes = [try Route(parsing: "app://:guest/:number", to: "Inn", "room")]
      policy.query = QueryNames(renames: ["t": "tags"], foldsCase: true)
    }
    var dice = SystemRandomNumberGenerator()
    let letters = Array("aZ09 &=?#%+/[]äß中😀\u{202e}\"'.:")
    var routed = 0
    for _ in 0..<300 {
      let words = (0..<Int.random(in: 1...3, using: &dice)).map { _ in
        String((0..<Int.random(in: 0...5, using: &dice)).map { _ in letters.randomElement(using: &dice)! })
      }
      let request = Inn.Room {
        $0.number = Int.random(in: .min ... .max, using: &dice)
        $0.guest = Bool.random(using: &dice) ? words[0] : nil
        $0.tags = Bool.random(using: &dice) ? words : nil
        $0.weight = [1.5, 2.5, -1e300].randomElement(using: &dice)!
        $0.isFree = Bool.random(using: &dice)
      }
      let url = try host.mediator.url(for: request, scheme: ["app", "web", "x"].randomElement(using: &dice)!)
      #expect(try host.mediator.open(url) == .text(try host.mediator.call(request)), "\(url)")
      if !url.contains("Inn/room?") { routed += 1 }
    }
    #expect(routed > 200)
  }

  @Test(
    arguments: [
      ([7], nil, "several/7"), ([7, 8], nil, "several?numbers=%5B7%2C8%5D"),
      ([7], ["a", "b c"], "several/of/7/a/b%20c"),
      ([7, 8], ["a"], "several/of/%5B7%2C8%5D/a"), ([7], ["a/b"], "several/7?guests=%5B%22a%2Fb%22%5D"),
      ([7], ["a", ""], "several/7?guests=%5B%22a%22%2C%22%22%5D"),
      ([7], ["[\"a\"]"], "several/7?guests=%5B%22%5B%5C%22a%5C%22%5D%22%5D"),
      ([], ["a"], "several/of/%5B%5D/a"),
    ] as [([Int], [String]?, String)])
  func `a list is written into a path where it is read from there`(
    _ numbers: [Int], _ guests: [String]?, _ url: String
  ) throws {
    let host = try host()
    let request = Inn.Several { ($0.numbers, $0.guests) = (numbers, guests) }
    #expect(try host.mediator.url(for: request, scheme: "app") == "app://Inn/\(url)")
    #expect(try host.mediator.open("app://Inn/\(url)") == .text(try host.mediator.call(request)))
  }

  // The same in Tests/Scaffold: the small hosts for tests write what the host writes.
  @Test(
    arguments: [
      (true, "true"), (false, "false"), (.bytes([251, 255]), "%2B%2F8%3D"), (.bytes([]), ""), ([:], "%7B%7D"),
      (10.0, "10.0"),
      (150.0, "150.0"), (-0.0, "-0.0"), (0.0001, "0.0001"), (0.00012345, "0.00012345"), (1e-5, "1e-05"),
      (1.5e-7, "1.5e-07"), (1e15, "1000000000000000.0"), (9007199254740992.0, "9007199254740992.0"),
      (-9007199254740994.0, "-9.007199254740994e%2B15"), (1e16, "1e%2B16"), (1e300, "1e%2B300"),
      (.double(.leastNonzeroMagnitude), "5e-324"),
      (.double(0.1 + 0.2), "0.30000000000000004"),
      ([-1, 1e-300, "\t\u{7F}\"\u{202E}"], "%5B-1%2C1e-300%2C%22%5Ct%5Cu007f%5C%22%5Cu202e%22%5D"),
      (
        ["a b": [], "raw": .bytes([251, 255, 0, 1])], "%7B%22a%20b%22%3A%5B%5D%2C%22raw%22%3A%22%2B%2F8AAQ%3D%3D%22%7D"
      ),
    ] as [(Value, String)])
  func `each value has one form`(value: Value, text: String) throws {
    let url = try host().mediator.url(for: "Inn", "free", ["x": value], scheme: "APP")
    #expect(url == "app://Inn/free?x=\(text)")
  }

  @Test func `what has no form in a URL is refused`() throws {
    let host = try host()
    let code = { (parameters: Fields) in
      failure { () throws(Failure) in .text(try host.mediator.url(for: "Inn", "free", parameters, scheme: "app")) }?
        .code
    }
    for key in ["", "a[", "a]b", "a\n", "a\u{202E}"] { #expect(code([key: 1]) == .invalidParameters, "\(key)") }
    let nested = { (depth: Int) in (0..<depth).reduce(Value.int(1)) { inner, _ in [inner] } }
    for value in ["a\0b", .double(.infinity), .double(.nan), nested(129)] as [Value] {
      #expect(code(["x": value]) == .invalidParameters)
    }
    #expect(code(["x": nested(128)]) == nil)
  }

  @Test func `what no URL is fails`() throws {
    let host = try host { policy in
      policy.schemes = ["app"]
      policy.routes = [Route("/room", host: "Inn", to: "Inn", "free", priority: 9)]
    }
    let words = { (target: String, action: String, parameters: Fields, scheme: String) in
      failure { () throws(Failure) in
        .text(try host.mediator.url(for: target, action, parameters, scheme: scheme))
      }.map { "\($0.reason): \($0.message)" }
    }
    #expect(
      words("Inn", "hidden", [:], "app")
        == "not_remote: no URL leads to Inn.hidden: it is not open to callers from outside")
    #expect(words("Inn", "gone", [:], "app") == "no_such_action: Inn has no action 'gone'")
    #expect(words("I n", "gone", [:], "app") == "invalid_name: 'I n' is not a valid name")
    #expect(
      words("Inn", "free", [:], "a b")
        == "invalid_scheme: 'a b' is no scheme: a scheme is a letter, then letters, digits, '+', '-' and '.'")
    #expect(
      words("Inn", "free", [:], "")
        == "invalid_scheme: '' is no scheme: a scheme is a letter, then letters, digits, '+', '-' and '.'")
    #expect(words("Inn", "free", [:], "web") == "scheme_refused: URLs of the scheme 'web' are not taken")
    #expect(
      words("Inn", "free", ["f": .function(Function { _ in nil })], "app")?.hasPrefix("unwritable_parameter: ") == true)
    #expect(
      words("Inn", "room", ["number": "x"], "app")
        == "mistyped_parameter: the parameter 'number' must be an int, not the text 'x'")
    let unlike = "unwritable_url: app://Inn/loose would not lead to Inn.loose with the same parameters"
    #expect(words("Inn", "loose", ["o": ["a": 1]], "app") == "\(unlike): 'o' would be the text '{\"a\":1}'")
    #expect(words("Inn", "loose", ["o": 1], "app") == "\(unlike): 'o' would be the text '1'")
    #expect(words("Inn", "room", [:], "app") == "missing_parameter: the parameter 'number' is missing (int)")
    #expect(try host.mediator.url(for: "Inn", "free", ["a": 1, "b": nil], scheme: "app") == "app://Inn/room?a=1")
  }
}
