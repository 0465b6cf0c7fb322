import ComponentHost

/// Where a difference is found.
struct Site {
  let target: String
  let action: String
  var place: Difference.Place

  func inside(_ step: String) -> Site { Site(target: target, action: action, place: place.inside(step)) }
}

/// Which way a value goes.
enum Flow {
  /// From the face to the component, which takes no unknown keys.
  case sent
  /// From the component to the face, which overlooks unknown keys.
  case replied
}

/// Compares the type that a face has for a place with the one that the component has for it.
struct TypeDrift {
  let face: TypeNames
  let component: TypeNames
  // Named types that were compared, or are being compared, and where it was.
  private var seen: [Pair: Seen] = [:]

  private struct Pair: Hashable {
    let face: String
    let component: String
    let flow: Flow
  }

  private struct Seen {
    let site: Site
    var breaks = false
  }

  init(face: TypeNames, component: TypeNames) {
    self.face = face
    self.component = component
  }

  /// - Parameters:
  ///   - isMember: whether it is under a key, which may be missing where the type may be null.
  ///   - isThere: whether it is neither null nor missing, whatever the type says.
  mutating func compare(
    _ was: TypeForm, _ now: TypeForm, _ flow: Flow, _ site: Site, isMember: Bool = false, isThere: Bool = false
  ) -> [Difference] {
    let (old, new) = (face.resolve(was), component.resolve(now))
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
    let pair = Pair(face: oldName, component: newName, flow: flow)
    if let known = seen[pair] {
      if !known.breaks { return [] }
      let message = "\(oldName) no longer fits, as with \(known.site.target).\(known.site.action)"
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
    case (.texts(let sent), .texts(let taken)):
      return compareChoices(
        sent.map { "\(TypeForm.texts([$0]))" }, taken.map { "\(TypeForm.texts([$0]))" }, was, now, flow, site)
    case (.ints(let sent), .ints(let taken)):
      return compareChoices(sent.map { "\($0)" }, taken.map { "\($0)" }, was, now, flow, site)
    case (_, .any), (.int, .double), (.ints, .int), (.ints, .double), (.texts, .text), (.date, .text):
      return [difference(.type, breaks: false, was, now, flow, site, words(flow, was, now))]
    default:
      if sender == receiver { return [] }
      return [difference(.type, breaks: true, was, now, flow, site, words(flow, was, now))]
    }
  }
}

// Lists, maps and choices.
extension TypeDrift {
  private mutating func compareItems(
    _ old: TypeForm, _ new: TypeForm, _ flow: Flow, _ site: Site
  ) -> [Difference] {
    switch (old, new) {
    case (.list(let was), .list(let now)): compare(was, now, flow, site.inside("[]"))
    case (.map(let was), .map(let now)): compare(was, now, flow, site.inside("[text]"))
    default: []
    }
  }

  // The keys of a record are texts like others.
  private mutating func intoMap(
    _ sent: [TypeForm.Field], _ item: TypeForm, _ was: TypeForm, _ now: TypeForm, _ flow: Flow, _ site: Site
  ) -> [Difference] {
    let found = sent.flatMap { field in
      flow == .sent
        // What the face has no value for it leaves out.
        ? compare(field.type, item, flow, site.inside(".\(field.name)"), isThere: true)
        : compare(item, field.type, flow, site.inside(".\(field.name)"))
    }
    return found.isEmpty ? [difference(.type, breaks: false, was, now, flow, site, words(flow, was, now))] : found
  }

  private func compareChoices(
    _ sent: [String], _ taken: [String], _ was: TypeForm, _ now: TypeForm, _ flow: Flow, _ site: Site
  ) -> [Difference] {
    let lost = sent.filter { one in !taken.contains { $0.utf8.elementsEqual(one.utf8) } }
    let more = taken.filter { one in !sent.contains { $0.utf8.elementsEqual(one.utf8) } }
    if !lost.isEmpty {
      let list = FaceText.line(signature: lost.prefix(8).joined(separator: ", ")) + (lost.count > 8 ? ", …" : "")
      let message =
        flow == .sent
        ? "the face can send \(list), which the component no longer takes"
        : "the component can reply \(list), which the face can't read"
      return [difference(.choice, breaks: true, was, now, flow, site, message)]
    }
    if more.isEmpty { return [] }
    let list = FaceText.line(signature: more.prefix(8).joined(separator: ", ")) + (more.count > 8 ? ", …" : "")
    let message = flow == .sent ? "the component also takes \(list)" : "the component no longer replies \(list)"
    return [difference(.choice, breaks: false, was, now, flow, site, message)]
  }
}

// Records.
extension TypeDrift {
  private mutating func compareFields(
    _ sent: [TypeForm.Field], _ taken: [TypeForm.Field], _ flow: Flow, _ site: Site
  ) -> [Difference] {
    let (old, new) = flow == .sent ? (sent, taken) : (taken, sent)
    var found: [Difference] = []
    for field in old {
      let place = site.inside(".\(field.name)")
      if let other = new.first(where: { $0.name == field.name }) {
        found += compare(field.type, other.type, flow, place, isMember: true)
      } else {
        found.append(gone(field, flow, place))
      }
    }
    for field in new where !old.contains(where: { $0.name == field.name }) {
      let isRequired = flow == .sent && !component.resolve(field.type).isOptional
      let message = isRequired ? "a new field that is required; the face never sends it" : "a new field"
      found.append(
        difference(
          isRequired ? .fieldRequired : .fieldNew, breaks: isRequired, nil, field.type, flow,
          site.inside(".\(field.name)"), message))
    }
    return found
  }

  private func gone(_ field: TypeForm.Field, _ flow: Flow, _ site: Site) -> Difference {
    let isOptional = face.resolve(field.type).isOptional
    let message =
      switch flow {
      case .sent:
        "it is gone, and the component refuses it; the face sends it " + (isOptional ? "where it is set" : "always")
      case .replied:
        isOptional ? "it is gone; the face reads it as absent" : "it is gone; the face can't read the reply without it"
      }
    return difference(.fieldGone, breaks: flow == .sent || !isOptional, field.type, nil, flow, site, message)
  }
}

// Words.
extension TypeDrift {
  private func difference(
    _ kind: Difference.Kind, breaks: Bool, _ was: TypeForm?, _ now: TypeForm?, _ flow: Flow, _ site: Site,
    _ message: String
  ) -> Difference {
    Difference(
      kind: kind, breaks: breaks, target: site.target, action: site.action, place: site.place,
      face: was.map { "\($0)" }, component: now.map { "\($0)" }, message: message)
  }

  private func words(_ flow: Flow, _ was: TypeForm, _ now: TypeForm) -> String {
    let (old, new) = (FaceText.line(signature: "\(was)"), FaceText.line(signature: "\(now)"))
    return flow == .sent
      ? "the face sends \(old), the component takes \(new)" : "the face reads \(old), the component replies \(new)"
  }

  private func null(_ flow: Flow) -> String {
    flow == .sent
      ? "the face sends null or leaves it out where it is nil, the component requires it"
      : "the component can reply null or leave it out, the face needs it"
  }
}
