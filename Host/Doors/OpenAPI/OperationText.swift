import ComponentHost
import ComponentKit

/// Writes what an action is called by: POST, and GET where it promises to change nothing.
struct OperationText {
  // What is the same for all was written once.
  private let posting = OperationText.fields(HTTPStatus.Meaning.Ways.withBody)
  private let reading = OperationText.fields(HTTPStatus.Meaning.Ways.reading)

  /// - Parameters:
  ///   - names: parameters that the path has already.
  ///   - name: of the operation by POST.
  func write(
    _ action: LoadedAction, of target: OpenComponent.Target, in component: OpenComponent, at path: PathTemplate,
    without names: [String] = [], named name: String, to text: inout DocumentText
  ) {
    let query = component.schema.query(of: action)
    let without = names + path.parameters.map(\.name)
    text.key(path.text)
    text.open()
    text.key("parameters")
    text.open("[")
    for parameter in path.parameters { text.value(described(parameter, query, component.schema)) }
    text.written(OperationText.references)
    text.close("]")
    let shared = Shared(action, target)
    text.key("post")
    text.open()
    shared.write(name, to: &text)
    writeBody(of: action, in: component, query, without, to: &text)
    writeResponses(of: action, in: component, posting, to: &text)
    text.close()
    if action.reads {
      text.key("get")
      text.open()
      shared.write("get-\(name)", to: &text)
      writeQuery(query, without, to: &text)
      writeResponses(of: action, in: component, reading, to: &text)
      text.close()
    }
    text.close()
  }

  // What both ways have.
  private struct Shared {
    let target: Value
    let summary: String
    let words: String

    init(_ action: LoadedAction, _ target: OpenComponent.Target) {
      (self.target, summary) = (.text(target.name), action.summary)
      var words: [String] = []
      if action.reads { words.append("It changes nothing, so a call may be made again.") }
      if action.tellsProgress {
        words.append("It tells how far it has come, as events, to callers who accept `text/event-stream`.")
      }
      self.words = words.joined(separator: " ")
    }

    func write(_ name: String, to text: inout DocumentText) {
      text.field("operationId", .text(name))
      text.field("tags", [target])
      if !summary.isEmpty { text.field("summary", .text(summary)) }
      if !words.isEmpty { text.field("description", .text(words)) }
    }
  }

  private func writeBody(
    of action: LoadedAction, in component: OpenComponent, _ query: [QueryParameter]?, _ names: [String],
    to text: inout DocumentText
  ) {
    let isRequired = query?.contains { $0.isRequired && !names.contains($0.name) } ?? false
    text.key("requestBody")
    text.open()
    text.field("required", .bool(isRequired))
    text.field(
      "content", ["application/json": ["schema": component.schema.parameters(of: action, without: names)]])
    text.close()
  }

  private func writeQuery(_ query: [QueryParameter]?, _ names: [String], to text: inout DocumentText) {
    guard let query else {
      // It takes whatever it is given.
      let schema: Value = ["type": "object", "additionalProperties": ["type": "string"]]
      return text.field("parameters", [["name": "parameters", "in": "query", "explode": true, "schema": schema]])
    }
    let said = query.filter { !names.contains($0.name) }
    if said.isEmpty { return }
    text.key("parameters")
    text.open("[")
    for parameter in said {
      var fields: Fields = ["name": .text(parameter.name), "in": "query", "required": .bool(parameter.isRequired)]
      if !parameter.note.isEmpty { fields["description"] = .text(parameter.note) }
      if parameter.isJSON {
        fields["content"] = ["application/json": ["schema": parameter.schema]]
      } else {
        fields["schema"] = .some(parameter.schema)
      }
      if parameter.emptyLeavesOut { fields["allowEmptyValue"] = true }
      text.value(.map(fields))
    }
    text.close("]")
  }

  private func described(
    _ parameter: PathTemplate.Parameter, _ query: [QueryParameter]?, _ schema: JSONSchema
  ) -> Value {
    let declared = query?.first { $0.name == parameter.name }
    var form: Value = ["type": "string"]
    if let said = parameter.form, said != .text {
      form = schema.schema(of: said)
    } else if let declared, !declared.isList, !declared.isJSON {
      form = declared.schema
    }
    // No part of a path is empty.
    if form["type"] == "string", form["enum"] == nil, form["format"] == nil, case .map(var fields) = form {
      fields["minLength"] = 1
      form = .map(fields)
    }
    var fields: Fields = ["name": .text(parameter.name), "in": "path", "required": true]
    var words = declared?.note ?? ""
    if parameter.isRest {
      words += words.isEmpty ? "" : ". "
      words += "It may be several parts of the path, with a slash between two"
    }
    if !words.isEmpty { fields["description"] = .text(words) }
    fields["schema"] = .some(form)
    return .map(fields)
  }

  private func writeResponses(
    of action: LoadedAction, in component: OpenComponent, _ failures: [UInt8], to text: inout DocumentText
  ) {
    text.key("responses")
    text.open()
    text.key("200")
    text.open()
    text.field("description", "The reply")
    text.key("content")
    text.open()
    text.field("application/json", ["schema": component.schema.reply(of: action) ?? [:]])
    let (mayBeText, mayBeBytes) = (component.schema.mayReplyText(action), component.schema.mayReplyBytes(action))
    if let type = action.mediaType {
      text.field(type.description, mayBeBytes ? [:] : ["schema": ["type": "string"]])
    } else {
      if mayBeText { text.field("text/plain", ["schema": ["type": "string"]]) }
      if mayBeBytes { text.field("application/octet-stream", [:]) }
    }
    if action.tellsProgress { text.field("text/event-stream", ["schema": ["type": "string"]]) }
    text.close()
    text.close()
    text.written(failures)
    text.close()
  }
}
