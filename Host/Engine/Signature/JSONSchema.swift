public import ComponentKit

/// Says in JSON Schema, in the dialect 2020-12 that OpenAPI 3.1 has as well, what the forms of signatures are as JSON.
///
/// What a schema takes the host takes from a caller who sends JSON, as far as its numbers have room in 64 bits, and a reply
/// that keeps to its signature is such JSON. Two things the host takes that no schema names, since there is another way to
/// say each: a day alone where a moment is declared, and null for an object or a function that may be left out.
public struct JSONSchema: Sendable {
  /// What stands before a type's name where it is referred to: `#/$defs/` where the definitions are in the schema itself.
  public let prefix: String
  /// What the names stand for.
  let types: TypeNames

  package init(prefix: String = "#/$defs/", types: TypeNames) { (self.prefix, self.types) = (prefix, types) }

  /// The schema of a form. Nothing is a valid object or function: these can't be written down.
  public func schema(of form: TypeForm) -> Value {
    switch form {
    case .any: [:]
    case .bool: JSONSchema.bool
    case .int: JSONSchema.int
    case .double: JSONSchema.double
    case .text: JSONSchema.text
    case .bytes: JSONSchema.bytes
    case .date: JSONSchema.date
    case .object, .function: false
    case .optional(let form): schema(of: form).orNull
    case .list(let item): ["type": "array", "items": schema(of: item)]
    case .map(let item): ["type": "object", "additionalProperties": schema(of: item)]
    case .fields(let fields):
      object(fields.map { Member(name: $0.name, type: $0.type, isRequired: !isOptional($0.type)) })
    case .texts(let texts): ["type": "string", "enum": .list(texts.map(Value.text))]
    case .ints(let ints): ["type": "integer", "enum": .list(ints.map(Value.int))]
    case .values(let values): ["enum": .list(values)]
    case .named(let name): ["$ref": .text(prefix + name)]
    }
  }

  // Made once: documents of many components have them in thousands of places.
  private static let bool: Value = ["type": "boolean"]
  private static let int: Value = ["type": "integer", "format": "int64"]
  private static let double: Value = ["type": "number", "format": "double"]
  private static let text: Value = ["type": "string"]
  private static let date: Value = ["type": "string", "format": "date-time"]

  /// The schema of bytes.
  public static let bytes: Value = ["type": "string", "contentEncoding": "base64", "pattern": .text(base64)]

  /// What `Base64` reads: padded, and without a bit left over.
  static let base64 =
    "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$"

  private func isOptional(_ form: TypeForm) -> Bool { types.resolve(form).isOptional }

  /// A parameter, or a key of a map.
  struct Member {
    let name: String
    let type: TypeForm
    let isRequired: Bool
    var `default`: Value?
    var note = ""
  }

  /// The schema of a map with these keys and no others.
  func object(_ members: [Member]) -> Value {
    var properties: [(String, Value)] = []
    var required: [Value] = []
    for member in members {
      if member.isRequired { required.append(.text(member.name)) }
      var schema = schema(of: member.type)
      // What may be left out, and can't be said by anybody outside.
      if !member.isRequired, isLocal(member.type) { continue }
      if member.default != nil { schema = schema.orNull }
      if case .map(var fields) = schema {
        if !member.note.isEmpty { fields["description"] = .text(member.note) }
        if let value = member.default { fields["default"] = .some(value) }
        schema = .map(fields)
      }
      properties.append((member.name, schema))
    }
    var entries: [(String, Value)] = []
    entries.reserveCapacity(4)
    entries.append(("type", "object"))
    if !properties.isEmpty { entries.append(("properties", .map(Fields(properties)))) }
    if !required.isEmpty { entries.append(("required", .list(required))) }
    entries.append(("additionalProperties", false))
    return .map(Fields(unique: entries))
  }

  private func isLocal(_ form: TypeForm) -> Bool {
    switch types.resolve(form).form {
    case .object, .function: true
    default: false
    }
  }
}

extension Value {
  /// The schema that takes null as well.
  fileprivate var orNull: Value {
    guard case .map(var fields) = self else { return ["type": "null"] }
    // It takes anything already.
    if fields.isEmpty { return self }
    if let all = fields["enum"]?.list {
      if !all.contains(.null) { fields["enum"] = .list(all + [.null]) }
      if fields["type"] == nil { return .map(fields) }
    }
    switch fields["type"] {
    case .text(let type)?:
      if type == "null" { return self }
      fields["type"] = [.text(type), "null"]
      return .map(fields)
    case .list?: return .map(fields)
    default: return fields["anyOf"] == nil ? ["anyOf": [self, ["type": "null"]]] : self
    }
  }
}
