import ComponentKit
import TestDice
import TestSchemas
import Testing

@testable import ComponentHost

@Suite struct JSONSchemaTests {
  @Test(
    arguments: [
      ("any", "{}"), ("any?", "{}"), ("bool", #"{"type":"boolean"}"#),
      ("int", #"{"type":"integer","format":"int64"}"#), ("int?", #"{"type":["integer","null"],"format":"int64"}"#),
      ("double", #"{"type":"number","format":"double"}"#), ("text", #"{"type":"string"}"#),
      ("text?", #"{"type":["string","null"]}"#), ("date", #"{"type":"string","format":"date-time"}"#),
      ("object", "false"), ("function", "false"), ("function?", #"{"type":"null"}"#),
      ("nothing", #"{"type":["object","null"],"additionalProperties":false}"#),
      ("[int]", #"{"type":"array","items":{"type":"integer","format":"int64"}}"#),
      ("[text]?", #"{"type":["array","null"],"items":{"type":"string"}}"#),
      ("[object]", #"{"type":"array","items":false}"#),
      ("[text: bool?]", #"{"type":"object","additionalProperties":{"type":["boolean","null"]}}"#),
      (#""a" | "ö""#, #"{"type":"string","enum":["a","ö"]}"#),
      (#""a" | "b"?"#, #"{"type":["string","null"],"enum":["a","b",null]}"#),
      ("1 | -2?", #"{"type":["integer","null"],"enum":[1,-2,null]}"#),
      ("Detail", ##"{"$ref":"#/$defs/Detail"}"##),
      ("Detail?", ##"{"anyOf":[{"$ref":"#/$defs/Detail"},{"type":"null"}]}"##),
      ("[A?]", ##"{"type":"array","items":{"anyOf":[{"$ref":"#/$defs/A"},{"type":"null"}]}}"##),
      (
        "{id: int, m: Maybe, at: date?, f: function?}",
        ##"{"type":"object","properties":{"id":{"type":"integer","format":"int64"},"m":{"$ref":"#/$defs/Maybe"},"at":{"type":["string","null"],"format":"date-time"}},"required":["id"],"additionalProperties":false}"##
      ),
      (
        "{done: function}",
        #"{"type":"object","properties":{"done":false},"required":["done"],"additionalProperties":false}"#
      ),
    ])
  func `each type of a signature has its schema`(type: String, json: String) throws {
    let types = try SignatureDice.types()
    let schema = JSONSchema(types: types).schema(of: try TypeForm(parsing: type, types: types))
    #expect(try schema.json() == json)
  }

  @Test func `bytes are base64, and nothing else`() throws {
    let schema = SchemaValidator(JSONSchema(types: TypeNames()).schema(of: .bytes))
    for text in [
      "", "AAEC", "AA==", "AAE=", "AB==", "AAF=", "A", "AA", "AAE", "-_==", "AA==AAEC", "AAEC\n", "aGVsbG8=",
    ] {
      #expect(schema.accepts(.text(text)) == (Base64.decode(text) != nil), "\(text)")
    }
  }

  @Test func `parameters have notes and defaults, and what must be there is said`() throws {
    let types = try SignatureDice.types()
    let signature = try Signature(
      parsing:
        #"(id: int, page: int = 1, raw: bytes = "AAEC", best: Choice = "a", note: text?, done: function?) -> Detail"#,
      types: types)
    let schema = JSONSchema(prefix: "#/components/schemas/Reader.", types: types)
    let base64 = try Value.text(JSONSchema.base64).json()
    #expect(
      try schema.parameters(of: signature, notes: ["id": "The book's number", "best": "Which"]).json()
        == #"{"type":"object","properties":{"#
        + #""id":{"type":"integer","format":"int64","description":"The book's number"},"#
        + #""page":{"type":["integer","null"],"format":"int64","default":1},"#
        + #""raw":{"type":["string","null"],"contentEncoding":"base64","pattern":\#(base64),"default":"AAEC"},"#
        + ##""best":{"anyOf":[{"$ref":"#/components/schemas/Reader.Choice"},{"type":"null"}],"##
        + #""description":"Which","default":"a"},"note":{"type":["string","null"]}},"#
        + #""required":["id"],"additionalProperties":false}"#)
  }

  @Test func `definitions are those that are needed, also by way of others, and each once`() throws {
    let types = try SignatureDice.types()
    let schema = JSONSchema(types: types)
    let forms = try [TypeForm(parsing: "[Tree]", types: types), TypeForm(parsing: "{d: Detail?}", types: types)]
    let definitions = schema.definitions(usedBy: forms, summaries: ["Tree": "Grows"])
    #expect(definitions.keys == ["A", "Detail", "Tree"])
    #expect(
      try definitions["Tree"]?.json()
        == ##"{"type":"object","properties":{"value":{},"children":{"type":["array","null"],"items":{"$ref":"#/$defs/Tree"}}},"##
        + #""required":["value"],"additionalProperties":false,"description":"Grows"}"#)
  }

  @Test(arguments: [
    ("object", true), ("function", true), ("object?", false), ("[object]", false), ("[text: function]", false),
    ("{a: int, b: {c: function}}", true), ("{a: function?}", false), ("Held", true), ("Held?", false),
    ("Ring", false), ("RingOfHeld", true), ("any", false),
  ])
  func `what has an object or a function in it that must be there can't be written down`(
    type: String, isLocal: Bool
  ) throws {
    let types = try TypeNames([
      ("Held", "{of: object}"), ("Ring", "{next: Ring?, all: [Ring]}"),
      ("RingOfHeld", "{next: RingOfHeld?, held: Held}"),
    ])
    let form = try TypeForm(parsing: type, types: types)
    #expect(JSONSchema(types: types).isLocalOnly(form) == isLocal)
  }

  @Test func `a schema as deep as signatures go can be written down`() throws {
    let depth = TypeForm.depthLimit - 1
    let type = String(repeating: "{a: ", count: depth) + "[Detail?]?" + String(repeating: "}?", count: depth)
    let types = try SignatureDice.types()
    let schema = JSONSchema(types: types).schema(of: try TypeForm(parsing: type, types: types))
    #expect(try Value.list([.list([.list([schema])])]).json().utf8.count > 32 * 20)
  }

  @Test func `a schema takes what the host takes from callers who send JSON, and nothing else`() throws {
    var dice = SignatureDice(seed: 22)
    let types = try SignatureDice.types()
    let schema = JSONSchema(types: types)
    var (taken, refused) = (0, 0)
    for _ in 0..<2500 {
      let signature = dice.signature()
      let validator = SchemaValidator(whole(schema.parameters(of: signature), signature, schema))
      for _ in 0..<8 {
        let parameters = dice.members(signature.parameters.map { ($0.name, $0.type) }, types)
        guard let text = try? Value.map(parameters).json() else { continue }
        let json = try Value(json: text)
        let isTaken = isTaken(json.map ?? [:], signature, types)
        let faults = validator.faults(json)
        if isTaken { taken += 1 } else { refused += 1 }
        // Null for what can't be said from outside has no schema, and is taken.
        if signature.description.contains("object") || signature.description.contains("function"), isTaken { continue }
        #expect(isTaken == faults.isEmpty, "\(signature) with \(text): \(faults)")
      }
    }
    #expect(taken > 2000 && refused > 2000, "\(taken) \(refused)")
  }

  @Test func `a schema takes the replies that keep to the signature, and nothing else`() throws {
    var dice = SignatureDice(seed: 23)
    let types = try SignatureDice.types()
    let schema = JSONSchema(types: types)
    var (taken, refused) = (0, 0)
    for _ in 0..<2500 {
      let form = dice.type(depth: 0)
      let signature = Signature(parameters: [], reply: form)
      let check = try ParameterCheck(signature, types, action: "A.a")
      let validator = SchemaValidator(whole(schema.schema(of: form), signature, schema))
      for _ in 0..<6 {
        let reply = dice.value(form, types, depth: 0)
        guard let text = try? reply.json(), !signature.description.contains("object"),
          !signature.description.contains("function")
        else { continue }
        let isKept = reply.withBorrowed { check.check(reply: $0.pointee) == nil }
        let faults = validator.faults(try Value(json: text))
        if isKept { taken += 1 } else { refused += 1 }
        // Bytes in the place of a text are one in JSON, and an empty text is what no bytes are.
        if !isKept, text.contains("AQ") || signature.description.contains("bytes") && text.contains("\"\"") { continue }
        #expect(isKept == faults.isEmpty, "\(form) with \(text): \(faults)")
      }
    }
    #expect(taken > 2000 && refused > 300, "\(taken) \(refused)")
  }

  // With the definitions in it.
  private func whole(_ schema: Value, _ signature: Signature, _ schemas: JSONSchema) -> Value {
    guard case .map(var fields) = schema else { return schema }
    let forms = signature.parameters.map(\.type) + (signature.reply.map { [$0] } ?? [])
    fields["$defs"] = .map(schemas.definitions(usedBy: forms))
    return .map(fields)
  }

  private func isTaken(_ parameters: Fields, _ signature: Signature, _ types: TypeNames) -> Bool {
    parameters.withBorrowed { entries in
      (try? Conversion(types: types, .json).members(UnsafeBufferPointer(entries), of: signature.parameters)) != nil
    }
  }
}

extension SignatureDice {
  /// Values for these names, mostly all of them.
  fileprivate mutating func members(_ members: [(name: String, type: TypeForm)], _ types: TypeNames) -> Fields {
    var fields: [(String, Value)] = []
    for (name, type) in members where below(12) > 0 { fields.append((name, value(type, types, depth: 0))) }
    if below(20) == 0 { fields.append(("unknown", 1)) }
    return Fields(fields)
  }
}
