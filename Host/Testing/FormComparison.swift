import ComponentHost
import ComponentKit

/// Compares what a face says of an action with what its component says. Types are the same if values of them are: what
/// they are called does not count.
struct FormComparison {
  let face: TypeNames
  let component: TypeNames

  /// The side that takes a value: the component takes parameters, the face the reply. It may take anything.
  private enum Taker { case component, face }

  func sentences(_ face: Signature, _ component: Signature) -> [String] {
    var sentences: [String] = []
    let names = (face.parameters.map(\.name), component.parameters.map(\.name))
    for parameter in face.parameters {
      if let other = component.parameters.first(where: { $0.name == parameter.name }) {
        sentences += compare(parameter, other)
      } else {
        let near = meant(parameter.name, names.1.filter { !names.0.contains($0) })
        sentences.append("the component has no parameter '\(parameter.name)'\(near)")
      }
    }
    for parameter in component.parameters where !names.0.contains(parameter.name) {
      sentences.append("the face lacks the parameter '\(parameter.name)' (\(parameter.type))")
    }
    return sentences + compareReplies(face.reply, component.reply)
  }

  private func compare(_ face: Signature.Parameter, _ component: Signature.Parameter) -> [String] {
    let what = "the parameter '\(face.name)'"
    let differences = compare(face.type, component.type, what, .component)
    if !differences.isEmpty || face.default == component.default { return differences }
    return ["\(what) has \(told(face.default)) in the face, \(told(component.default)) in the component"]
  }

  private func told(_ value: Value?) -> String { value.map { "the default \($0.shown)" } ?? "no default" }

  private func compareReplies(_ face: TypeForm?, _ component: TypeForm?) -> [String] {
    switch (face == .nothing ? nil : face, component == .nothing ? nil : component) {
    case (nil, nil): []
    case (let face?, nil): ["the face expects a reply (\(face)), and the component does not say what it replies"]
    case (nil, let component?): ["the face expects no reply, and the component replies \(component)"]
    case (let face?, let component?): compare(face, component, "the reply", .face)
    }
  }

  /// Where two types differ, as sentences about `what`.
  private func compare(
    _ face: TypeForm, _ component: TypeForm, _ what: String, _ taker: Taker, _ known: [Pair] = []
  ) -> [String] {
    let (left, right) = (self.face.resolve(face), self.component.resolve(component))
    if (taker == .component ? right : left).form == .any { return [] }
    // A type that contains itself was compared on the way here.
    let pair = Pair(face: left.name, component: right.name)
    if left.name != nil, right.name != nil, known.contains(pair) { return [] }
    let known = known + [pair]
    let isSameKind = left.isOptional == right.isOptional
    switch (left.form, right.form) {
    case (.list(let a), .list(let b)) where isSameKind: return compare(a, b, "each item of \(what)", taker, known)
    case (.map(let a), .map(let b)) where isSameKind: return compare(a, b, "each value of \(what)", taker, known)
    case (.fields(let a), .fields(let b)) where isSameKind: return compare(a, b, what, taker, known)
    case (.texts(let a), .texts(let b)) where isSameKind && Set(a) == Set(b): return []
    case (.ints(let a), .ints(let b)) where isSameKind && Set(a) == Set(b): return []
    case (let a, let b) where isSameKind && a == b: return []
    default: return ["\(what) is \(told(face, left)) in the face, \(told(component, right)) in the component"]
    }
  }

  // A name alone would not say how two types differ that are not both maps of named values.
  private func told(_ form: TypeForm, _ resolved: TypeNames.Resolved) -> String {
    if case .fields = resolved.form { return "\(form)" }
    return "\(resolved.form)\(resolved.isOptional ? "?" : "")"
  }

  private func compare(
    _ face: [TypeForm.Field], _ component: [TypeForm.Field], _ what: String, _ taker: Taker, _ known: [Pair]
  ) -> [String] {
    let (own, others) = (face.map(\.name), component.map(\.name))
    var sentences: [String] = []
    for field in face {
      if let other = component.first(where: { $0.name == field.name }) {
        sentences += compare(field.type, other.type, "'\(field.name)' in \(what)", taker, known)
      } else {
        let near = meant(field.name, others.filter { !own.contains($0) })
        sentences.append("'\(field.name)' in \(what) is in the face only\(near)")
      }
    }
    for field in component where !own.contains(field.name) {
      sentences.append("'\(field.name)' in \(what) is in the component only")
    }
    return sentences
  }

  /// Two named types.
  private struct Pair: Equatable {
    let face: String?
    let component: String?
  }
}
