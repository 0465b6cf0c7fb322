import ComponentHost
import ComponentKit

/// What has changed from the description in a face to the installed component.
struct Drift {
  private let language: FaceLanguage
  private let face: FaceDescription
  private let component: FaceDescription
  private var types: TypeDrift
  private(set) var differences: [Difference] = []
  // Knows which defaults a face in Swift sends.
  private let swift: SwiftFace?

  init(_ block: FaceBlock, _ component: FaceDescription) {
    language = block.language
    face = block.description
    self.component = component
    types = TypeDrift(face: face.types, component: component.types)
    swift = language == .swift ? SwiftFace(face) : nil
    compare()
    // What breaks comes first.
    differences = differences.filter(\.breaks) + differences.filter { !$0.breaks }
  }

  var breaks: Bool { differences.contains(where: \.breaks) }

  private mutating func compare() {
    compareComponents()
    let targets = Dictionary(uniqueKeysWithValues: component.targets.map { ($0.name, $0) })
    for (index, target) in face.targets.enumerated() {
      if let now = targets[target.name] {
        compare(target, now, uses: swift?.types.actions[index])
      } else {
        add(.targetGone, breaks: true, target.name, message: "the component has no such target any more")
      }
    }
    let known = Set(face.targets.map(\.name))
    for target in component.targets where !known.contains(target.name) {
      add(.targetNew, target.name, message: "a new target")
    }
    if differences.isEmpty, face != component {
      add(.order, component.target, message: "the same in another order, or by other names of types")
    }
  }

  private mutating func compareComponents() {
    if face.version != component.version {
      add(
        .version, component.component, face: "\(face.version)", component: "\(component.version)",
        message: "version \(component.version); the face was printed for \(face.version)")
    }
    let texts = face.types.names.filter { component.types[$0] != nil }.filter {
      face.typeSummaries[$0] != component.typeSummaries[$0]
    }
    if face.summary != component.summary || !texts.isEmpty {
      add(.text, component.component, message: "summaries of it or of its types have changed")
    }
  }

  private mutating func compare(
    _ old: FaceDescription.Target, _ new: FaceDescription.Target, uses: [FaceTypes.ActionUses]?
  ) {
    if old.summary != new.summary { add(.text, old.name, message: "its summary has changed") }
    let actions = Dictionary(uniqueKeysWithValues: new.actions.map { ($0.name, $0) })
    for (place, action) in old.actions.enumerated() {
      if let now = actions[action.name] {
        compare(action, now, of: old.name, uses: uses?[place])
      } else {
        add(
          .actionGone, breaks: true, old.name, action.name, face: action.text,
          message: "the component has no such action any more")
      }
    }
    let known = Set(old.actions.map(\.name))
    for action in new.actions where !known.contains(action.name) {
      add(.actionNew, old.name, action.name, component: action.text, message: "a new action")
    }
  }

  private mutating func add(
    _ kind: Difference.Kind, breaks: Bool = false, _ target: String, _ action: String? = nil,
    _ place: Difference.Place? = nil, face: String? = nil, component: String? = nil, message: String
  ) {
    differences.append(
      Difference(
        kind: kind, breaks: breaks, target: target, action: action, place: place, face: face, component: component,
        message: message))
  }
}

// One action.
extension Drift {
  private mutating func compare(
    _ old: FaceDescription.Action, _ new: FaceDescription.Action, of target: String, uses: FaceTypes.ActionUses?
  ) {
    if old.summary != new.summary || old.notes != new.notes {
      add(.text, target, new.name, message: "its summary or its notes have changed")
    }
    if old.isRemote != new.isRemote {
      add(
        .flag, target, new.name,
        message: "callers from outside the process \(new.isRemote ? "may now" : "may no longer") call it")
    }
    if old.tellsProgress != new.tellsProgress {
      add(.flag, target, new.name, message: new.tellsProgress ? "it now tells progress" : "it no longer tells progress")
    }
    guard let was = old.signature, let now = new.signature else {
      return compareUnsaid(old, new, of: target)
    }
    let names = now.parameters.map(\.name)
    for (index, parameter) in was.parameters.enumerated() {
      let use = uses?.parameters[index]
      let place = Difference.Place(parameter: parameter.name)
      guard let other = now.parameters.first(where: { $0.name == parameter.name }) else {
        let isAlways = !mayBeAbsent(parameter, use)
        add(
          .parameterGone, breaks: true, target, new.name, place, face: "\(parameter)",
          message: "it is gone, and the component refuses calls with it; the face sends it "
            + (isAlways ? "always" : "where it is set"))
        continue
      }
      compare(parameter, other, at: Site(target: target, action: new.name, place: place), use)
    }
    for parameter in now.parameters where !was.parameters.contains(where: { $0.name == parameter.name }) {
      let isRequired = parameter.default == nil && !component.types.resolve(parameter.type).isOptional
      add(
        isRequired ? .parameterRequired : .parameterNew, breaks: isRequired, target, new.name,
        Difference.Place(parameter: parameter.name), component: "\(parameter)",
        message: isRequired ? "a new parameter that is required; the face never sends it" : "a new parameter")
    }
    let common = was.parameters.map(\.name).filter(names.contains)
    if common != names.filter(common.contains) {
      add(.order, target, new.name, message: "its parameters are in another order")
    }
    compareReplies(
      was.reply, now.reply, Site(target: target, action: new.name, place: Difference.Place(parameter: nil)))
  }

  private mutating func compareUnsaid(
    _ old: FaceDescription.Action, _ new: FaceDescription.Action, of target: String
  ) {
    if let now = new.signature {
      add(
        .signature, target, new.name, component: "\(now)",
        message: "it now says what it takes, and the host refuses anything else; the face sends what it is given")
    } else if let was = old.signature {
      add(
        .signature, target, new.name, face: "\(was)", message: "it no longer says what it takes")
      compareReplies(
        was.reply, nil, Site(target: target, action: new.name, place: Difference.Place(parameter: nil)))
    }
  }

  private mutating func compareReplies(_ was: TypeForm?, _ now: TypeForm?, _ site: Site) {
    guard let was else {
      guard let now else { return }
      return add(
        .type, site.target, site.action, site.place, component: "\(now)",
        message: "it is now \(now); the face reads any value")
    }
    guard let now else {
      return add(
        .type, breaks: was != .any, site.target, site.action, site.place, face: "\(was)",
        message: "the face reads \(was); the component no longer says what it replies")
    }
    differences += types.compare(was, now, .replied, site)
  }
}

// One parameter.
extension Drift {
  // Whether a call through the face can be without the parameter.
  private func mayBeAbsent(_ parameter: Signature.Parameter, _ use: FaceTypes.Use?) -> Bool {
    guard let value = parameter.default else { return face.types.resolve(parameter.type).isOptional }
    return value.isNull || sent(value, use) == nil
  }

  // The default that the face sends in place of an absent one.
  private func sent(_ value: Value, _ use: FaceTypes.Use?) -> String? {
    guard let swift, let use else { return nil }
    return swift.literal.expression(value, use)
  }

  private mutating func compare(
    _ was: Signature.Parameter, _ now: Signature.Parameter, at site: Site, _ use: FaceTypes.Use?
  ) {
    let wasOptional = was.default != nil || face.types.resolve(was.type).isOptional
    let isOptional = now.default != nil || component.types.resolve(now.type).isOptional
    if !isOptional, mayBeAbsent(was, use) {
      add(
        .parameterRequired, breaks: true, site.target, site.action, site.place, face: "\(was)", component: "\(now)",
        message: "it is now required; the face leaves it out where it is nil")
    } else if was.default != now.default || wasOptional != isOptional {
      let sends = was.default.flatMap { sent($0, use) } != nil
      add(
        was.default != now.default && wasOptional == isOptional ? .default : .parameterOptional, site.target,
        site.action, site.place, face: "\(was)", component: "\(now)", message: words(was, now, sends: sends))
    }
    // Absence is settled: what is left is the type of what is sent.
    differences += types.compare(was.type, now.type, .sent, site, isThere: true)
  }

  private func words(_ was: Signature.Parameter, _ now: Signature.Parameter, sends: Bool) -> String {
    let old = was.default.flatMap { try? $0.json() }
    guard let new = now.default.flatMap({ try? $0.json() }) else {
      if let old, sends { return "it no longer has the default \(old); the face goes on sending it" }
      return old.map { "it no longer has the default \($0)" } ?? "it may now be left out; the face always sends it"
    }
    guard let old else { return "it now has the default \(new)" }
    return "its default is now \(new); the face " + (sends ? "goes on sending \(old)" : "leaves it to the component")
  }
}
