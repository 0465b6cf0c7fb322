/// What one place of a type has been asked for.
final class SketchNote {
  private enum Form {
    case unknown
    case known(TypeForm)
    case list
    case record
  }

  let place: SketchPlace
  /// What it is called in the record that it is a field of.
  private let name: String
  // Of a type that is being looked at: the type, and the one around it.
  private let type: Any.Type?
  private let outer: SketchNote?
  private var form = Form.unknown
  // The items of a list or the fields of a record.
  private var parts: [SketchNote] = []
  var isOptional = false
  /// The keys were asked for, and any key is one.
  var isMap = false
  /// The keys were asked for, and can't be known.
  var hasHiddenKeys = false
  /// The keys were asked for, and are this many, of which a value has one.
  var choices = 0

  init(place: SketchPlace, name: String = "", of type: Any.Type? = nil, in outer: SketchNote? = nil) {
    self.name = name
    self.type = type
    self.outer = outer
    self.place = place
  }

  var isRecord: Bool { if case .record = form { !isMap } else { false } }
  var isUnknown: Bool { if case .unknown = form { true } else { false } }

  func set(_ form: TypeForm) { self.form = .known(form) }

  func beginList() {
    if case .list = form { return }
    (form, parts) = (.list, [])
  }

  func beginRecord() {
    if case .record = form { return }
    (form, parts) = (.record, [])
  }

  /// The note of a type that is being looked at, this one or one around it.
  func innermost(of type: Any.Type) -> SketchNote? {
    var next: SketchNote? = self
    while let note = next, note.type != type { next = note.outer }
    return next
  }

  /// A further item of a list.
  func item() -> SketchNote {
    let item = SketchNote(place: .item(of: place))
    if case .list = form { parts.append(item) }
    return item
  }

  /// A field of a record, the same one for the same name.
  func field(_ name: String) -> SketchNote {
    guard case .record = form else { return SketchNote(place: place) }
    for field in parts where field.name == name { return field }
    let field = SketchNote(place: .field(of: place, name), name: name)
    parts.append(field)
    return field
  }

  /// The form as far as it is known.
  var sketch: TypeForm {
    let plain = plainSketch
    if isOptional, case .optional = plain { return plain }
    return isOptional ? .optional(plain) : plain
  }

  private var plainSketch: TypeForm {
    switch form {
    case .unknown: return .any
    case .known(let form): return form
    case .list: return .list(commonSketch)
    case .record where isMap: return .map(commonSketch)
    case .record:
      var fields: [TypeForm.Field] = []
      for field in parts {
        if choices > 1 { field.isOptional = true }
        fields.append(TypeForm.Field(name: field.name, type: field.sketch))
      }
      return .fields(fields)
    }
  }

  // The form that all parts have.
  private var commonSketch: TypeForm {
    guard let first = parts.first?.sketch else { return .any }
    return parts.dropFirst().allSatisfy { $0.sketch == first } ? first : .any
  }
}

/// What messages call a place in a type: `Detail`, `Detail.parts[]`. The words are made only when a message needs them.
indirect enum SketchPlace {
  case type(Any.Type)
  case item(of: SketchPlace)
  case field(of: SketchPlace, String)

  var words: String {
    switch self {
    case .type(let type): TypeName.short(type)
    case .item(let list): "\(list.words)[]"
    case .field(let record, let name): "\(record.words).\(name)"
    }
  }
}
