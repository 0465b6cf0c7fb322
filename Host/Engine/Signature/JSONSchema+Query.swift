public import ComponentKit

/// A parameter as a URL says it, where all is text.
public struct QueryParameter: Sendable, Equatable {
  public let name: String
  public let isRequired: Bool
  /// What it means; may be empty.
  public let note: String
  /// Of the value that the text stands for; of each of several, where it is a list that the URL says one by one.
  public let schema: Value
  /// Whether it is a list, each item of which is a text of its own: `tags=a&tags=b`.
  public let isList: Bool
  /// Whether the text is JSON.
  public let isJSON: Bool
  /// Whether an empty text says the same as none.
  public let emptyLeavesOut: Bool
}

extension JSONSchema {
  // Nil for what no text stands for. A parameter that may be left out is left out, and never null.
  func query(_ parameter: Signature.Parameter, note: String) -> QueryParameter? {
    let form = types.resolve(parameter.type).form
    var (isList, isJSON) = (false, false)
    var schema: Value
    switch form {
    case .object, .function: return nil
    // A text stays one where anything is declared.
    case .any: schema = ["type": "string"]
    case .list(let item):
      let item = types.resolve(item).form
      (isList, isJSON) = (item.isScalar, !item.isScalar)
      schema =
        isJSON
        ? self.schema(of: form) : ["type": "array", "items": item == .any ? ["type": "string"] : self.schema(of: item)]
    case .map, .fields:
      isJSON = true
      schema = self.schema(of: form)
    default: schema = self.schema(of: form)
    }
    if case .map(var fields) = schema, let value = parameter.default, !value.isNull {
      fields["default"] = .some(value)
      schema = .map(fields)
    }
    return QueryParameter(
      name: parameter.name, isRequired: isRequired(parameter), note: note, schema: schema, isList: isList,
      isJSON: isJSON, emptyLeavesOut: !isRequired(parameter) && !form.acceptsEmptyText)
  }
}

extension TypeForm {
  // Whether a text of its own stands for it.
  fileprivate var isScalar: Bool {
    switch self {
    case .list, .map, .fields, .object, .function: false
    default: true
    }
  }
}
