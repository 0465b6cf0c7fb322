import ComponentKit

/// Where a difference is found.
struct Site {
  let target: String
  /// Nil for an event, which is the target then.
  var action: String?
  var place = Difference.Place(parameter: nil)

  /// What it is in, for messages.
  var path: String { action.map { "\(target).\($0)" } ?? target }

  func inside(_ step: String) -> Site { Site(target: target, action: action, place: place.inside(step)) }
}

/// Which way a value goes.
enum Flow {
  /// From the caller to the component, which takes no unknown keys.
  case sent
  /// From the component to the caller, which overlooks unknown keys.
  case replied
  /// The same for an event.
  case published
}

/// Compares the type that a caller knows for a place with the one that the component has for it.
struct TypeDrift {
  let before: TypeNames
  let component: TypeNames
  /// As the caller is called in messages.
  let caller: String
  // Named types that were compared, or are being compared, and where it was.
  private var seen: [Pair: Seen] = [:]

  private struct Pair: Hashable {
    let before: String
    let component: String
    let flow: Flow
  }

  private struct Seen {
    let site: Site
    var breaks = false
  }

  init(before: TypeNames, component: TypeNames, caller: String) {
    self.before = before
    self.component = component
    self.caller = caller
  }

  /// - Parameters:
  ///   - isMember: whether it is under a key, which may be missing where the type may be null.
  ///   - isThere: whether it is neither null nor missing, whatever the type says.
  mutating func compare(
    _ was: TypeForm, _ now: TypeForm, _ flow: Flow, _ site: Site, isMember: Bool = false, isThere: Bool = false
  ) -> [Difference] {
    let (old, new) = (before.resolve(was), component.resolve(now))
    let (sender, receiver) = flow == .sent ? (old, new) : (new, old)
    let takesNull = receiver.isOptional || receiver.form == .any && !isMember
    if sender.isOptional, !takesNull, !isThere {
      return [difference(.null, breaks: true, was, now, flow, site, null(flow))]
    }
    let found = compareNamed(old, new, flow, site) { types in
      types.compareForms(was, now, old.form, new.form, flow, site)
    }
    if found.isEmpty, old.isOptional != new.isOptional, !isThere {
      return [difference(.null, breaks: false, was, now, flow, site, words(flow, was, now))]
    }
    return found
  }

  // Each pair of named types is looked into once: they may hold themselves.
  private mutating func compareNamed(
    _ old: TypeNames.Resolved, _ new: TypeNames.Resolved, _ flow: Flow, _ site: Site,
    _ body: (inout TypeDrift) -> [Difference]
  ) -> [Difference] {
    guard let oldName = old.name, let newName = new.name else { return body(&self) }
    let pair = Pair(before: oldName, component: newName, flow: flow)
    if let known = seen[pair] {
      if !known.breaks { return [] }
      let message = "\(oldName) no longer fits, as with \(known.site.path)"
      return [difference(.type, breaks: true, .named(oldName), .named(newName), flow, site, message)]
    }
    seen[pair] = Seen(site: site)
    let found = body(&self)
    seen[pair]?.breaks = found.contains(where: \.breaks)
    return found
  }

  private mutating func compareForms(
    _ was: TypeForm, _ now: TypeForm, _ old: TypeForm, _ new: TypeForm, _ flow: Flow, _ site: Site
  ) -> [Difference] {
    let (sender, receiver) = flow == .sent ? (old, new) : (new, old)
    switch (sender, receiver) {
    case (.any, .any): return []
    case (.list, .list), (.map, .map): return compareItems(old, new, flow, site)
    case (.fields(let sent), .fields(let taken)): return compareFields(sent, taken, flow, site)
    case (.fields(let sent), .map(let item)): return intoMap(sent, item, was, now, flow, site)
    case (.map(let item), .fields(let taken)) where flow != .sent && taken.allSatisfy { before.mayBeAbsent($0.type) }:
      return fromMap(item, taken, was, now, flow, site)
    case (.texts(let sent), .texts(let taken)):
      return compareChoices(
        sent.map { "\(TypeForm.texts([$0]))" }, taken.map { "\(TypeForm.texts([$0]))" }, was, now, flow, site)
    case (.ints(let sent), .ints(let taken)):
      return compareChoices(sent.map { "\($0)" }, taken.map { "\($0)" }, was, now, flow, site)
    case (.ints(let sent), .double) where !sent.allSatisfy { Double(exactly: $0) != nil }:
      return compareChoices(
        sent.map { "\($0)" }, sent.filter { Double(exactly: $0) != nil }.map { "\($0)" }, was, now, flow, site)
    case (_, .any), (.int, .double), (.ints, .int), (.ints, .double), (.texts, .text), (.date, .text):
      return [difference(.type, breaks: false, was, now, flow, site, words(flow, was, now))]
    default:
      if sender == receiver { return [] }
      return [difference(.type, breaks: true, was, now, flow, site, words(flow, was, now))]
    }
  }
}

// Words.
extension TypeDrift {
  func difference(
    _ kind: Difference.Kind, breaks: Bool, _ was: TypeForm?, _ now: TypeForm?, _ flow: Flow, _ site: Site,
    _ message: String
  ) -> Difference {
    Difference(
      kind: kind, breaks: breaks, target: site.target, action: site.action, place: site.place,
      was: was.map { "\(before.shown($0))" }, now: now.map { "\(component.shown($0))" }, message: message)
  }

  func words(_ flow: Flow, _ was: TypeForm, _ now: TypeForm) -> String {
    let old = Signature.line("\(before.shown(was))")
    let new = Signature.line("\(component.shown(now))")
    return switch flow {
    case .sent: "\(caller) sends \(old), the component takes \(new)"
    case .replied: "\(caller) reads \(old), the component replies \(new)"
    case .published: "\(caller) reads \(old), the component publishes \(new)"
    }
  }

  private func null(_ flow: Flow) -> String {
    switch flow {
    case .sent: "\(caller) sends null or leaves it out where it is nil, the component requires it"
    case .replied: "the component can reply null or leave it out, \(caller) needs it"
    case .published: "the component can publish null or leave it out, \(caller) needs it"
    }
  }
}

extension TypeNames {
  func mayBeAbsent(_ form: TypeForm) -> Bool { resolve(form).isOptional }

  /// The form behind a name, which may be the same on both sides; a record keeps its name, for it is told by its fields.
  fileprivate func shown(_ form: TypeForm) -> TypeForm {
    let resolved = resolve(form)
    if case .fields = resolved.form { return form }
    return resolved.isOptional ? .optional(resolved.form) : resolved.form
  }
}
