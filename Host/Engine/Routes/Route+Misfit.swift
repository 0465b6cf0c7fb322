import ComponentKit

// What a route says and its action can't take.
extension Route {
  /// A clause without a subject, `gives 'nr', which 'Tickets.find' does not declare`; nil where the action takes all that
  /// the route says when its pattern is read in that way.
  func misfit(_ variant: RoutePattern, _ check: ParameterCheck) -> String? {
    let names = [hostName].compactMap { $0 } + variant.captures.map(\.name) + fixed.keys
    for name in names where check.form(of: name) == nil {
      return "gives \(quoted(name)), which '\(check.action)' does not declare"
    }
    for capture in variant.captures where !capture.isLoose {
      guard let form = capture.form, let declared = check.partForm(of: capture.name), !form.fits(declared) else {
        continue
      }
      return "reads \(quoted(capture.name)) as \(form.name), which '\(check.action)' declares as "
        + excerpt(check.type(of: capture.name))
    }
    for (name, value) in fixed {
      guard let objection = check.objection(to: value, of: name) else { continue }
      return "fixes what '\(check.action)' does not take: \(objection)"
    }
    return nil
  }

  /// The same of a host part, a part of the path, or a rest of it, for what can be neither a text nor a list of texts,
  /// unless that is JSON.
  func noText(_ variant: RoutePattern, _ check: ParameterCheck) -> String? {
    for name in [hostName].compactMap({ $0 }) + variant.captures.filter(\.isLoose).map(\.name) {
      guard check.partForm(of: name)?.isCompound == true else { continue }
      return "gives \(quoted(name)) as a text, and '\(check.action)' declares " + excerpt(check.type(of: name))
    }
    return nil
  }

  /// The same of what the query's names are renamed to, and from: what changes nothing in any URL.
  func vainRename(_ check: ParameterCheck) -> String? {
    if query.renames.isEmpty { return nil }
    let declared = NameIndex(check.signature.parameters.map(\.name))
    // A policy may fold case, so that is no matter here.
    var walk = RenameWalk([query], foldsCase: true, to: declared.hasAlike)
    for old in query.said {
      if declared.contains(old) {
        return "renames \(quoted(old)), which '\(check.action)' declares, and which is left as it is"
      }
      guard let new = query.renames[old], !walk.leads(new) else { continue }
      return "renames \(quoted(old)) to \(quoted(new)), which '\(check.action)' does not declare"
    }
    return nil
  }
}

extension ParameterCheck {
  /// What a parameter is declared as; nil where it is not.
  fileprivate func form(of name: String) -> TypeForm? {
    signature.parameters.first { $0.name == name }.map { types.resolve($0.type).form }
  }

  /// What a part of a path becomes of it: where a list is declared one of its items.
  fileprivate func partForm(of name: String) -> TypeForm? {
    guard case .list(let item) = form(of: name) else { return form(of: name) }
    return types.resolve(item).form
  }

  /// What it is declared as in words.
  fileprivate func type(of name: String) -> String {
    signature.parameters.first { $0.name == name }.map { "\($0.type)" } ?? ""
  }

  /// Why a parameter can't have that value, as a clause; nil where it can.
  fileprivate func objection(to value: Value, of name: String) -> String? {
    guard let parameter = signature.parameters.first(where: { $0.name == name }) else { return nil }
    return value.withBorrowed { borrowed in
      do throws(Mismatch) {
        let mayBeAbsent = parameter.default != nil
        _ = try Conversion(types: types).convert(borrowed.pointee, to: parameter.type, mayBeAbsent: mayBeAbsent)
        return nil
      } catch {
        return error.inside(key: name).sentence(.parameter)
      }
    }
  }
}

extension RouteForm {
  /// Whether a part that is read so can be what is declared. What is not said here may be.
  fileprivate func fits(_ declared: TypeForm) -> Bool {
    switch declared {
    case .any, .optional, .named, .values: true
    case .bool: self == .bool
    case .int, .ints, .double: self == .int || self == .double
    case .text, .texts, .date: self == .text || self == .date
    case .bytes: self == .text
    case .list, .map, .fields, .object, .function: false
    }
  }
}

extension TypeForm {
  /// Whether no text can be it, unless it is JSON.
  fileprivate var isCompound: Bool {
    switch self {
    case .list, .map, .fields, .object, .function: true
    case .optional(let form): form.isCompound
    case .any, .bool, .int, .double, .text, .bytes, .date, .texts, .ints, .values, .named: false
    }
  }
}
