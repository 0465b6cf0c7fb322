import ComponentKit

extension Value {
  /// The value for people, a long one cut short: `{id: 1, title: "Emma"}`.
  var shown: String { spelled.cutShort }

  fileprivate var spelled: String {
    switch self {
    case .list(let list): "[\(list.map(\.spelled).joined(separator: ", "))]"
    case .map(let fields): "{\(fields.spelled)}"
    case .bytes(let bytes): "<\(bytes.count) bytes: \((try? json()) ?? "")>"
    case .object(let object): "<object \(object.type)>"
    case .function: "<function>"
    // JSON has no infinite doubles.
    case .double(let double): "\(double)"
    default: (try? json()) ?? kindName
    }
  }
}

extension Fields {
  /// The fields for people: `id: 1, title: "Emma"`.
  var shown: String { spelled.cutShort }

  fileprivate var spelled: String { map { "\($0.key): \($0.value.spelled)" }.joined(separator: ", ") }
}

extension String {
  fileprivate var cutShort: String {
    let limit = 400
    return count <= limit ? self : "\(prefix(limit))… (\(count) characters)"
  }
}
