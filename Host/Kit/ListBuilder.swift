/// Lets a component list its actions and targets one after the other, without brackets and commas.
@resultBuilder
public enum ListBuilder<Element> {
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
  public static func buildBlock(_ parts: [Element]...) -> [Element] { joined(parts) }
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  public static func buildEither(first part: [Element]) -> [Element] { part }
  public static func buildEither(second part: [Element]) -> [Element] { part }
  public static func buildArray(_ parts: [[Element]]) -> [Element] { joined(parts) }

  // One by one: for `flatMap` and `append(contentsOf:)` the runtime searches the conformances of all images.
  private static func joined(_ parts: [[Element]]) -> [Element] {
    var all: [Element] = []
    for part in 0..<parts.count {
      for index in 0..<parts[part].count { all.append(parts[part][index]) }
    }
    return all
  }
}
