import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

/// What is said of a component from elsewhere, and how much of it is believed.
@Suite struct DescribedElsewhereTests {
  private func atlas(_ settings: Settings = Settings()) throws -> (host: Host, component: LoadedComponent) {
    let host = Host(settings)
    try host.register(Atlas.self)
    return (host, try #require(host.known("Atlas")))
  }

  @Test func `what describe says of a component makes a component that says the same`() throws {
    let (host, component) = try atlas()
    var own = LookUp(component: component, target: nil, action: nil).json().map ?? [:]
    let said = try Value(json: Value.map(own).json())
    let far = try Host(Settings()).described(elsewhere: said)
    // What the other host has for itself.
    for key in ["needs", "events", "observes"] { own[key] = .list([]) }
    var again = LookUp(component: far, target: nil, action: nil).json().map ?? [:]
    // Only what events refer to is used by nothing now.
    (own["types"], again["types"]) = (nil, nil)
    #expect(try Value.map(again).json() == Value.map(own).json())
    _ = host
  }

  @Test func `only what is open is said to callers from outside`() throws {
    let (host, component) = try atlas()
    let open = component.targets.flatMap { target in
      target.actions.filter { host.isOpen($0, of: target) }.map { "\(target.name).\($0.name)" }
    }
    let said = host.openDescription(of: component)
    let told = (said?["targets"]?.list ?? []).flatMap { target in
      (target["actions"]?.list ?? []).map { "\(target["name"]?.text ?? "").\($0["name"]?.text ?? "")" }
    }
    #expect(told == open)
    #expect(open.isEmpty == (said == nil))
    #expect(host.openDescription(of: component, target: "Atlas", action: "none") == nil)
    #expect(said?["file"] == .some(.null) || said == nil)
  }

  @Test func `a policy that closes a component has nothing said of it`() throws {
    var settings = Settings()
    settings.policy.deniedTargets = ["Atlas"]
    let (host, _) = try atlas(settings)
    #expect(try host.openDescription(ofComponent: "Atlas", within: .seconds(5)) == nil)
    #expect(try host.openDescription(ofComponent: "None", within: .seconds(5)) == nil)
  }

  @Test func `texts that were typed become what is declared, and what can't stays`() throws {
    let (_, component) = try atlas()
    let target = try #require(component.targets.first { $0.name == "Atlas" })
    let action = try #require(target.action("showMap"))
    let found = LookUp(component: component, target: target, action: action)
    let typed = found.typed(["id": "7", "kind": "relief", "other": "7", "no": 1], loose: ["id", "kind", "other"])
    #expect(typed == ["id": 7, "kind": "relief", "other": "7", "no": 1])
    #expect(found.typed(["id": "7"], loose: []) == ["id": "7"])
    #expect(found.typed(["id": "x"], loose: ["id"]) == ["id": "x"])
  }

  @Test(arguments: [
    "{}", "7", "[]", #"{"name":"a b"}"#, #"{"name":"A","targets":[{"name":"B"}]}"#,
    #"{"name":"A","targets":[{"name":"A","actions":[{"name":"x","signature":"(a: Nope)"}]}]}"#,
    #"{"name":"A","targets":[{"name":"A","actions":[{"name":"x"},{"name":"x"}]}]}"#,
    #"{"name":"A","types":[{"name":"T","definition":"T"}]}"#,
    #"{"name":"A","targets":[{"name":"A","actions":[{"name":"x"}]}],"routes":[{"pattern":"/","target":"C","action":"x"}]}"#,
  ])
  func `what no component could register is not believed`(json: String) throws {
    let said = try Value(json: json)
    #expect(throws: Refusal.self) { try Host(Settings()).described(elsewhere: said) }
  }
}
