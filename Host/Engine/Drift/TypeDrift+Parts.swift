import ComponentKit

// Lists, maps and choices.
extension TypeDrift {
  mutating func compareItems(
    _ old: TypeForm, _ new: TypeForm, _ flow: Flow, _ site: Site
  ) -> [Difference] {
    switch (old, new) {
    case (.list(let was), .list(let now)): compare(was, now, flow, site.inside("[]"))
    case (.map(let was), .map(let now)): compare(was, now, flow, site.inside("[text]"))
    default: []
    }
  }

  // The keys of a record are texts like others.
  mutating func intoMap(
    _ sent: [TypeForm.Field], _ item: TypeForm, _ was: TypeForm, _ now: TypeForm, _ flow: Flow, _ site: Site
  ) -> [Difference] {
    let found = sent.flatMap { field in
      flow == .sent
        // What the caller has no value for it leaves out.
        ? compare(field.type, item, flow, site.inside(".\(field.name)"), isThere: true)
        : compare(item, field.type, flow, site.inside(".\(field.name)"))
    }
    return found.isEmpty ? [difference(.type, breaks: false, was, now, flow, site, words(flow, was, now))] : found
  }

  // Keys that are missing are read as absent.
  mutating func fromMap(
    _ item: TypeForm, _ taken: [TypeForm.Field], _ was: TypeForm, _ now: TypeForm, _ flow: Flow, _ site: Site
  ) -> [Difference] {
    let found = taken.flatMap { compare($0.type, item, flow, site.inside(".\($0.name)"), isThere: true) }
    return found.isEmpty ? [difference(.type, breaks: false, was, now, flow, site, words(flow, was, now))] : found
  }

  func compareChoices(
    _ sent: [String], _ taken: [String], _ was: TypeForm, _ now: TypeForm, _ flow: Flow, _ site: Site
  ) -> [Difference] {
    let lost = sent.filter { one in !taken.contains { $0.utf8.elementsEqual(one.utf8) } }
    let more = taken.filter { one in !sent.contains { $0.utf8.elementsEqual(one.utf8) } }
    if !lost.isEmpty {
      let list = Signature.line(lost.prefix(8).joined(separator: ", ")) + (lost.count > 8 ? ", …" : "")
      let message =
        switch flow {
        case .sent: "\(caller) can send \(list), which the component no longer takes"
        case .replied: "the component can reply \(list), which \(caller) can't read"
        case .published: "the component can publish \(list), which \(caller) can't read"
        }
      return [difference(.choice, breaks: true, was, now, flow, site, message)]
    }
    if more.isEmpty { return [] }
    let list = Signature.line(more.prefix(8).joined(separator: ", ")) + (more.count > 8 ? ", …" : "")
    let message =
      switch flow {
      case .sent: "the component also takes \(list)"
      case .replied: "the component no longer replies \(list)"
      case .published: "the component no longer publishes \(list)"
      }
    return [difference(.choice, breaks: false, was, now, flow, site, message)]
  }
}

// Records.
extension TypeDrift {
  mutating func compareFields(
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
      let message = isRequired ? "a new field that is required; \(caller) never sends it" : "a new field"
      found.append(
        difference(
          isRequired ? .fieldRequired : .fieldNew, breaks: isRequired, nil, field.type, flow,
          site.inside(".\(field.name)"), message))
    }
    return found
  }

  func gone(_ field: TypeForm.Field, _ flow: Flow, _ site: Site) -> Difference {
    let isOptional = before.resolve(field.type).isOptional
    let message =
      switch flow {
      case .sent:
        "it is gone, and the component refuses it; \(caller) sends it " + (isOptional ? "where it is set" : "always")
      case .replied:
        isOptional
          ? "it is gone; \(caller) reads it as absent" : "it is gone; \(caller) can't read the reply without it"
      case .published:
        isOptional
          ? "it is gone; \(caller) reads it as absent" : "it is gone; \(caller) can't read the event without it"
      }
    return difference(.fieldGone, breaks: flow == .sent || !isOptional, field.type, nil, flow, site, message)
  }
}
