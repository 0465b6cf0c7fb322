import ComponentHost
import ComponentKit

/// A face in C++: a header with a struct for the parameters of each action and a function that makes the call. Its names
/// are those of the face in C.
struct CppFace {
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
    let name = CNames.guardName(names.prefix) + "PP"
    source.add("// C++17. Every function returns the action's reply, or throws the failure of its call.")
    source.add()
    source.add("#ifndef \(name)")
    source.add("#define \(name)")
    source.add()
    source.add("#include \"component.hpp\"")
    source.add()
    for place in types.declarations.indices where isRecord(place) { source.add("struct \(names.types[place]);") }
    for place in types.order(embedded) { declare(place, in: &source) }
    for (index, target) in description.targets.enumerated() {
      for (place, action) in target.actions.enumerated() {
        write(action, of: target.name, types.actions[index][place], names.actions[index][place], to: &source)
      }
    }
    for (index, event) in description.events.enumerated() {
      source.add()
      CFace.comment(event.summary, in: &source)
      source.add("#define \(names.events[index]) \"\(CWords.literal(event.name))\"")
    }
    source.add()
    source.add("#endif")
    return source.text
  }

  private func isRecord(_ place: Int) -> Bool {
    if case .fields = types.declarations[place].form { true } else { false }
  }

  /// The record that a field holds in itself, be it there or not.
  private func embedded(_ use: TypeForm, in record: Int) -> Int? {
    guard case .named(let name) = types.behind(use.core), !layout.isIndirect(use, in: record) else { return nil }
    let place = types.place(name)
    return isRecord(place) ? place : nil
  }

  // MARK: types

  /// How a type is written; a record that its owner can't hold in itself is held from afar.
  func type(_ use: TypeForm, in record: Int? = nil) -> String {
    let isFar = layout.isIndirect(use, in: record)
    let core = core(use.core)
    if isFar { return "std::shared_ptr<\(core)>" }
    return use.isOptional && !core.hasPrefix("std::optional<") ? "std::optional<\(core)>" : core
  }

  private func core(_ use: TypeForm) -> String {
    switch use {
    case .any, .values, .optional, .fields, .texts, .ints: return "component::Value"
    case .bool: return "bool"
    case .int: return "int64_t"
    case .double: return "double"
    case .text, .date: return "std::string"
    case .bytes: return "component::Bytes"
    // Nothing stands for one, so what is not there yet is said.
    case .object: return "std::optional<component::Object>"
    case .function: return "std::optional<component::Function>"
    case .list(let item): return "std::vector<\(type(item))>"
    case .map(let item): return "component::face::Entries<\(type(item))>"
    case .named(let name):
      let place = types.place(name)
      if let alias = types.declarations[place].alias {
        return layout.endless.contains(place) ? "component::Value" : core(alias)
      }
      if case .ints = types.declarations[place].form { return "int64_t" }
      return names.types[place]
    }
  }

  private func declare(_ place: Int, in source: inout SourceText) {
    let declaration = types.declarations[place]
    let name = names.types[place]
    switch declaration.form {
    case .fields(let fields):
      source.add()
      CFace.comment(declaration.summary, in: &source)
      writeStruct(name, fields.map(\.name), fields.map(\.type), in: place, [], to: &source)
    case .texts(let texts):
      source.add()
      CFace.comment(declaration.summary, in: &source)
      source.block("enum \(name) : int", end: "};") { source in
        for constant in names.constants[place] { source.add("\(constant),") }
      }
      source.block("inline std::vector<std::string_view> face_texts(\(name))") { source in
        source.block("return", end: "};") { source in
          for text in texts { source.add("std::string_view(\"\(CWords.literal(text))\", \(text.utf8.count)),") }
        }
      }
    case .ints(let ints):
      source.add()
      CFace.comment(declaration.summary, in: &source)
      for (constant, int) in zip(names.constants[place], ints) {
        source.add("constexpr int64_t \(constant) = \(int == .min ? "INT64_MIN" : "INT64_C(\(int))");")
      }
    default: break
    }
  }

  private func writeStruct(
    _ name: String, _ keys: [String], _ uses: [TypeForm], in record: Int?, _ notes: [String],
    to source: inout SourceText
  ) {
    let forms = uses.map { CForm($0, in: record, types, layout) }
    let members = names.members(keys, forms)
    source.block("struct \(name)", end: "};") { source in
      for (index, member) in members.enumerated() {
        let note = index < notes.count && !notes[index].isEmpty ? "  // \(notes[index])" : ""
        source.add("\(type(uses[index], in: record)) \(member){};\(note)")
      }
      source.add("static constexpr const char *face_name = \"\(name)\";")
      source.add("template <class Self, class Visit>")
      let arguments = members.isEmpty ? ["Self &", "Visit"] : ["Self &self", "Visit visit"]
      source.block("static bool face_fields(\(arguments.joined(separator: ", ")))") { source in
        if members.isEmpty { return source.add("return true;") }
        for (key, member) in zip(keys, members) { source.add("if (!visit(\"\(key)\", self.\(member))) return false;") }
        source.add("return true;")
      }
    }
  }

  // MARK: actions

  private func write(
    _ action: FaceDescription.Action, of target: String, _ uses: FaceTypes.ActionUses, _ name: String,
    to source: inout SourceText
  ) {
    source.add()
    var parameters = "const component::Map &parameters = {}"
    var given = "parameters"
    if let signature = action.signature {
      let own = zip(signature.parameters, uses.parameters).map { parameter, use in
        parameter.default == nil ? use : .optional(use.core)
      }
      parameters = own.isEmpty ? "" : "const \(name)_parameters &parameters"
      given = own.isEmpty ? "component::Map()" : "parameters"
      if !own.isEmpty {
        let notes = signature.parameters.map { action.notes[$0.name].map { FaceText.line($0) } ?? "" }
        writeStruct("\(name)_parameters", signature.parameters.map(\.name), own, in: nil, notes, to: &source)
        source.add()
      }
    }
    CFace.comment(action.summary, in: &source)
    if action.reads { CFace.comment(FaceText.reading, in: &source) }
    let saysNothing = action.signature?.reply == .nothing
    let reply = uses.reply.map { type($0) } ?? "component::Value"
    let items =
      ["const component::Host &host"] + (parameters.isEmpty ? [] : [parameters])
      + ["const component::Options &options = {}"]
    source.list("inline \(saysNothing ? "void" : reply) \(name)", items, " {")
    source.indented { source in
      source.list(
        "\(saysNothing ? "" : "return ")component::face::call<\(reply)>",
        ["host", "\"\(target)\"", "\"\(action.name)\"", given, "options"], ";"
      )
    }
    source.add("}")
  }
}
