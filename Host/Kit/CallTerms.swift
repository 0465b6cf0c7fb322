/// The terms of a call whose caller set any.
@usableFromInline
struct CallTerms {
  @usableFromInline let timeLimit: Duration?
  @usableFromInline let cancellation: Cancellation?
  @usableFromInline let progress: (@Sendable (Double?, String) -> Void)?

  @inlinable
  init(_ timeLimit: Duration?, _ cancellation: Cancellation?, _ progress: (@Sendable (Double?, String) -> Void)?) {
    self.timeLimit = timeLimit
    self.cancellation = cancellation
    self.progress = progress
  }

  /// Lends the terms, or nil where there are none: then a call hands on one word instead of six.
  @inlinable @inline(__always)
  func lent<Result, Fault>(_ body: (UnsafePointer<CallTerms>?) throws(Fault) -> Result) throws(Fault) -> Result {
    if timeLimit == nil, cancellation == nil, progress == nil { return try body(nil) }
    return try withUnsafePointer(to: self) { (terms) throws(Fault) in try body(terms) }
  }
}
