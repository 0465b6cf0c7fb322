import ComponentHost
import ComponentKit

/// A face in Rust: a module with a struct for the parameters of each action and a function that makes the call. It
/// expects the module `component` at the root of the crate.
struct RustFace {
  let description: FaceDescription
  let types: FaceTypes
  let layout: FaceLayout
  let names: RustNames

  init(_ description: FaceDescription) {
    self.description = description
    types = FaceTypes(description)
    layout = FaceLayout(types)
    names = RustNames(description, types)
  }

  /// What stands below the description.
  var text: String {
    var source = SourceText()
    source.add("// Every function returns the action's own reply, or the fault of its call.")
    source.add()
    source.add("#![allow(dead_code, unused_imports, non_camel_case_types, clippy::vec_init_then_push)]")
    // A printed face is compared byte for byte.
    source.add("#![cfg_attr(rustfmt, rustfmt_skip)]")
    source.add()
    source.add("use crate::component::contract::Value;")
    source.add("use crate::component::{field, Call, Data, Fault, Function, Item, Object, Parameter};")
    for place in types.declarations.indices { declare(place, in: &source) }
    for (index, target) in description.targets.enumerated() {
      for (place, action) in target.actions.enumerated() {
        let own = (names.actions[index][place], names.parameters[index][place])
        write(action, of: target.name, types.actions[index][place], own, to: &source)
      }
    }
    for (index, event) in description.events.enumerated() {
      source.add()
      FaceText.document(event.summary, in: &source)
      source.add("pub const \(names.events[index]): &str = \(RustWords.literal(event.name));")
    }
    return source.text
  }

  // MARK: types

  /// How a type is written; a record that its owner can't hold in itself is held from afar.
  private func type(_ use: TypeForm, in record: Int? = nil) -> String {
    let isFar = layout.isIndirect(use, in: record)
    let core = isFar ? "Box<\(core(use.core))>" : core(use.core)
    return use.isOptional ? "Option<\(core)>" : core
  }

  private func core(_ use: TypeForm) -> String {
    switch use {
    case .any, .values, .optional, .fields, .texts, .ints: return "Data"
    case .bool: return "bool"
    case .int: return "i64"
    case .double: return "f64"
    case .text, .date: return "String"
    case .bytes: return "Vec<u8>"
    case .object: return "Object"
    case .function: return "Function"
    case .list(let item): return "Vec<\(type(item))>"
    case .map(let item): return "Vec<(String, \(type(item)))>"
    case .named(let name):
      let place = types.place(name)
      if let alias = types.declarations[place].alias {
        return layout.endless.contains(place) ? "Data" : core(alias)
      }
      if case .ints = types.declarations[place].form { return "i64" }
      return names.types[place]
    }
  }

  private func declare(_ place: Int, in source: inout SourceText) {
    let declaration = types.declarations[place]
    let name = names.types[place]
    switch declaration.form {
    case .fields(let fields):
      writeStruct(
        name, fields.map(\.name), fields.map(\.type), in: place, declaration.summary, [], isReply: true, to: &source)
    case .texts(let texts): writeEnum(name, texts, names.choices[place], declaration.summary, to: &source)
    case .ints(let ints):
      source.add()
      for (constant, int) in zip(names.choices[place], ints) { source.add("pub const \(constant): i64 = \(int);") }
    default: break
    }
  }

  private func writeEnum(
    _ name: String, _ texts: [String], _ cases: [String], _ summary: String, to source: inout SourceText
  ) {
    source.add()
    FaceText.document(summary, in: &source)
    source.add("#[derive(Clone, Copy, Debug, PartialEq, Eq)]")
    source.block("pub enum \(name)") { source in for one in cases { source.add("\(one),") } }
    source.add()
    source.add("impl Item for \(name) {}")
    source.add()
    source.block("impl From<\(name)> for Data") { source in
      source.block("fn from(choice: \(name)) -> Data") { source in
        source.block("let text = match choice", end: "};") { source in
          for (one, text) in zip(cases, texts) { source.add("\(name)::\(one) => \(RustWords.literal(text)),") }
        }
        source.add("Data::from(text)")
      }
    }
    source.add()
    source.block("impl<'a> Parameter<'a> for \(name)") { source in
      source.add("const TYPE: &'static str = \"\(name)\";")
      source.add()
      source.block("fn of(value: &'a Value) -> Option<Self>") { source in
        source.block("match <&str as Parameter>::of(value)?") { source in
          for (one, text) in zip(cases, texts) { source.add("\(RustWords.literal(text)) => Some(\(name)::\(one)),") }
          source.add("_ => None,")
        }
      }
    }
  }

  private func writeStruct(
    _ name: String, _ keys: [String], _ uses: [TypeForm], in record: Int?, _ summary: String, _ notes: [String],
    isReply: Bool, to source: inout SourceText
  ) {
    let fields = RustNames.fields(keys)
    let forms = uses.map { type($0, in: record) }
    let isDefault = !isReply && uses.allSatisfy(\.isOptional)
    source.add()
    FaceText.document(summary, in: &source)
    source.add("#[derive(Clone, Debug, PartialEq\(isDefault ? ", Default" : ""))]")
    source.block("pub struct \(name)") { source in
      for (index, field) in fields.enumerated() {
        if index < notes.count { FaceText.document(notes[index], in: &source) }
        source.add("pub \(field): \(forms[index]),")
      }
    }
    source.add()
    source.add("impl Item for \(name) {}")
    source.add()
    source.block("impl From<\(name)> for Data") { source in
      source.block("fn from(\(fields.isEmpty ? "_" : "from"): \(name)) -> Data") { source in
        source.add("\(fields.isEmpty ? "let map" : "let mut map"): Vec<(String, Data)> = Vec::new();")
        for (index, field) in fields.enumerated() {
          let key = "\(RustWords.literal(keys[index])).to_string()"
          if uses[index].isOptional {
            source.block("if let Some(field) = from.\(field)") { $0.add("map.push((\(key), field.into()));") }
          } else {
            source.add("map.push((\(key), from.\(field).into()));")
          }
        }
        source.add("Data::Map(map)")
      }
    }
    guard isReply else { return }
    source.add()
    source.block("impl<'a> Parameter<'a> for \(name)") { source in
      source.add("const TYPE: &'static str = \"\(name)\";")
      source.add()
      source.block("fn of(value: &'a Value) -> Option<Self>") { source in
        if fields.isEmpty {
          return source.add("<Vec<(String, Data)> as Parameter>::of(value).map(|_| \(name) {})")
        }
        source.block("Some(\(name)", end: "})") { source in
          for (key, field) in zip(keys, fields) { source.add("\(field): field(value, \(RustWords.literal(key)))?,") }
        }
      }
    }
  }

  // MARK: actions

  private func write(
    _ action: FaceDescription.Action, of target: String, _ uses: FaceTypes.ActionUses,
    _ name: (function: String, parameters: String), to source: inout SourceText
  ) {
    var parameters = "parameters: Data"
    var given = "parameters"
    if let signature = action.signature {
      let own = zip(signature.parameters, uses.parameters).map { parameter, use in
        parameter.default == nil ? use : .optional(use.core)
      }
      parameters = own.isEmpty ? "" : "parameters: \(name.parameters)"
      given = own.isEmpty ? "Data::Null" : "parameters.into()"
      if !own.isEmpty {
        let notes = signature.parameters.map { action.notes[$0.name] ?? "" }
        writeStruct(
          name.parameters, signature.parameters.map(\.name), own, in: nil, "", notes, isReply: false, to: &source)
      }
    }
    source.add()
    FaceText.document(action, in: &source)
    let saysNothing = action.signature?.reply == .nothing
    let reply = uses.reply.map { type($0) } ?? (saysNothing ? "()" : "Data")
    source.list(
      "pub fn \(name.function)", ["call: &Call"] + (parameters.isEmpty ? [] : [parameters]),
      " -> Result<\(reply), Fault> {")
    source.indented { source in
      let names = "\(RustWords.literal(target)), \(RustWords.literal(action.name))"
      source.add(saysNothing ? "call.face::<Data>(\(names), \(given)).map(|_| ())" : "call.face(\(names), \(given))")
    }
    source.add("}")
  }
}
