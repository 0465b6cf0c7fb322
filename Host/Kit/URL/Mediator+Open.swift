import ComponentABI

// URLs and map keys.
extension Mediator {
  /// Opens a URL as a caller from outside would, and waits for the reply; the thread waits as well. Where `await` may stand the
  /// one that awaits is meant, as with `call`, and so it is with all that open something.
  @available(*, noasync, message: "it keeps the thread; in a function that is async, write 'try await'")
  public func open(
    _ url: String, timeLimit: Duration? = nil, cancellation: Cancellation? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> Value {
    var failure: Failure?
    let reply = CallTerms(timeLimit, cancellation, progress).lent { terms in
      url.withText { url in
        var request = component_request(component_text(), component_text(), flags, Listener.ended)
        return hear(&request, terms, &failure) { _ = host.pointee.open(host, url, $0) }
      }
    }
    if let reply { return reply }
    throw failure ?? .noOutcome
  }

  /// Opens a URL as a caller from outside would, with things from here, and waits for the reply.
  ///
  /// The parameters may be what no URL can hold, objects and functions, and so may the reply. Only what is open to callers
  /// from outside is reached. What is added has its declared form, or the call fails, also where it is not declared at
  /// all; and it fails where the URL names the same parameter, so neither side changes what the other one says.
  @available(*, noasync, message: "it keeps the thread; in a function that is async, write 'try await'")
  public func open(
    _ url: String, _ parameters: Fields, timeLimit: Duration? = nil, cancellation: Cancellation? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> Value {
    guard host.has(\.open_with) else { throw Mediator.cannotAdd }
    let terms = CallTerms(timeLimit, cancellation, progress)
    return try withRequest("", "", parameters) { request, failure in
      url.withText { url in
        terms.lent { hear(&request, $0, &failure) { _ = host.pointee.open_with(host, url, $0) } }
      }
    }
  }

  /// The same, and goes on; `ended` hears the outcome once, on any thread.
  public func open(
    _ url: String, _ parameters: Fields, timeLimit: Duration? = nil, cancellation: Cancellation? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil, within parent: DeferredCall? = nil,
    ended: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    guard host.has(\.open_with) else { return ended(.failure(Mediator.cannotAdd)) }
    let terms = CallTerms(timeLimit, cancellation, progress)
    withRequest("", "", parameters) { request in
      url.withText { url in
        start(&request, terms, within: parent, hear: { ended(result($0, $1)) }) {
          host.pointee.start_open_with(host, url, $0)
        }
      }
    }
  }

  private static var cannotAdd: Failure { .hostTooOld("open a URL with parameters from here") }

  /// Opens a URL as a caller from outside would; `ended` hears the outcome once, on any thread.
  public func open(
    _ url: String, timeLimit: Duration? = nil, cancellation: Cancellation? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil, within parent: DeferredCall? = nil,
    ended: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    let terms = CallTerms(timeLimit, cancellation, progress)
    var request = component_request(component_text(), component_text(), flags, Listener.ended)
    url.withText { url in
      start(&request, terms, within: parent, hear: { ended(result($0, $1)) }) { host.pointee.start_open(host, url, $0) }
    }
  }

  /// Calls the action of a map key, `BookDetail_cover`, with any parameters and with hints.
  @available(*, noasync, message: "it keeps the thread; in a function that is async, write 'try await'")
  public func open(
    key: String, parameters: Fields = [:], hints: Fields = [:], timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> Value {
    let terms = CallTerms(timeLimit, cancellation, progress)
    return try withRequest("", "", parameters) { request, failure in
      hints.withBorrowed { hints in
        request.hints = UnsafePointer(hints.baseAddress)
        request.hint_count = hints.count
        return key.withText { key in
          terms.lent { hear(&request, $0, &failure) { _ = host.pointee.open_key(host, key, $0) } }
        }
      }
    }
  }

  /// Calls the action of a map key, and goes on; `ended` hears the outcome once, on any thread.
  public func open(
    key: String, parameters: Fields = [:], hints: Fields = [:], timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil,
    within parent: DeferredCall? = nil, ended: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    let terms = CallTerms(timeLimit, cancellation, progress)
    withRequest("", "", parameters) { request in
      hints.withBorrowed { hints in
        request.hints = UnsafePointer(hints.baseAddress)
        request.hint_count = hints.count
        key.withText { key in
          start(&request, terms, within: parent, hear: { ended(result($0, $1)) }) {
            host.pointee.start_open_key(host, key, $0)
          }
        }
      }
    }
  }
}

extension CallURL {
  /// The URL of a typed request; fails where a parameter can't be written down.
  public init<R: Request>(_ request: R, scheme: String) throws(Failure) {
    let layout = try RequestLayout.of(R.self)
    let parameters = try layout.withEntries(of: request) { entries throws(Failure) in
      Fields(copying: UnsafeBufferPointer(entries))
    }
    self.init(scheme: scheme, host: layout.target, path: [layout.action])
    for (key, value) in parameters { self.parameters[key] = try CallURL.written(value, key) }
  }

  // Texts as they are, lists of texts as lists, everything else as the text that reads as it.
  package static func written(_ value: Value, _ key: String) throws(Failure) -> Value? {
    switch value {
    case .null: return nil
    case .text: return value
    case .bool(let bool): return .text(bool ? "true" : "false")
    case .int(let int): return .text("\(int)")
    case .bytes(let bytes): return .text(Base64.encode(bytes))
    default:
      do throws(JSONWriteError) {
        return .text(try value.json())
      } catch {
        throw Failure(
          .invalidParameters, "unwritable_parameter", "the parameter '\(key)' can't be part of a URL: \(error)")
      }
    }
  }
}
