import ComponentABI

extension Mediator {
  /// As `open(key:)`, where the texts under the keys in `loose` were typed without a type, and all others may come from
  /// JSON.
  package func open(
    key: String, _ parameters: Fields, hints: Fields, loose: [String], timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> Value {
    let terms = CallTerms(timeLimit, cancellation, progress)
    return try withRequest("", "", parameters, loose, true) { request, failure in
      hints.withBorrowed(loose: loose, fromJSON: true) { hints in
        request.hints = UnsafePointer(hints.baseAddress)
        request.hint_count = hints.count
        return key.withText { key in
          terms.lent { hear(&request, $0, &failure) { _ = host.pointee.open_key(host, key, $0) } }
        }
      }
    }
  }
}
