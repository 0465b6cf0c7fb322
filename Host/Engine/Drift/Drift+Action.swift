import ComponentKit

// One action.
extension Drift {
  /// - Parameter way: one that led to it, by which callers from outside may have come.
  mutating func compare(
    _ old: FaceDescription.Action, _ new: FaceDescription.Action, of target: String,
    at place: (target: Int, action: Int), by way: FaceWay?
  ) {
    if old.summary != new.summary || old.notes != new.notes {
      add(.text, target, new.name, message: "its summary or its notes have changed")
    }
    if old.isRemote, !new.isRemote {
      let led = way.map { ", as they did by \($0.title)" } ?? ""
      add(
        .flag, breaks: way != nil, target, new.name,
        message: "callers from outside the process may no longer call it\(led)")
    } else if new.isRemote, !old.isRemote {
      add(.flag, target, new.name, message: "callers from outside the process may now call it")
    }
    if old.tellsProgress != new.tellsProgress {
      add(.flag, target, new.name, message: new.tellsProgress ? "it now tells progress" : "it no longer tells progress")
    }
    if old.reads != new.reads {
      add(
        .flag, breaks: old.reads, target, new.name,
        message: new.reads
          ? "it now promises to change nothing"
          : "it no longer promises to change nothing, so no call may be made again, or with GET")
    }
    compareMediaTypes(old, new, of: target)
    guard let was = old.signature, let now = new.signature else {
      return compareUnsaid(old, new, of: target)
    }
    let names = now.parameters.map(\.name)
    for (index, parameter) in was.parameters.enumerated() {
      let sends = sendsDefault(
        of: parameter, at: Caller.ParameterPlace(target: place.target, action: place.action, parameter: index))
      let place = Difference.Place(parameter: parameter.name)
      guard let other = now.parameters.first(where: { $0.name == parameter.name }) else {
        let isAlways = !mayBeAbsent(parameter, sends)
        add(
          .parameterGone, breaks: true, target, new.name, place, was: "\(parameter)",
          message: "it is gone, and the component refuses calls with it; \(caller.title) sends it "
            + (isAlways ? "always" : "where it is set"))
        continue
      }
      compare(parameter, other, at: Site(target: target, action: new.name, place: place), sends)
    }
    for parameter in now.parameters where !was.parameters.contains(where: { $0.name == parameter.name }) {
      let isRequired = parameter.default == nil && !component.types.resolve(parameter.type).isOptional
      add(
        isRequired ? .parameterRequired : .parameterNew, breaks: isRequired, target, new.name,
        Difference.Place(parameter: parameter.name), now: "\(parameter)",
        message: isRequired ? "a new parameter that is required; \(caller.title) never sends it" : "a new parameter")
    }
    let common = was.parameters.map(\.name).filter(names.contains)
    if common != names.filter(common.contains) {
      add(.order, target, new.name, message: "its parameters are in another order")
    }
    compareReplies(
      was.reply, now.reply, Site(target: target, action: new.name, place: Difference.Place(parameter: nil)))
  }

  // Nothing breaks: who accepts another type gets JSON, and callers in code get what they got.
  private mutating func compareMediaTypes(
    _ old: FaceDescription.Action, _ new: FaceDescription.Action, of target: String
  ) {
    if old.mediaType == new.mediaType { return }
    let words =
      switch (old.mediaType.isEmpty, new.mediaType.isEmpty) {
      case (true, _): "can now have its replies as '\(new.mediaType)'"
      case (_, true): "can no longer have its replies as '\(old.mediaType)'"
      default: "can have its replies as '\(new.mediaType)', no longer as '\(old.mediaType)'"
      }
    add(.flag, target, new.name, message: "callers from outside the process \(words)")
  }

  private mutating func compareUnsaid(
    _ old: FaceDescription.Action, _ new: FaceDescription.Action, of target: String
  ) {
    if let now = new.signature {
      add(
        .signature, target, new.name, now: "\(now)",
        message: "it now says what it takes, and the host refuses anything else; \(caller.title) sends what it is given"
      )
    } else if let was = old.signature {
      add(
        .signature, target, new.name, was: "\(was)", message: "it no longer says what it takes")
      compareReplies(
        was.reply, nil, Site(target: target, action: new.name, place: Difference.Place(parameter: nil)))
    }
  }

  private mutating func compareReplies(_ was: TypeForm?, _ now: TypeForm?, _ site: Site) {
    guard let was, was != .nothing else {
      if now == was { return }
      let change = now.map { "it is now \($0)" } ?? "it no longer says what it replies"
      return add(
        .type, site.target, site.action, site.place, was: was.map { "\($0)" }, now: now.map { "\($0)" },
        message: "\(change); \(caller.title) reads any value")
    }
    guard let now else {
      return add(
        .type, breaks: was != .any, site.target, site.action, site.place, was: "\(was)",
        message: "\(caller.title) reads \(was); the component no longer says what it replies")
    }
    differences += types.compare(was, now, .replied, site)
  }
}

// One parameter.
extension Drift {
  // Whether the caller sends the parameter's default where nothing else is given; nil where it may do either.
  private func sendsDefault(of parameter: Signature.Parameter, at place: Caller.ParameterPlace) -> Bool? {
    parameter.default == nil ? false : caller.sendsDefault(place)
  }

  // Whether a call can be without the parameter.
  private func mayBeAbsent(_ parameter: Signature.Parameter, _ sends: Bool?) -> Bool {
    guard let value = parameter.default else { return before.types.resolve(parameter.type).isOptional }
    return value.isNull || sends != true
  }

  private mutating func compare(
    _ was: Signature.Parameter, _ now: Signature.Parameter, at site: Site, _ sends: Bool?
  ) {
    let wasOptional = was.default != nil || before.types.resolve(was.type).isOptional
    let isOptional = now.default != nil || component.types.resolve(now.type).isOptional
    if !isOptional, mayBeAbsent(was, sends) {
      add(
        .parameterRequired, breaks: true, site.target, site.action, site.place, was: "\(was)", now: "\(now)",
        message: "it is now required; \(caller.title) leaves it out where it is nil")
    } else if was.default != now.default || wasOptional != isOptional {
      add(
        was.default != now.default && wasOptional == isOptional ? .default : .parameterOptional, site.target,
        site.action, site.place, was: "\(was)", now: "\(now)", message: words(was, now, sends: sends == true))
    }
    // Absence is settled: what is left is the type of what is sent.
    let found = types.compare(was.type, now.type, .sent, site, isThere: true)
    differences += found
    if let value = was.default, sends != false, !found.contains(where: \.breaks), !fits(value, now.type) {
      add(
        .default, breaks: true, site.target, site.action, site.place, was: "\(was)", now: "\(now)",
        message: "the component does not take its old default, which \(caller.title) goes on sending")
    }
  }

  // Whether a default can be one of the component's type: not every int is a double.
  private func fits(_ value: Value, _ form: TypeForm) -> Bool {
    guard let json = try? value.json() else { return true }
    return (try? Signature(parsing: "(x: \(form) = \(json))", types: component.types, limit: .max)) != nil
  }

  private func words(_ was: Signature.Parameter, _ now: Signature.Parameter, sends: Bool) -> String {
    let old = was.default.flatMap { try? $0.json() }
    guard let new = now.default.flatMap({ try? $0.json() }) else {
      if let old, sends { return "it no longer has the default \(old); \(caller.title) goes on sending it" }
      return old.map { "it no longer has the default \($0)" }
        ?? "it may now be left out; \(caller.title) always sends it"
    }
    guard let old else { return "it now has the default \(new)" }
    return "its default is now \(new); \(caller.title) "
      + (sends ? "goes on sending \(old)" : "leaves it to the component")
  }
}
