package import ComponentABI

// What a borrowed value is called in messages; nothing of it is trusted.
extension component_value {
  var kindName: String {
    switch kind {
    case COMPONENT_KIND_NULL: "null"
    case COMPONENT_KIND_BOOL: "bool"
    case COMPONENT_KIND_INT: "int"
    case COMPONENT_KIND_DOUBLE: "double"
    case COMPONENT_KIND_TEXT: "text"
    case COMPONENT_KIND_BYTES: "bytes"
    case COMPONENT_KIND_LIST: "list"
    case COMPONENT_KIND_MAP: "map"
    case COMPONENT_KIND_OBJECT: "object"
    case COMPONENT_KIND_FUNCTION: "function"
    default: "value of the unknown kind \(kind)"
    }
  }

  var kindWithArticle: String { kindName.withArticle }

  /// What came: a short text or a number is shown, anything else named by its kind.
  package var shown: String {
    guard kind == COMPONENT_KIND_TEXT, isSound else { return kindWithArticle }
    return count <= 40 ? "the text '\(Excerpt.plain(textBytes.utf8))'" : "a text of \(count) bytes"
  }
}

extension String {
  /// A type as messages name it: `a bool`, `an int`, `text`. A date is shown, as people write dates in many ways.
  package var withArticle: String {
    switch first {
    case "a", "e", "i", "o", "u": "an \(self)"
    case "d" where self == "date": "a date like 2026-11-21T09:30:00Z"
    default: self == "text" || self == "bytes" || self == "null" ? self : "a \(self)"
    }
  }
}
