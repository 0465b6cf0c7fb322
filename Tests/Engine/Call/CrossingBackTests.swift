import ComponentABI
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// What an action says is checked as well.
@Suite(.serialized) struct CrossingBackTests {
  let host = Host()

  init() throws { try host.register("Says", Says.register) }

  private func outcome(_ what: component_value, _ how: Says.How) -> Failure? {
    Says.now.withLock { $0 = Says.Sentence(what: what, how: how) }
    return failure { () throws(Failure) in try host.mediator.call("Says", "it", progress: { _, _ in }) }
  }

  @Test(arguments: Odd.allCases) func `a reply that can't be fails the call`(odd: Odd) {
    for how in [Says.How.reply, .deferredReply] {
      let failed = outcome(odd.value, how)
      #expect((failed?.code, failed?.reason) == (.failed, "invalid_reply"))
      #expect(failed?.message.hasPrefix("the reply of Says.it is invalid: \(odd.words)") == true)
      #expect(Says.status.withLock { $0 } == COMPONENT_FAILURE_INVALID)
    }
  }

  @Test(arguments: Odd.allCases) func `so do a failure's details`(odd: Odd) {
    let failed = outcome(odd.value, .details)
    #expect((failed?.code, failed?.reason) == (.failed, "invalid_failure"))
    #expect(failed?.message.contains("\(odd.words), at 'details") == true)
  }

  @Test(arguments: [Odd.endlessText, .notUTF8], [Says.How.reason, .message, .progress])
  func `its words, and what it tells on the way, must be text`(odd: Odd, how: Says.How) {
    let failed = outcome(odd.value, how)
    if how == .progress {
      #expect(failed?.reason == "no_reply")
    } else {
      #expect(failed?.reason == "invalid_failure")
    }
    #expect(Says.status.withLock { $0 } == COMPONENT_FAILURE_INVALID)
  }
}

/// Says what it is told to, and keeps what the host made of it.
enum Says {
  enum How: CaseIterable { case reply, deferredReply, details, reason, message, progress }

  struct Sentence: @unchecked Sendable {
    // Sendable: what it points to is never freed and never changes.
    let what: component_value
    let how: How
  }

  static let now = Guarded<Sentence?>(nil)
  static let status = Guarded(COMPONENT_OK)

  static let register: component_register = { host, registration in
    let opened = host.open(registration)
    return opened == COMPONENT_OK ? host.add("it", to: registration, run: say) : opened
  }

  static let say: component_run = { _, call in
    guard let sentence = now.withLock({ $0 }) else { return COMPONENT_FAILURE_FAILED }
    let host = call.pointee.host
    var value = sentence.what
    var failure = component_failure()
    failure.abi = COMPONENT_ABI_VERSION
    failure.size = UInt32(MemoryLayout<component_failure>.size)
    failure.code = COMPONENT_FAILURE_DENIED
    var progress = component_progress()
    progress.abi = COMPONENT_ABI_VERSION
    progress.size = UInt32(MemoryLayout<component_progress>.size)
    let text = component_text(bytes: value.as.text, length: value.count)
    let result: Int32
    switch sentence.how {
    case .reply: result = host.pointee.reply(call, &value)
    case .deferredReply:
      guard let deferred = host.pointee.defer(call) else { return COMPONENT_FAILURE_ENDED }
      result = host.pointee.reply(deferred, &value)
      host.pointee.release(deferred)
    case .details:
      failure.details = value
      result = host.pointee.fail(call, &failure)
    case .reason:
      failure.reason = text
      result = host.pointee.fail(call, &failure)
    case .message:
      failure.message = text
      result = host.pointee.fail(call, &failure)
    case .progress:
      progress.message = text
      result = host.pointee.progress(call, &progress)
    }
    status.withLock { $0 = result }
    return COMPONENT_OK
  }
}
