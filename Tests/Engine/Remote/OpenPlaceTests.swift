import ComponentABI
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// A URL that is opened by a request whose place remembers another action.
@Suite struct OpenPlaceTests {
  struct Vault: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("shown") { _ in "shown" }.remote
      Action("secret") { _ in "secret" }
    }
    var keys: [Key] { Key("door", "shown") }
  }

  @Test func `what the place remembers is not what the URL or the key leads to`() throws {
    let host = Host()
    try host.register(Vault.self)
    let table = host.mediator.host
    let ear = Ear()
    var place = component_place()
    withUnsafeMutablePointer(to: &place) { place in
      var secret = ear.request("Vault", "secret")
      secret.place = place
      _ = table.pointee.call(table, &secret)
      var url = ear.request("Vault", "secret")
      url.place = place
      _ = table.pointee.open(table, Ear.text("app://Vault/shown"), &url)
      var key = ear.request("Vault", "secret")
      key.place = place
      _ = table.pointee.open_key(table, Ear.text("Vault_door"), &key)
    }
    #expect(ear.outcomes == [.success("secret"), .success("shown"), .success("shown")])
  }
}
