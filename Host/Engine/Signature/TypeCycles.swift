import ComponentKit

/// Finds named types that say nothing, or whose values would never end.
struct TypeCycles {
  let names: [String]
  let forms: [String: TypeForm]

  var fault: SignatureFault? { alias ?? endless }

  // `A = A`, also through other names and question marks.
  private var alias: SignatureFault? {
    for name in names {
      var way = [name]
      while let next = target(of: forms[way[way.count - 1]]), way.count <= names.count {
        way.append(next)
        if next == name { return SignatureFault("it is only itself: \(shown(way))", type: name) }
      }
    }
    return nil
  }

  // The name that a form is nothing but.
  private func target(of form: TypeForm?) -> String? {
    switch form {
    case .named(let name): name
    case .optional(let inner): target(of: inner)
    default: nil
    }
  }

  // `A = {next: A}`: there is no smallest value.
  private var endless: SignatureFault? {
    var ending = UniqueNames()
    var open = names
    while true {
      let before = open.count
      open.removeAll { name in
        let ends = forms[name].map { blocker($0, ending) == nil } ?? true
        if ends { _ = ending.insert(name) }
        return ends
      }
      if open.count == before { break }
    }
    guard let first = open.first else { return nil }
    // From any such type the way leads into a circle, which is to blame.
    var way = [first]
    while let next = forms[way[way.count - 1]].flatMap({ blocker($0, ending) }) {
      if let start = way.firstIndex(of: next) {
        let circle = Array(way[start...]) + [next]
        return SignatureFault("a value of it would never end: \(shown(circle))", type: next)
      }
      way.append(next)
    }
    return nil
  }

  // A name that every value of a form holds and that is not known to end.
  private func blocker(_ form: TypeForm, _ ending: UniqueNames) -> String? {
    switch form {
    case .named(let name): return ending.contains(name) ? nil : name
    case .fields(let fields):
      for field in fields {
        if let name = blocker(field.type, ending) { return name }
      }
      return nil
    default: return nil
    }
  }

  private func shown(_ way: [String]) -> String {
    let shown = way.count <= 8 ? way : Array(way.prefix(6)) + ["…"] + way.suffix(1)
    return shown.map { excerpt($0) }.joined(separator: " → ")
  }
}
