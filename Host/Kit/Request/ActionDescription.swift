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
    if R.reads { flags |= COMPONENT_ACTION_READS }
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
      // Hosts that don't know the word 'nothing' read this as well.
      signature += " -> \(R.Reply.self == NoReply.self ? "{}?" : try types.name(R.Reply.self))"
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
  // What choices of texts or ints are called; a name that stands for several has no definition.
  private var choices: [NamedType] = []

  /// A type in the language of signatures; records go by their names, which are defined here.
  mutating func name<T: Decodable>(_ type: T.Type) throws(Failure) -> String {
    let sketched = try TypeForm.discover(type)
    for definition in sketched.definitions { try add(definition.name, "\(definition.form)") }
    for choice in sketched.choices { addChoice(choice.name, "\(choice.form)") }
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

  /// What all of them are called. Nothing refers to a choice by its name, so one whose name is another type's, or is none in
  /// the language of signatures, goes without.
  package var all: [NamedType] {
    definitions
      + choices.filter { choice in
        guard let first = choice.name.utf8.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first else { return false }
        return !choice.definition.isEmpty && choice.name.utf8.count <= 128 && choice.name.utf8.allSatisfy(\.isWord)
          && !definitions.contains { $0.name == choice.name }
      }
  }

  /// Those of one request or event, besides those that are there.
  mutating func add(_ other: TypeTable) throws(Failure) {
    for type in other.definitions { try add(type.name, type.definition) }
    for choice in other.choices { addChoice(choice.name, choice.definition) }
  }

  private mutating func addChoice(_ name: String, _ definition: String) {
    guard let place = choices.firstIndex(where: { $0.name == name }) else {
      return choices.append(NamedType(name, definition))
    }
    if choices[place].definition != definition { choices[place] = NamedType(name, "") }
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
