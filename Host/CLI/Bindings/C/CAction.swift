import ComponentHost
import ComponentKit

/// One action in a face in C.
struct CAction {
  let face: CFace
  let target: String
  let action: FaceDescription.Action
  let uses: FaceTypes.ActionUses
  let name: String

  func write(to source: inout SourceText) {
    source.add()
    guard let signature = action.signature else { return writeUntyped(to: &source) }
    let forms = zip(signature.parameters, uses.parameters).map { parameter, use in
      let mayBeAbsent = use.isOptional || parameter.default != nil
      return CForm(mayBeAbsent ? .optional(use.core) : use, in: nil, face.types, face.layout)
    }
    let notes = zip(signature.parameters, forms).map { note(on: $0, $1) }
    let body = CStruct(signature.parameters.map(\.name), forms, notes, face.names)
    if !body.members.isEmpty {
      body.writeDefinition("\(name)_parameters", to: &source)
      source.add()
    }
    writeComment(to: &source)
    writeHead(body.members.isEmpty ? [] : ["const \(name)_parameters *parameters"], to: &source)
    source.indented { source in
      if body.members.isEmpty { return source.add(call("NULL", "0")) }
      source.add("component_entry entries[\(body.entries)];")
      body.writeEntries(of: "parameters", to: &source)
      source.add(call("entries", "count"))
    }
    source.add("}")
  }

  // Anything in, anything out.
  private func writeUntyped(to source: inout SourceText) {
    writeComment(to: &source)
    writeHead(["const component_entry *parameters", "size_t count"], to: &source)
    source.indented { $0.add(call("parameters", "count")) }
    source.add("}")
  }

  private func call(_ entries: String, _ count: String) -> String {
    "return component_call_action(host, \"\(target)\", \"\(action.name)\", \(entries), \(count), receiver, context);"
  }

  private func writeHead(_ parameters: [String], to source: inout SourceText) {
    let items = ["const component_host *host"] + parameters + ["component_receiver receiver", "void *context"]
    source.list("static inline int32_t \(name)", items, " {")
  }

  private func writeComment(to source: inout SourceText) {
    CFace.comment(action.summary, in: &source)
    if action.reads { CFace.comment(FaceText.reading, in: &source) }
    if action.signature?.reply == .nothing { return source.add("// Replies nothing: null.") }
    guard let reply = action.signature?.reply, let use = uses.reply else {
      return source.add("// It does not say what it replies.")
    }
    source.add(
      "// Replies \(Signature.line("\(reply)")): \(face.words(use))\(use.isOptional ? ", or null" : "").")
  }

  private func note(on parameter: Signature.Parameter, _ form: CForm) -> String {
    var words = [action.notes[parameter.name].map { FaceText.line($0) }, face.note(form)]
    if let json = try? parameter.default?.json(), json.utf8.count <= 60 {
      words.append("\(Signature.line(json)) if it is left out")
    }
    return words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "; ")
  }
}
