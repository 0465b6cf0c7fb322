import ComponentKit
import Testing

@testable import ComponentHost

/// What a policy keeps from callers from outside, before anything is loaded and behind that.
@Suite struct DeniedComponentTests {
  @Test func `a component is kept from callers as a whole only where none of its targets can be reached`() {
    var policy = Policy()
    #expect(policy.objection(toAllOf: "Vault") == nil)
    policy.deniedTargets = ["Vault.Below", "Vaults"]
    #expect(policy.objection(toAllOf: "Vault") == nil)
    policy.deniedTargets = ["Vault"]
    #expect(policy.objection(toAllOf: "Vault") == "the target 'Vault' is denied")
    #expect(policy.objection(toAllOf: "Vaulted") == nil)
    policy = Policy()
    policy.allowedTargets = ["Vault.Below", "Shop"]
    #expect(policy.objection(toAllOf: "Vault") == nil && policy.objection(toAllOf: "Shop") == nil)
    #expect(policy.objection(toAllOf: "Shops") == "the target 'Shops' is not among the allowed ones")
    policy = Policy()
    // A prefix may go beyond a component's name, into that of its targets; a suffix says nothing of it.
    policy.targetShape = Policy.NameShape(prefix: "Vault.Pub", suffix: "Face")
    #expect(policy.objection(toAllOf: "Vault") == nil)
    let words = "the name of each of its targets does not begin with 'Vault.Pub' and end in 'Face', as the policy asks"
    #expect(policy.objection(toAllOf: "Shop") == words)
  }

  struct Vault: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("open") { _ in "gold" }.remote
      Action("hidden") { _ in "more gold" }
    }
  }

  @Test func `whether callers reach an action now is told of what is registered, and of nothing else`() throws {
    let host = Host()
    #expect(!host.isOpenNow("Vault", "open"))
    try host.register(Vault.self)
    #expect(host.isOpenNow("Vault", "open"))
    #expect(!host.isOpenNow("Vault", "hidden") && !host.isOpenNow("Vault", "nothing") && !host.isOpenNow("", ""))
    var settings = Settings()
    settings.policy.deniedTargets = ["Vault"]
    let strict = Host(settings)
    try strict.register(Vault.self)
    #expect(!strict.isOpenNow("Vault", "open"))
  }
}
