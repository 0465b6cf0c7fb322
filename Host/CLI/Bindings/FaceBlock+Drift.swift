import ComponentHost

extension FaceBlock {
  /// What has changed from the description to the installed component, for the face as it was printed.
  func drift(to component: FaceDescription) -> Drift { Drift(from: description, to: component, for: caller) }

  // A face in Swift sends those defaults itself that it has a literal for; one in C leaves out what is not given.
  private var caller: Caller {
    guard language == .swift else { return Caller("the face") { _ in false } }
    let face = SwiftFace(description)
    return Caller("the face") { [description] place in
      let uses = face.types.actions[place.target][place.action].parameters
      guard
        let signature = description.targets[place.target].actions[place.action].signature,
        let value = signature.parameters[place.parameter].default
      else { return false }
      return face.literal.expression(value, uses[place.parameter]) != nil
    }
  }
}
