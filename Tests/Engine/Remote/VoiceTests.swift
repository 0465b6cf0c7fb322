import ComponentABI
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Whose words a failure is, as the contract's field says it.
@Suite struct VoiceTests {
  private static func copied(_ voice: UInt32) -> Failure {
    var failure = component_failure()
    failure.abi = COMPONENT_ABI_VERSION
    failure.size = UInt32(MemoryLayout<component_failure>.size)
    (failure.code, failure.voice, failure.message) = (COMPONENT_FAILURE_FAILED, voice, Ear.text("/srv/secret is full"))
    return Failure(copying: failure)
  }

  @Test func `a voice that is not known counts as the host's own`() {
    let voices = [COMPONENT_VOICE_ACTION, COMPONENT_VOICE_HOST, COMPONENT_VOICE_OUTSIDE, 3, .max]
    #expect(voices.map { VoiceTests.copied($0).voice } == [.action, .host, .outside, .host, .host])
  }

  struct Speaker: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("speak") { call in throw VoiceTests.copied(UInt32(try call.int("voice"))) }.remote
    }
  }

  @Test(arguments: [(0, "/srv/secret is full"), (1, nil), (2, "/srv/secret is full"), (99, nil)] as [(Int, String?)])
  func `a component that gives out its words as the host's has them hidden from callers from outside`(
    _ voice: Int, _ heard: String?
  ) throws {
    let host = Host()
    try host.register(Speaker.self)
    let url = "app://Speaker/speak?voice=\(voice)"
    let failure = #expect(throws: Failure.self) { try host.mediator.open(url) }
    #expect(failure?.message == heard ?? "what answers app://Speaker/speak failed")
    // Inside all of it is told.
    let inside = #expect(throws: Failure.self) { try host.mediator.call("Speaker", "speak", ["voice": .int(voice)]) }
    #expect(inside?.message == "/srv/secret is full")
  }
}
