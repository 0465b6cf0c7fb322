import ComponentABI
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Texts that are none, and a struct of no size, in the functions that ask without calling and change routes.
@Suite struct AskedTextTests {
  private let host = Host()
  private var table: HostTable { host.mediator.host }
  private let broken = component_text(bytes: AskedTextTests.letters, length: 2)

  // Never freed, as a literal's.
  nonisolated(unsafe) private static let letters: UnsafePointer<CChar> = {
    let letters = UnsafeMutablePointer<CChar>.allocate(capacity: 2)
    (letters[0], letters[1]) = (0x61, CChar(bitPattern: 0xFF))
    return UnsafePointer(letters)
  }()

  // What is heard of a question.
  private func heard(
    _ ask: (component_host, @escaping component_outcome, UnsafeMutableRawPointer?) -> Int32
  ) -> Failure? {
    let ear = Ear()
    let request = ear.request("x")
    let status = withExtendedLifetime(ear) { ask(table.pointee, request.ended, request.context) }
    guard case .failure(let failure)? = ear.outcomes.first, ear.outcomes.count == 1 else { return nil }
    #expect(status == failure.code.rawValue)
    return failure
  }

  @Test func `a name or a URL that is no text is told`() {
    let name = Ear.text("Good")
    let both = Failure(.notFound, "invalid_name", "the target or the action is not valid UTF-8").byHost
    #expect(heard { $0.has(table, broken, name, 0, $1, $2) } == both)
    #expect(heard { $0.has(table, name, broken, COMPONENT_ASK_LOADING, $1, $2) } == both)
    #expect(
      heard { $0.can_open(table, broken, 0, $1, $2) }
        == Failure(.invalidParameters, "invalid_url", "the URL is not valid UTF-8").byHost)
    #expect(
      heard { $0.release_instance(table, broken, $1, $2) }
        == Failure(.notFound, "invalid_name", "the target is not valid UTF-8").byHost)
    #expect(
      heard { functions, ended, context in
        var request = Ear().request("Good", "run")
        (request.ended, request.context) = (ended, context)
        return functions.write_url(table, broken, &request)
      }?.message == "a name of the call is not valid UTF-8")
  }

  @Test(arguments: [0, 8, 20]) func `a route whose struct is too small is told`(size: UInt32) {
    var route = component_route()
    (route.abi, route.size) = (COMPONENT_ABI_VERSION, size)
    let expected = Failure(.invalidParameters, "struct_size", "the route's struct can't be of that size").byHost
    #expect(heard { $0.publish_route(table, &route, $1, $2) } == expected)
    #expect(heard { $0.withdraw_route(table, &route, $1, $2) } == expected)
  }
}
