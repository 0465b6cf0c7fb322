package import ComponentKit

/// Tells whether JSON keeps to a JSON Schema, as far as the schemas here use that language (2020-12). A word that it does
/// not know is a fault of the schema, so that nothing is taken for checked that was not.
package struct SchemaValidator {
  private let root: Value
  // Whether a key must be described that the schema does not forbid: readers pass over it, and writers should say it.
  private let isStrict: Bool

  package init(_ root: Value, isStrict: Bool = false) { (self.root, self.isStrict) = (root, isStrict) }

  /// What is wrong, each with its place: `/routes/0/pattern: is no text`. Empty where all is right.
  package func faults(_ value: Value) -> [String] {
    var faults: [String] = []
    check(value, root, "", &faults)
    return faults
  }

  package func accepts(_ value: Value) -> Bool { faults(value).isEmpty }

  private static let words: Set = [
    "$schema", "$id", "$ref", "$defs", "title", "description", "default", "examples", "format", "contentEncoding",
    "type", "enum", "const", "properties", "patternProperties", "required", "additionalProperties", "items",
    "anyOf", "oneOf", "pattern", "minimum", "maximum",
  ]

  private func check(_ value: Value, _ schema: Value, _ place: String, _ faults: inout [String]) {
    func tell(_ words: String) { faults.append("\(place.isEmpty ? "/" : place): \(words)") }
    switch schema {
    case .bool(true): return
    case .bool(false): return tell("nothing is valid here")
    case .map: break
    default: return tell("its schema is no schema: \(schema)")
    }
    let fields = schema.map ?? [:]
    for word in fields.keys where !Self.words.contains(word) { tell("its schema has the unknown word '\(word)'") }
    if let reference = fields["$ref"]?.text {
      guard let target = resolve(reference) else { return tell("its schema refers to nothing: \(reference)") }
      check(value, target, place, &faults)
    }
    if let type = fields["type"] {
      let names = type.list?.compactMap(\.text) ?? [type.text ?? ""]
      if !names.contains(where: { value.isOfType($0) }) { tell("\(value) is not of the type \(type)") }
    }
    if let all = fields["enum"]?.list, !all.contains(where: { $0.isSameJSON(value) }) {
      tell("\(value) is not in \(all)")
    }
    if let only = fields["const"], !only.isSameJSON(value) { tell("\(value) is not \(only)") }
    for word in ["anyOf", "oneOf"] {
      guard let all = fields[word]?.list else { continue }
      let trials = all.map { schema in
        var found: [String] = []
        check(value, schema, place, &found)
        return found
      }
      let count = trials.count(where: \.isEmpty)
      if word == "anyOf" ? count == 0 : count != 1 { tell("\(count) of \(word) fit: \(trials)") }
    }
    if let text = value.text { checkText(text, fields, tell) }
    if let least = fields["minimum"]?.double, let number = value.double, number < least {
      tell("\(value) is too small")
    }
    if let most = fields["maximum"]?.double, let number = value.double, number > most { tell("\(value) is too large") }
    if let items = value.list, let schema = fields["items"] {
      for (index, item) in items.enumerated() { check(item, schema, "\(place)/\(index)", &faults) }
    }
    guard let entries = value.map else { return }
    for key in fields["required"]?.list?.compactMap(\.text) ?? [] where entries[key] == nil {
      tell("it has no '\(key)'")
    }
    for (key, entry) in entries {
      var isKnown = false
      if let schema = fields["properties"]?.map?[key] {
        isKnown = true
        check(entry, schema, "\(place)/\(key)", &faults)
      }
      for (pattern, schema) in fields["patternProperties"]?.map ?? [:] where key.has(pattern) {
        isKnown = true
        check(entry, schema, "\(place)/\(key)", &faults)
      }
      if isKnown { continue }
      if let schema = fields["additionalProperties"] {
        check(entry, schema, "\(place)/\(key)", &faults)
      } else if isStrict, fields["properties"] != nil {
        tell("it has the key '\(key)', which its schema does not describe")
      }
    }
  }

  private func checkText(_ text: String, _ fields: Fields, _ tell: (String) -> Void) {
    if let pattern = fields["pattern"]?.text, !text.has(pattern) { tell("'\(text)' has not the form \(pattern)") }
    if fields["format"] == "date-time", text.utf8.count <= 10 || Timestamp(text) == nil {
      tell("'\(text)' is no moment")
    }
  }

  // `#/$defs/Name`
  private func resolve(_ reference: String) -> Value? {
    guard reference.hasPrefix("#") else { return nil }
    var place = root
    for part in reference.dropFirst().split(separator: "/") {
      guard let next = place.map?[String(part)] else { return nil }
      place = next
    }
    return place
  }
}

extension String {
  fileprivate func has(_ pattern: String) -> Bool {
    guard let expression = try? Regex(pattern) else { return false }
    return contains(expression.matchingSemantics(.unicodeScalar))
  }
}

extension Value {
  fileprivate func isOfType(_ name: String) -> Bool {
    switch (name, self) {
    case ("null", .null), ("boolean", .bool), ("integer", .int), ("number", .int), ("number", .double),
      ("string", .text), ("array", .list), ("object", .map):
      true
    case ("integer", .double(let double)): double.rounded() == double
    default: false
    }
  }

  // 1 and 1.0 are the same number.
  fileprivate func isSameJSON(_ other: Value) -> Bool {
    switch (self, other) {
    case (.int, .double), (.double, .int): double == other.double
    default: self == other
    }
  }
}
