import ComponentABI
import ComponentKit

/// How a call ended, on its way to the listener.
enum Outcome {
  /// Borrowed from the component, for as long as its `reply` lasts.
  case borrowedReply(UnsafePointer<component_value>)
  case borrowedFailure(UnsafePointer<component_failure>)
  case reply(Value)
  case failure(Failure)

  var code: Int32 {
    switch self {
    case .borrowedReply, .reply: COMPONENT_OK
    case .borrowedFailure(let failure): failure.pointee.code
    case .failure(let failure): failure.code.rawValue
    }
  }

  /// A copy, to be looked at.
  var result: Result<Value, Failure> {
    switch self {
    case .borrowedReply(let value): .success(Value(copying: value.pointee))
    case .borrowedFailure(let failure): .failure(Failure(copying: failure.pointee))
    case .reply(let value): .success(value)
    case .failure(let failure): .failure(failure)
    }
  }

  /// The same, without anything borrowed.
  func kept() -> Outcome {
    switch result {
    case .success(let value): .reply(value)
    case .failure(let failure): .failure(failure)
    }
  }

  func tell(_ sink: Sink) {
    switch self {
    case .borrowedReply(let value): sink.ended(sink.context, value, nil)
    case .borrowedFailure(let failure): sink.ended(sink.context, nil, failure)
    case .reply(let value): value.withBorrowed { sink.ended(sink.context, $0, nil) }
    case .failure(let failure): failure.withBorrowed { sink.ended(sink.context, nil, $0) }
    }
  }
}

extension Duration {
  /// "60 s", "0.25 s": for messages.
  var inSeconds: String {
    let milliseconds = Int64(self / .milliseconds(1))
    if milliseconds % 1000 == 0 { return "\(milliseconds / 1000) s" }
    var fraction = "\(milliseconds % 1000 + 1000)".dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return "\(milliseconds / 1000).\(fraction) s"
  }
}
