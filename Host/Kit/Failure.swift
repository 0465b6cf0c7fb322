package import ComponentABI

/// Why a call failed: a code for programs, a finer reason, and a sentence for people.
public struct Failure: Error, Sendable, Equatable {
  public var code: Code
  /// One word, such as `no_such_book`.
  public var reason: String
  /// One sentence.
  public var message: String
  /// Further facts.
  public var details: Fields
  /// What a stand-in said, where the call's target or action is missing: a page for people, perhaps.
  ///
  /// It is no reply of what was called. An interceptor that throws the failure on hands it on; of what another action
  /// throws it is left out.
  public var answer: Value?
  package var voice = Voice.action

  public init(_ code: Code = .failed, _ reason: String = "", _ message: String, details: Fields = [:]) {
    self.code = code
    self.reason = reason.isEmpty ? code.name : reason
    self.message = message
    self.details = details
  }

  /// Whose words they are: COMPONENT_VOICE_*. It makes no difference inside the process, so it does not count where
  /// failures are compared.
  package enum Voice: UInt32, Sendable {
    case action = 0
    /// The host's, about the inside. They keep being its words where an action passes them on.
    case host = 1
    /// The host's, meant for callers from outside.
    case outside = 2

    /// One that is not known counts as the host's.
    package init(_ number: UInt32) { self = Voice(rawValue: number) ?? .host }
  }

  public static func == (one: Failure, other: Failure) -> Bool {
    one.code == other.code && one.reason == other.reason && one.message == other.message
      && one.details == other.details && one.answer == other.answer
  }

  /// What kind of failure; more kinds may come.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The action says no, or did not keep the contract.
    public static let failed = Code(rawValue: COMPONENT_FAILURE_FAILED)
    /// There is no such component, target or action.
    public static let notFound = Code(rawValue: COMPONENT_FAILURE_NOT_FOUND)
    /// The component is there, but the host will not load it.
    public static let refused = Code(rawValue: COMPONENT_FAILURE_REFUSED)
    /// The parameters are wrong.
    public static let invalidParameters = Code(rawValue: COMPONENT_FAILURE_INVALID)
    /// The caller may not.
    public static let denied = Code(rawValue: COMPONENT_FAILURE_DENIED)
    /// The deadline passed.
    public static let timedOut = Code(rawValue: COMPONENT_FAILURE_TIMED_OUT)
    /// The component died in the call.
    public static let crashed = Code(rawValue: COMPONENT_FAILURE_CRASHED)
    /// The caller gave the call up.
    public static let cancelled = Code(rawValue: COMPONENT_FAILURE_CANCELLED)
    /// The call has ended already.
    public static let ended = Code(rawValue: COMPONENT_FAILURE_ENDED)

    /// The reason where a failure gives none of its own.
    public var name: String {
      switch self {
      case .notFound: "not_found"
      case .refused: "component_refused"
      case .invalidParameters: "invalid_parameters"
      case .denied: "denied"
      case .timedOut: "timed_out"
      case .crashed: "crashed"
      case .cancelled: "cancelled"
      case .ended: "ended"
      default: "failed"
      }
    }
  }
}

extension Failure: CustomStringConvertible {
  public var description: String { message }
}

extension Failure.Code: CustomStringConvertible {
  /// Its name, `not_found`, or its number where it has none.
  public var description: String {
    (COMPONENT_FAILURE_FAILED...COMPONENT_FAILURE_ENDED).contains(rawValue) ? name : "code \(rawValue)"
  }
}

// Across the border.
extension Failure {
  /// Any error as a failure; one that is none already becomes `failed` with its description.
  public init(_ error: any Error) {
    if let failure = error as? Failure {
      self = failure
    } else {
      self.init(.failed, "", "\(error)")
    }
  }

  /// A copy of a borrowed failure.
  package init(copying failure: component_failure) {
    code = Code(rawValue: failure.code)
    reason = failure.reason.string
    message = failure.message.string
    details = Value(copying: failure.details).map ?? [:]
    answer = failure.answer.map { Value(copying: $0.pointee) }
    voice = Voice(failure.voice)
  }

  /// Lends the failure to C.
  package func withBorrowed<R>(_ body: (UnsafePointer<component_failure>) -> R) -> R {
    if let answer { return answer.withBorrowed { withBorrowed(answer: $0, body) } }
    return withBorrowed(answer: nil, body)
  }

  /// Lends it to C with that answer of a stand-in.
  package func withBorrowed<R>(
    answer: UnsafePointer<component_value>?, _ body: (UnsafePointer<component_failure>) -> R
  ) -> R {
    var reason = self.reason
    var message = self.message
    return Value.map(details).withBorrowed { details in
      reason.withUTF8 { reason in
        message.withUTF8 { message in
          var failure = component_failure(
            self, reason: component_text(reason), message: component_text(message), details: details.pointee)
          failure.answer = answer
          return body(&failure)
        }
      }
    }
  }
}

extension component_failure {
  /// A failure whose parts are laid out for C already.
  init(_ failure: Failure, reason: component_text, message: component_text, details: component_value) {
    self.init()
    abi = COMPONENT_ABI_VERSION
    size = UInt32(MemoryLayout<component_failure>.size)
    code = failure.code.rawValue
    voice = failure.voice.rawValue
    self.reason = reason
    self.message = message
    self.details = details
  }
}
