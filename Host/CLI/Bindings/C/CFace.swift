import ComponentHost
import ComponentKit

/// A face in C: a header with a struct for the parameters of each action and a function that makes the call.
struct CFace {
  let description: FaceDescription
  let types: FaceTypes
  let layout: FaceLayout
  let names: CNames

  init(_ description: FaceDescription) {
    self.description = description
    types = FaceTypes(description)
    layout = FaceLayout(types)
    names = CNames(description, types)
  }

  /// What stands below the description.
  var text: String {
    var source = SourceText()
    let name = CNames.guardName(names.prefix)
    source.add(
      "// C11 and C++17. Every function that calls an action returns as component_call_action does, and hands the")
    source.add("// reply, or the failure, to `receiver`.")
    source.add()
    source.add("#ifndef \(name)")
    source.add("#define \(name)")
    source.add()
    source.add("#include \"component_author.h\"")
    for place in types.order(embedded) { CDeclaration(face: self, place: place).write(to: &source) }
    for (index, target) in description.targets.enumerated() {
      for (place, action) in target.actions.enumerated() {
        let uses = types.actions[index][place]
        CAction(face: self, target: target.name, action: action, uses: uses, name: names.actions[index][place])
          .write(to: &source)
      }
    }
    for (index, event) in description.events.enumerated() {
      source.add()
      CFace.comment(event.summary, in: &source)
      source.add(
        "// For component_observe and component_add_observer; what is said of it is \(types.events[index].map { words($0) } ?? "any value")."
      )
      source.add("#define \(names.events[index]) \"\(CWords.literal(event.name))\"")
    }
    source.add()
    source.add("#endif")
    return source.text
  }

  /// The record that a field holds in itself.
  private func embedded(_ use: TypeForm, in record: Int) -> Int? {
    if case .record(let inner) = CForm(use, in: record, types, layout).kind { inner } else { nil }
  }

  /// What a reader must know of a member and its type does not say.
  func note(_ form: CForm) -> String {
    switch form.kind {
    case .borrowed, .list, .map, .ints: (form.isPointer && form.isOptional ? "null if absent; " : "") + words(form.use)
    case .object, .function, .any: form.isPointer && form.isOptional ? "null if absent" : ""
    default: ""
    }
  }

  /// What a value is, and how it is read and made; a name in a list is left as it is, for it can be that of the list.
  func words(_ use: TypeForm, isItem: Bool = false) -> String {
    if isItem, case .named(let name) = use.core {
      let declaration = types.declarations[types.place(name)]
      if declaration.alias != nil { return declaration.words.joined() }
    }
    return switch types.behind(use.core) {
    case .list(let item): "a list; each \(words(item, isItem: true))"
    case .map(let item): "a map; each \(words(item, isItem: true))"
    case .named(let name): words(ofDeclaration: types.place(name))
    case .any, .optional, .fields, .texts, .ints, .values: "any value"
    case .bool: "a bool"
    case .int: "an int"
    case .double: "a double"
    case .text: "a text"
    case .bytes: "bytes"
    case .date: "a date"
    case .object: "an object"
    case .function: "a function"
    }
  }

  private func words(ofDeclaration place: Int) -> String {
    let name = names.types[place]
    switch types.declarations[place].form {
    case .fields, .texts: return "\(name), see \(name)_read and \(name)_value"
    default:
      let known = names.constants[place]
      return "one of \(known.prefix(3).joined(separator: ", "))\(known.count > 3 ? ", …" : "")"
    }
  }

  static func comment(_ text: String, in source: inout SourceText) {
    if !text.isEmpty { source.add("// \(FaceText.line(text))") }
  }
}
