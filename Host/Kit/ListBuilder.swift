/// Lets a component list its actions and targets one after the other, without brackets and commas.
@resultBuilder
public enum ListBuilder<Element> {
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
  public static func buildBlock() -> [Element] { [] }
  public static func buildPartialBlock(first: [Element]) -> [Element] { first }
  public static func buildPartialBlock(accumulated: [Element], next: [Element]) -> [Element] {
    joined(accumulated, next)
  }
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  public static func buildEither(first part: [Element]) -> [Element] { part }
  public static func buildEither(second part: [Element]) -> [Element] { part }
  public static func buildArray(_ parts: [[Element]]) -> [Element] {
    var all: [Element] = []
    for part in 0..<parts.count { all = joined(all, parts[part]) }
    return all
  }

  // One by one: for `flatMap` and `append(contentsOf:)` the runtime searches the conformances of all images.
  private static func joined(_ parts: consuming [Element], _ more: [Element]) -> [Element] {
    var all = parts
    for index in 0..<more.count { all.append(more[index]) }
    return all
  }
}
