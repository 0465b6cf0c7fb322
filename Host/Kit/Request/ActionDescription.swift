import ComponentABI

/// What an action takes and gives, in the language of signatures; derived from its request type.
package struct ActionDescription: Sendable {
  let target: String
  package private(set) var signature = ""
  /// A line for each parameter that has something to say.
  private(set) var notes = ""
  package private(set) var types = TypeTable()
  private(set) var flags: UInt32 = 0
  /// Why the request can't be described; its component is then not registered.
  package private(set) var failure: Failure?

  package init<R: Request>(_ request: R.Type) {
    target = R.target
    if R.isRemote { flags |= COMPONENT_ACTION_REMOTE }
    if R.tellsProgress { flags |= COMPONENT_ACTION_PROGRESS }
    do throws(Failure) {
      let layout = try RequestLayout.of(R.self)
      var parameters = ""
      var lines = ""
      let request = UnsafeMutablePointer<R>.allocate(capacity: 1)
      request.initialize(to: R())
      defer {
        request.deinitialize(count: 1)
        request.deallocate()
      }
      for field in layout.fields {
        let place = UnsafeRawPointer(request) + field.offset
        if !parameters.isEmpty { parameters += ", " }
        parameters += "\(field.name): \(try field.type.describe(place, &types))"
        let note = place.load(fromByteOffset: field.type.headOffset, as: ParameterHead.self).note
        if note.utf8CodeUnitCount == 0 { continue }
        if !lines.isEmpty { lines += "\n" }
        lines += "\(field.name): \(note)"
      }
      signature = "(\(parameters))"
      if R.Reply.self != NoReply.self { signature += " -> \(try types.name(R.Reply.self))" }
      notes = lines
    } catch {
      failure = Failure(
        error.code, error.reason, "the request \(R.target).\(R.action) can't be described: \(error.message)")
    }
  }
}

/// The named types that a component's signatures use.
package struct TypeTable: Sendable {
  package private(set) var definitions: [NamedType] = []

  /// A type in the language of signatures; records go by their names, which are defined here.
  mutating func name<T: Decodable>(_ type: T.Type) throws(Failure) -> String {
    let sketched = try TypeForm.discover(type)
    for definition in sketched.definitions { try add(definition.name, "\(definition.form)") }
    guard let name = sketched.name else { return "\(sketched.form)" }
    try add(name, "\(sketched.form)")
    return name
  }

  mutating func add(_ name: String, _ definition: String) throws(Failure) {
    for known in definitions where known.name == name {
      if known.definition == definition { return }
      throw Failure(.failed, "two_types", "two different types are named '\(name)'")
    }
    definitions.append(NamedType(name, definition))
  }
}

/// A type in the language of signatures, and what it is called.
package final class NamedType: Sendable {
  package let name: String
  package let definition: String

  init(_ name: String, _ definition: String) {
    self.name = name
    self.definition = definition
  }
}

extension Parameter {
  static func describe(_ field: UnsafeRawPointer, _ types: inout TypeTable) throws(Failure) -> String {
    let type = try types.name(Value.self)
    let parameter = field.assumingMemoryBound(to: Self.self)
    guard parameter.pointee.head.hasDefault, let stored = parameter.pointee.stored else { return type }
    let json = try ValueEncoder.withEncoded(stored) { (value) throws(Failure) -> String in
      do {
        return try ComponentKit.Value(copying: value.pointee).json()
      } catch {
        throw Failure(.failed, "invalid_default", "a default can't be written down: \(error)")
      }
    }
    return "\(type) = \(json)"
  }
}
