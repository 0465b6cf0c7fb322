import ComponentHost
import ComponentKit

/// Writes what an action is called by: POST, and GET where it promises to change nothing.
struct OperationText: Sendable {
  // What is the same for all was written once.
  private let posting = OperationText.fields(HTTPStatus.Meaning.Ways.withBody)
  private let reading = OperationText.fields(HTTPStatus.Meaning.Ways.reading)

  /// - Parameters:
  ///   - names: parameters that the path has already.
  ///   - key: whose path it is, and whose hints stand among the parameters; those of the same names can't be said.
  ///   - name: of the operation by POST.
  func write(
    _ action: LoadedAction, of target: OpenComponent.Target, in component: OpenComponent, at path: PathTemplate,
    without names: [String] = [], by key: LoadedKey? = nil, named name: String, to text: inout DocumentText
  ) {
    // Of most nothing is said in URLs.
    let query = action.reads || !path.parameters.isEmpty ? component.schema.query(of: action) : nil
    let without = names + path.parameters.map(\.name) + (key?.hints.keys ?? [])
    text.key(named: path.text)
    text.open()
    text.key("parameters")
    text.open("[")
    for parameter in path.parameters { text.value(described(parameter, query, component.schema)) }
    text.written(OperationText.references)
    text.close("]")
    text.key("post")
    text.open()
    text.field("operationId", .text(name))
    let about = text.part { writeWords(action, target, to: &$0) }
    writeBody(of: action, in: component, without, key, to: &text)
    text.key("responses")
    text.open()
    let reply = text.part { writeReply(of: action, in: component, to: &$0) }
    text.written(posting)
    text.close()
    text.close()
    if action.reads {
      text.key("get")
      text.open()
      text.field("operationId", .text("get-\(name)"))
      text.again(about)
      writeQuery(query, without, key, to: &text)
      text.key("responses")
      text.open()
      text.again(reply)
      text.written(reading)
      text.close()
      text.close()
    }
    text.close()
  }

  // Fields of an operation.
  private func writeWords(_ action: LoadedAction, _ target: OpenComponent.Target, to text: inout DocumentText) {
    var words: [String] = []
    if action.reads { words.append("It changes nothing, so a call may be made again.") }
    if action.tellsProgress {
      words.append("It tells how far it has come, as events, to callers who accept `text/event-stream`.")
    }
    text.field("tags", [.text(target.name)])
    if !action.summary.isEmpty { text.field("summary", .text(action.summary)) }
    if !words.isEmpty { text.field("description", .text(words.joined(separator: " "))) }
  }

  private func writeBody(
    of action: LoadedAction, in component: OpenComponent, _ names: [String], _ key: LoadedKey?,
    to text: inout DocumentText
  ) {
    text.key("requestBody")
    text.open()
    text.field("required", .bool(component.schema.requiresParameters(of: action, without: names)))
    let schema = component.schema.parameters(of: action, without: names)
    text.key("content")
    text.open()
    text.key("application/json")
    text.open()
    text.field("schema", key.map(schema.taking) ?? schema)
    text.close()
    text.close()
    text.close()
  }

  private static let text: Value = ["schema": ["type": "string"]]

  private func writeQuery(
    _ query: [QueryParameter]?, _ names: [String], _ key: LoadedKey?, to text: inout DocumentText
  ) {
    let hints = key?.queried ?? []
    // Without a signature it takes whatever it is given.
    let said = query.map { all in all.filter { !names.contains($0.name) }.map(\.described) } ?? [OperationText.anything]
    if said.isEmpty, hints.isEmpty { return }
    text.key("parameters")
    text.open("[")
    for parameter in said + hints { text.value(parameter) }
    text.close("]")
  }

  private static let anything: Value = [
    "name": "parameters", "in": "query", "explode": true,
    "schema": ["type": "object", "additionalProperties": ["type": "string"]],
  ]

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

  // The response of a call that has not failed, as a field.
  private func writeReply(of action: LoadedAction, in component: OpenComponent, to text: inout DocumentText) {
    text.key("200")
    text.open()
    text.field("description", "The reply")
    text.key("content")
    text.open()
    text.key("application/json")
    text.open()
    text.field("schema", component.schema.reply(of: action) ?? [:])
    text.close()
    let (mayBeText, mayBeBytes) = (component.schema.mayReplyText(action), component.schema.mayReplyBytes(action))
    if let type = action.mediaType {
      text.field(named: type.description, mayBeBytes ? [:] : OperationText.text)
    } else {
      if mayBeText { text.field("text/plain", OperationText.text) }
      if mayBeBytes { text.field("application/octet-stream", [:]) }
    }
    if action.tellsProgress { text.field("text/event-stream", OperationText.text) }
    text.close()
    text.close()
  }
}

extension QueryParameter {
  fileprivate var described: Value {
    var fields: Fields = ["name": .text(name), "in": "query", "required": .bool(isRequired)]
    if !note.isEmpty { fields["description"] = .text(note) }
    if isJSON {
      fields["content"] = ["application/json": ["schema": schema]]
    } else {
      fields["schema"] = .some(schema)
    }
    if emptyLeavesOut { fields["allowEmptyValue"] = true }
    return .map(fields)
  }
}

extension LoadedKey {
  // The hints, as parameters of a query.
  fileprivate var queried: [Value] {
    sayable.compactMap { name, hint in
      schema(ofHint: hint, isText: true).map {
        ["name": .text(name), "in": "query", "required": false, "description": .text(words), "schema": $0]
      }
    }
  }
}

extension Value {
  // The schema of an action's parameters, with a key's hints among them.
  fileprivate func taking(_ key: LoadedKey) -> Value {
    guard case .map(let schema) = self else { return self }
    var properties = schema["properties"]?.map ?? [:]
    for (name, hint) in key.sayable { properties[name] = key.schema(ofHint: hint, isText: false) }
    if properties.isEmpty { return self }
    // Behind the type, as without hints.
    var fields: Fields = [:]
    for (name, value) in schema where name != "properties" {
      fields[name] = .some(value)
      if name == "type" { fields["properties"] = .map(properties) }
    }
    return .map(fields)
  }
}
