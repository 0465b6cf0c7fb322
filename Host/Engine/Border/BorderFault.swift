import ComponentABI
import ComponentKit

/// What is wrong with something that was passed across the border, and where.
struct BorderFault {
  enum Kind {
    case kind(UInt32), text, key, twice(String), depth, size, empty(String)
    /// Something without one of its functions.
    case lacks(String, String)
    case small(String, UInt32)
  }

  let kind: Kind
  private(set) var path = ValuePath()

  init(_ kind: Kind) { self.kind = kind }

  func inside(_ key: component_text) -> BorderFault { inside(key.string) }

  func inside(_ key: String) -> BorderFault {
    var fault = self
    fault.path.come(from: key)
    return fault
  }

  func inside(_ index: Int) -> BorderFault {
    var fault = self
    fault.path.come(from: index)
    return fault
  }

  var words: String { path.depth == 0 ? kind.words : "\(kind.words), at '\(path)'" }

  /// As the end of a call that brought it.
  func failure(of what: String) -> Failure {
    Failure(.invalidParameters, "invalid_value", "the \(what) are invalid: \(words)")
  }
}

extension BorderFault.Kind {
  fileprivate var words: String {
    switch self {
    case .kind(let kind): "a value is of the unknown kind \(kind)"
    case .text: "a text is not valid UTF-8"
    case .key: "a key is not valid UTF-8"
    case .twice(let key): "the key \(quoted(key)) occurs twice"
    case .depth: "lists and maps nest deeper than \(COMPONENT_DEPTH_LIMIT)"
    case .size:
      "it is larger than \(COMPONENT_SIZE_LIMIT >> 30) GiB, where each value counts \(COMPONENT_VALUE_SIZE) bytes besides its text"
    case .empty(let what): "\(what) is missing where it was announced"
    case .lacks(let what, let function): "\(what) has no '\(function)'"
    case .small(let what, let size): "\(what)'s struct has \(size) bytes, too few"
    }
  }
}
