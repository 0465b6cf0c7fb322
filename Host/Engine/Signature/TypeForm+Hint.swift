package import ComponentKit

extension TypeForm {
  /// What a hint is that has this default: of its kind, or anything where that is null.
  package init(hint value: Value) {
    self =
      switch value {
      case .bool: .bool
      case .int: .int
      case .double: .double
      case .text: .text
      case .bytes: .bytes
      case .list: .list(.any)
      case .map: .map(.any)
      case .object: .object
      case .function: .function
      case .null: .any
      }
  }
}
