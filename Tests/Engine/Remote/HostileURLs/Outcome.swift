import ComponentHost
import ComponentKit

extension Result<Value, Failure> {
  /// As the tables have it.
  var outcome: String {
    switch self {
    case .success(let reply): "reply \((try? reply.json()) ?? "that can't be written")"
    case .failure(let failure): "\(failure.status) \(failure.code.name) \(failure.reason): \(failure.message)"
    }
  }
}
