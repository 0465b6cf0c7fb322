import ComponentABI
import ComponentKit

/// Hears the ends of calls that are made by requests, as components in C make them. It has to outlive them.
final class Ear: Sendable {
  private let heard = Guarded<[Result<Value, Failure>]>([])

  /// The outcomes so far.
  var outcomes: [Result<Value, Failure>] { heard.withLock { $0 } }

  /// A request of today's contract.
  func request(_ target: StaticString, _ action: StaticString = "") -> component_request {
    var request = component_request(Ear.text(target), Ear.text(action), 0) { context, reply, failure in
      guard let context else { return }
      let ear = Unmanaged<Ear>.fromOpaque(context).takeUnretainedValue()
      if let reply { ear.hear(.success(Value(copying: reply.pointee))) }
      if let failure { ear.hear(.failure(Failure(copying: failure.pointee))) }
    }
    request.context = Unmanaged.passUnretained(self).toOpaque()
    return request
  }

  private func hear(_ outcome: Result<Value, Failure>) { heard.withLock { $0.append(outcome) } }

  /// Text that lives as long as the process.
  static func text(_ text: StaticString) -> component_text {
    component_text(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
