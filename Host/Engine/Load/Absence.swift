import ComponentABI
import ComponentKit

/// A call of a component that is not there, and what it is answered as long as nothing changes.
final class Absence: Sendable {
  let answer: LentFailure
  /// Whether there is a fallback, which is asked first.
  let hasFallback: Bool
  private let target: [UInt8]
  private let action: [UInt8]

  init(_ target: component_text, _ action: component_text, _ failure: Failure, hasFallback: Bool) {
    self.target = Array(target.utf8)
    self.action = Array(action.utf8)
    self.hasFallback = hasFallback
    answer = LentFailure(failure)
  }

  func isOf(_ target: component_text, _ action: component_text) -> Bool {
    self.target.withUnsafeBytes(target.equals) && self.action.withUnsafeBytes(action.equals)
  }
}
