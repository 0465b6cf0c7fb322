import ComponentKit

/// How a type looks as a member of a struct.
struct CForm {
  enum Kind: Equatable {
    case bool, int, double, text, bytes, list, map, any, object, function
    /// The declaration with this number.
    case texts(Int), ints(Int), record(Int)
    /// A record that stays a borrowed value, to be read when it is asked for.
    case borrowed(Int)
  }

  let kind: Kind
  let isOptional: Bool
  let use: TypeForm

  init(_ use: TypeForm, in record: Int?, _ types: FaceTypes, _ layout: FaceLayout) {
    self.use = use
    isOptional = use.isOptional
    switch types.behind(use.core) {
    case .any, .optional, .fields, .texts, .ints, .values: kind = .any
    case .bool: kind = .bool
    case .int: kind = .int
    case .double: kind = .double
    case .text, .date: kind = .text
    case .bytes: kind = .bytes
    case .object: kind = .object
    case .function: kind = .function
    case .list: kind = .list
    case .map: kind = .map
    case .named(let name):
      let place = types.place(name)
      switch types.declarations[place].form {
      case .texts: kind = .texts(place)
      case .ints: kind = .ints(place)
      default:
        let isFar = use.isOptional || layout.isIndirect(use, in: record)
        kind = isFar ? .borrowed(place) : .record(place)
      }
    }
  }

  /// Whether `has_…` says that it is there; a pointer says so itself.
  var hasFlag: Bool { isOptional && !isPointer }

  /// Whether it has a count.
  var isSpan: Bool { kind == .bytes || kind == .list || kind == .map }

  var isPointer: Bool {
    switch kind {
    case .object, .function, .borrowed: true
    case .any: isOptional
    default: false
    }
  }

  /// The type of the member, up to its name.
  func type(_ names: CNames) -> String {
    switch kind {
    case .bool: "bool "
    case .int, .ints: "int64_t "
    case .double: "double "
    case .text: "component_text "
    case .bytes: "const uint8_t *"
    case .list, .borrowed: "const component_value *"
    case .map: "const component_entry *"
    case .any: isOptional ? "const component_value *" : "component_value "
    case .object: "const component_object *"
    case .function: "const component_function *"
    case .texts(let place), .record(let place): "\(names.types[place]) "
    }
  }

  /// The member as a component_value; `room` is where an embedded record lays its entries.
  func value(_ member: String, _ names: CNames, room: String) -> String {
    switch kind {
    case .bool: "component_bool(\(member))"
    case .int, .ints: "component_int(\(member))"
    case .double: "component_double(\(member))"
    case .text: "component_text_value(\(member))"
    case .texts(let place): "\(names.types[place])_value(\(member))"
    case .bytes: "component_bytes(\(member), \(member)_count)"
    case .list: "component_list(\(member), \(member)_count)"
    case .map: "component_map(\(member), \(member)_count)"
    case .any: isOptional ? "*\(member)" : member
    case .object: "component_object_value(\(member))"
    case .function: "component_function_value(\(member))"
    case .borrowed: "*\(member)"
    case .record(let place): "\(names.types[place])_value(&\(member), \(room))"
    }
  }

  /// What must not be: the value is then of another form. Empty where any value is right.
  func obstacle(_ field: String, _ member: String, _ names: CNames) -> String {
    switch kind {
    case .bool: "!component_as_bool(\(field), &\(member))"
    case .int: "!component_as_int(\(field), &\(member))"
    case .double: "!component_as_double(\(field), &\(member))"
    case .text: "\(field)->kind != COMPONENT_KIND_TEXT"
    case .bytes: "\(field)->kind != COMPONENT_KIND_BYTES"
    case .list: "\(field)->kind != COMPONENT_KIND_LIST"
    case .map, .borrowed: "\(field)->kind != COMPONENT_KIND_MAP"
    case .object: "\(field)->kind != COMPONENT_KIND_OBJECT"
    case .function: "\(field)->kind != COMPONENT_KIND_FUNCTION"
    case .texts(let place), .ints(let place), .record(let place): "!\(names.types[place])_read(\(field), &\(member))"
    case .any: ""
    }
  }

  /// How the member is set, where the look for an obstacle has not done so.
  func take(_ field: String, _ member: String) -> [String] {
    switch kind {
    case .text: ["\(member) = component_text_in(\(field));"]
    case .bytes: span(field, member, "bytes")
    case .list: span(field, member, "items")
    case .map: span(field, member, "entries")
    case .any: ["\(member) = \(isOptional ? "" : "*")\(field);"]
    case .object: ["\(member) = \(field)->as.object;"]
    case .function: ["\(member) = \(field)->as.function;"]
    case .borrowed: ["\(member) = \(field);"]
    default: []
    }
  }

  private func span(_ field: String, _ member: String, _ payload: String) -> [String] {
    [
      "\(member) = \(field)->as.\(payload);",
      "\(member)_count = \(field)->as.\(payload) ? \(field)->count : 0;",
    ]
  }
}
