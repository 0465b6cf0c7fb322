/// What one place of a type has been asked for.
final class SketchNote {
  private enum Form {
    case unknown
    case known(TypeSketch)
    case list([SketchNote])
    case record([(name: String, note: SketchNote)])
  }

  /// What messages call the place: a type's name, or `Detail.parts`.
  let place: String
  private var form = Form.unknown
  var isOptional = false
  /// The keys were asked for, and any key is one.
  var isMap = false
  /// The keys were asked for, and can't be known.
  var hasHiddenKeys = false
  /// The keys were asked for, and are this many, of which a value has one.
  var choices = 0

  init(place: String) { self.place = place }

  var isRecord: Bool { if case .record = form { !isMap } else { false } }
  var isUnknown: Bool { if case .unknown = form { true } else { false } }

  func set(_ sketch: TypeSketch) { form = .known(sketch) }

  func beginList() {
    if case .list = form { return }
    form = .list([])
  }

  func beginRecord() {
    if case .record = form { return }
    form = .record([])
  }

  /// A further item of a list.
  func item() -> SketchNote {
    let item = SketchNote(place: "\(place)[]")
    if case .list(let items) = form { form = .list(items + [item]) }
    return item
  }

  /// A field of a record, the same one for the same name.
  func field(_ name: String) -> SketchNote {
    guard case .record(let fields) = form else { return SketchNote(place: place) }
    if let field = fields.first(where: { $0.name == name }) { return field.note }
    let note = SketchNote(place: "\(place).\(name)")
    form = .record(fields + [(name, note)])
    return note
  }

  /// The form as far as it is known; a record has the given name.
  func sketch(name: String = "") -> TypeSketch {
    let sketch = plainSketch(name)
    if isOptional, case .optional = sketch { return sketch }
    return isOptional ? .optional(sketch) : sketch
  }

  private func plainSketch(_ name: String) -> TypeSketch {
    switch form {
    case .unknown: .any
    case .known(let sketch): sketch
    case .list(let items): .list(of: SketchNote.common(items))
    case .record(let fields) where isMap: .map(of: SketchNote.common(fields.map(\.note)))
    case .record(let fields):
      .record(
        name: name,
        fields: fields.map { field in
          if choices > 1 { field.note.isOptional = true }
          return TypeSketch.Field(field.name, field.note.sketch())
        })
    }
  }

  private static func common(_ notes: [SketchNote]) -> TypeSketch {
    guard let first = notes.first?.sketch() else { return .any }
    return notes.dropFirst().allSatisfy { $0.sketch() == first } ? first : .any
  }
}
