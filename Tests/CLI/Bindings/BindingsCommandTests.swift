import ComponentHost
import ComponentKit
import Glibc
import Testing

@testable import HostCLI

// Serialized: what is installed belongs to the whole process.
@Suite(.serialized) struct BindingsCommandTests {
  /// Runs the program where the component Shop is installed as described.
  private func run(_ arguments: String..., installed: FaceDescription?) -> Ran {
    let (out, err) = (Captured(), Captured())
    let console = Console(out: out, err: err, readInput: { .bytes([]) }, environment: { _ in nil })
    let exit = Program.run(
      ["--plugins", "/no-such"] + arguments,
      Surroundings(console) { host in
        do { if let installed { try DescribedComponent.add(installed, to: host) } } catch { err.write("\(error)\n") }
      })
    return Ran(exit, out: out.text, err: err.text)
  }

  private func check(
    _ old: [String], _ new: [String], language: FaceLanguage = .swift, version: String = "1.0.0", _ more: String...
  ) throws -> Ran {
    let file = TemporaryFile(language.file(try described(old)))
    let installed = try described(new, version: version)
    let ran =
      more.isEmpty
      ? run("bindings", "--check", file.path, "Shop", installed: installed)
      : run("bindings", "--check", file.path, "Shop", "--json", installed: installed)
    return Ran(
      ran.exit, out: ran.out.replacing(file.path, with: "FILE"), err: ran.err.replacing(file.path, with: "FILE"))
  }

  @Test(arguments: DriftCases.gone + DriftCases.ways + DriftCases.events + DriftCases.parameters + DriftCases.replies)
  func `each difference is told, and what breaks decides`(drift: DriftCase) throws {
    #expect(try check(drift.old, drift.new) == Ran(drift.breaks ? .failed : .ok, out: drift.text))
  }

  @Test func `a face in C never sends a default, and is printed again in C`() throws {
    #expect(
      try check(["action Shop.run(x: int = 1)"], ["action Shop.run(x: int)"], language: .c)
        == Ran(
          .failed,
          out: """
            FILE no longer fits Shop 1.0.0
              breaks  Shop.run, the parameter 'x': it is now required; the face leaves it out where it is nil
            help: print it again with 'host bindings Shop --language c'

            """))
  }

  @Test func `another version is a difference`() throws {
    #expect(
      try check(["action Shop.run()"], ["action Shop.run()"], version: "1.1.0")
        == Ran(
          .ok,
          out: """
            FILE still fits Shop 1.1.0, but it has changed
              fits    Shop: version 1.1.0; the face was printed for 1.0.0
            help: print it again with 'host bindings Shop'

            """))
  }

  @Test func `programs get one line`() throws {
    #expect(
      try check(["action Shop.run(x: {y: int})"], ["action Shop.run(x: {y: text}) -> int"], "--json")
        == Ran(
          .failed,
          out: """
            {"file":"FILE","target":"Shop","language":"swift","verdict":"broken","printed_for":"1.0.0",\
            "installed":"1.0.0","edited":false,"differences":[{"kind":"type","breaks":true,"target":"Shop",\
            "action":"run","parameter":"x","path":"x.y","face":"int","component":"text",\
            "message":"the face sends int, the component takes text"},{"kind":"type","breaks":false,"target":"Shop",\
            "action":"run","parameter":null,"path":"reply","face":null,"component":"int",\
            "message":"it is now int; the face reads any value"}]}

            """))
    #expect(
      try check(["action Shop.run()"], ["action Shop.run()"], "--json")
        == Ran(
          .ok,
          out: """
            {"file":"FILE","target":"Shop","language":"swift","verdict":"up to date","printed_for":"1.0.0",\
            "installed":"1.0.0","edited":false,"differences":[]}

            """))
  }

  @Test func `an edited face is said to be one`() throws {
    let description = try described("action Shop.run()")
    let file = TemporaryFile(FaceLanguage.swift.file(description) + "// mine\n")
    #expect(
      run("bindings", "--check", file.path, "Shop", installed: description)
        == Ran(
          .ok,
          out: """
            \(file.path) is up to date with Shop 1.0.0
              note    it is not what this host prints for its description: somebody edited it, or another version \
            printed it

            """))
  }

  static func shop() throws -> FaceDescription {
    try described(
      "type Coins = [Coin]", "type Coin = {cents: int}", "type Kind = \"a\" | \"b\"", "target Shop",
      "action Shop.run(kind: Kind) -> Kind", "target Shop.Till", "action Shop.Till.pay()", "target Shop.Till.Drawer",
      "action Shop.Till.Drawer.open() -> Coins", "target Shop.Tilly", "action Shop.Tilly.stop()")
  }

  @Test(arguments: ["Shop", "Shop.Till", "Shop.Till.Drawer", "Shop.Tilly"], FaceLanguage.allCases)
  func `what was printed is up to date`(target: String, language: FaceLanguage) throws {
    let shop = try Self.shop()
    let printed = run("bindings", target, "--language", language.rawValue, installed: shop)
    #expect(printed.exit == .ok && printed.err.isEmpty)
    #expect(run("bindings", target, "--language", language.rawValue, installed: shop) == printed)
    let file = TemporaryFile(printed.out)
    #expect(
      run("bindings", "--check", file.path, target, installed: shop)
        == Ran(.ok, out: "\(file.path) is up to date with \(target) 1.0.0\n"))
  }

  @Test func `the face of a target has this target, those below it, and the types they need`() throws {
    let printed = run("bindings", "Shop.Till", installed: try Self.shop())
    #expect(
      printed.out.hasPrefix(
        """
        // The face of Shop.Till 1.0.0, printed by: host bindings Shop.Till
        // Print it again instead of editing it. Whether it still fits says: host bindings --check FILE Shop.Till
        //
        // bindings 1 swift {"target":"Shop.Till","version":"1.0.0","summary":"","targets":[{"name":"Shop.Till",\
        "summary":"","actions":[{"name":"pay","summary":"","signature":"()","remote":false,"progress":false,"notes":{}}],\
        "routes":[],"keys":[]},{"name":"Shop.Till.Drawer","summary":"","actions":[{"name":"open","summary":"",\
        "signature":"() -> Coins","remote":false,"progress":false,"notes":{}}],"routes":[],"keys":[]}],\
        "types":[{"name":"Coins","definition":"[Coin]","summary":""},\
        {"name":"Coin","definition":"{cents: int}","summary":""}]}

        // swift-format-ignore-file

        public import ComponentKit

        /// Shop.Till 1.0.0.
        public struct ShopTillCalls: ShopTillService {

        """))
    #expect(printed.out.contains("  public var shopTill: ShopTillCalls { ShopTillCalls(mediator: self) }\n"))
    #expect(printed.out.contains("  public var drawer: DrawerCalls { DrawerCalls(mediator: mediator) }\n"))
    #expect(printed.out.contains("  public struct DrawerCalls: DrawerService {\n"))
    let any = "any ShopTillCalls.DrawerService"
    #expect(
      printed.out.contains("  public func service(_ service: (\(any)).Type) -> \(any) { shopTill.drawer }\n"))
  }

  @Test(
    arguments: [
      (FaceLanguage.swift, "func hide() async throws(Failure) -> NoReply {\n"), (.c, "// Replies nothing: null.\n"),
      (.cpp, "inline void shop_hide("), (.rust, "pub fn hide(call: &Call) -> Result<(), Fault> {\n"),
    ])
  func `an action that has nothing to say has no value for a reply`(language: FaceLanguage, line: String) throws {
    let installed = try described("action Shop.hide() -> nothing")
    let out = run("bindings", "Shop", "--language", language.rawValue, installed: installed).out
    #expect(out.contains(line), "\(out)")
  }

  @Test func `a small face is short`() throws {
    let installed = try described("type Coin = {cents: int}", "action Shop.pay(coin: Coin, tip: int = 1)")
    let out = run("bindings", "Shop", installed: installed).out
    #expect(
      out.rest(after: "}]}\n") == """

        // swift-format-ignore-file

        public import ComponentKit

        /// Shop 1.0.0.
        public struct ShopCalls: ShopService {
          let mediator: Mediator

          public struct Pay: Request {
            public static let target = "Shop"
            public static let action = "pay"
            @Parameter public var coin: Coin
            @Parameter public var tip: Int = 1
            public init() {}
            public typealias Reply = Value
          }

          /// - Parameter tip: 1 if it is nil
          @available(*, noasync)
          @discardableResult
          public func pay(coin: Coin, tip: Int? = nil) throws(Failure) -> Value {
            try mediator.call(
              Pay {
                $0.coin = coin
                if let tip { $0.tip = tip }
              })
          }

          /// - Parameter tip: 1 if it is nil
          @discardableResult
          public func pay(coin: Coin, tip: Int? = nil) async throws(Failure) -> Value {
            try await mediator.call(
              Pay {
                $0.coin = coin
                if let tip { $0.tip = tip }
              })
          }

          public struct Coin: Codable, Sendable, Equatable {
            public var cents: Int

            public init(cents: Int) {
              self.cents = cents
            }
          }
        }

        /// Shop as an interface, for callers who let something else stand in its place: a double, say.
        ///
        /// A type that has the methods that wait has all of them.
        public protocol ShopService: Service {
          @available(*, noasync)
          @discardableResult
          func pay(coin: ShopCalls.Coin, tip: Int?) throws(Failure) -> Value
          @discardableResult
          func pay(coin: ShopCalls.Coin, tip: Int?) async throws(Failure) -> Value
        }

        extension ShopService {
          public static var target: String { "Shop" }
          @ListBuilder<Action>
          public var answers: [Action] {
            Action(answering: ShopCalls.Pay.self) { request, _ in
              try self.pay(coin: request.coin, tip: request.tip)
            }
          }
        }

        extension Mediator {
          public var shop: ShopCalls { ShopCalls(mediator: self) }

          public func service(_ service: (any ShopService).Type) -> any ShopService { shop }
        }

        extension Neighbour {
          /// What its callers do where it is missing.
          public static let shop = Neighbour("Shop")
        }

        """)
  }
}

extension String {
  fileprivate func rest(after line: String) -> String {
    var rest = self[...]
    while !rest.isEmpty, !rest.hasPrefix(line) { rest.removeFirst() }
    return String(rest.dropFirst(line.count))
  }
}
