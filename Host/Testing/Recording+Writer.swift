public import ComponentKit

extension Recording {
  /// The recording as JSON, readable and always the same for the same calls.
  ///
  /// Fails where a call passes an object or a function, or has not ended, and says which.
  public func json() throws(Failure) -> String {
    var written: [Value] = []
    for (index, call) in calls.enumerated() {
      let name = "the call \(index + 1) of the recording, \(call.target).\(call.action),"
      guard call.outcome != .pending else { throw Failure(.failed, "not_writable", "\(name) has not ended") }
      do throws(JSONWriteError) {
        _ = try call.written.json()
      } catch {
        throw Failure(.failed, "not_writable", "\(name) can't be written down: \(error)")
      }
      written.append(call.written)
    }
    do throws(JSONWriteError) {
      let whole: Value = [
        "format": .int(Recording.format), "component": .text(component), "calls": .list(written),
      ]
      return try whole.json(style: .readable) + "\n"
    } catch {
      throw Failure(.failed, "not_writable", "the recording can't be written down: \(error)")
    }
  }
}

extension RecordedCall {
  fileprivate var written: Value {
    var fields: Fields = [
      "target": .text(target), "action": .text(action), "parameters": .map(parameters.escaped),
    ]
    switch outcome {
    case .reply(let value): fields["reply"] = value.escaped
    case .failure(let failure):
      var written: Fields = [
        "code": .int(Int(failure.code.rawValue)), "reason": .text(failure.reason),
        "message": .text(failure.message), "details": .map(failure.details.escaped),
      ]
      if let answer = failure.answer { written["answer"] = answer.escaped }
      fields["failure"] = .map(written)
    case .pending: break
    }
    return .map(fields)
  }
}

extension Value {
  /// The value with its bytes as JSON can have them.
  fileprivate var escaped: Value {
    switch self {
    case .bytes: [Recording.bytesKey: self]
    case .list(let list): .list(list.map(\.escaped))
    case .map(let fields): .map(fields.escaped)
    default: self
    }
  }
}

extension Fields {
  fileprivate var escaped: Fields {
    Fields(map { ($0.key.hasPrefix("$") ? "$\($0.key)" : $0.key, $0.value.escaped) })
  }
}

extension Recording {
  /// Under which a map of one key has bytes.
  static let bytesKey = "$bytes"
}
