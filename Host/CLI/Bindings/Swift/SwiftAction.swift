import ComponentHost
import ComponentKit

/// One action in a face: its request and the methods that send it.
struct SwiftAction {
  private let face: SwiftFace
  private let target: String
  private let action: FaceDescription.Action
  private let reply: TypeForm?
  private let method: String
  private let request: String
  private let parameters: [Parameter]

  private struct Parameter {
    let name: String
    let property: String
    /// Without its question mark.
    let use: TypeForm
    let type: String
    let isOptional: Bool
    /// The default that the request sends.
    let expression: String?
    /// As people read it.
    let `default`: Value?
    let note: String

    /// Whether callers may leave it out.
    var mayBeAbsent: Bool { isOptional || `default` != nil }

    /// The type of the property: without a default to send it is absent until it is set.
    var propertyType: String { isOptional || mayBeAbsent && expression == nil ? "\(type)?" : type }
  }

  init(
    _ face: SwiftFace, _ target: String, _ action: FaceDescription.Action, _ uses: FaceTypes.ActionUses, method: String,
    request: String
  ) {
    self.face = face
    self.target = target
    self.action = action
    self.method = SwiftWords.written(method)
    self.request = request
    reply = uses.reply
    let declared = action.signature?.parameters ?? []
    let properties = face.names.parameters(declared.map(\.name))
    parameters = declared.indices.map { index in
      let (parameter, use) = (declared[index], uses.parameters[index])
      return Parameter(
        name: parameter.name, property: properties[index], use: use.core, type: face.names.type(use.core),
        isOptional: use.isOptional,
        expression: parameter.default.flatMap { face.literal.expression($0, use) }, default: parameter.default,
        note: action.notes[parameter.name] ?? "")
    }
  }

  func write(to source: inout SourceText) {
    source.add()
    guard action.signature != nil else { return writeUntyped(to: &source) }
    writeRequest(to: &source)
    for effect in ["", "async "] {
      source.add()
      writeComment(to: &source)
      SwiftAction.keepApart(effect, in: &source)
      writeHead("public ", effect, in: "", end: " {", to: &source)
      source.indented { source in writeBody(effect.isEmpty ? "try" : "try await", to: &source) }
      source.add("}")
    }
  }

  // Anything in, anything out.
  private func writeUntyped(to source: inout SourceText) {
    let names = "\(SwiftText.literal(target)), \(SwiftText.literal(action.name))"
    for (effect, attempt) in [("", "try"), ("async ", "try await")] {
      if !effect.isEmpty { source.add() }
      writeComment(to: &source)
      SwiftAction.keepApart(effect, in: &source)
      source.add("@discardableResult")
      source.block("public func \(method)(_ parameters: Fields = [:]) \(effect)throws(Failure) -> Value") { source in
        source.add("\(attempt) mediator.strict.call(\(names), parameters)")
      }
    }
  }

  private func writeRequest(to source: inout SourceText) {
    FaceText.document(action.summary, in: &source)
    source.block("public struct \(request): Request") { source in
      source.add("public static let target = \(SwiftText.literal(target))")
      source.add("public static let action = \(SwiftText.literal(action.name))")
      if !action.summary.isEmpty { source.add("public static let summary = \(SwiftText.literal(action.summary))") }
      if action.isRemote { source.add("public static let isRemote = true") }
      if action.tellsProgress { source.add("public static let tellsProgress = true") }
      if action.reads { source.add("public static let reads = true") }
      if !action.mediaType.isEmpty {
        source.add("public static let mediaType = \(SwiftText.literal(action.mediaType))")
      }
      for parameter in parameters { write(parameter, to: &source) }
      source.add("public init() {}")
      source.add("public typealias Reply = \(replyType(in: ""))")
    }
  }

  private func write(_ parameter: Parameter, to source: inout SourceText) {
    let note = parameter.note.isEmpty ? "" : SwiftText.literal(parameter.note)
    let type = parameter.propertyType
    let (property, stored) = (SwiftWords.written(parameter.property), "_\(parameter.name)")
    if parameter.property == parameter.name {
      let value = parameter.expression.map { " = \($0)" } ?? ""
      source.add("@Parameter\(note.isEmpty ? "" : "(\(note))") public var \(property): \(type)\(value)")
    } else {
      // The name that the host knows it by is no name for a property.
      let parts = [parameter.expression.map { "wrappedValue: \($0)" }, note.isEmpty ? nil : note].compactMap(\.self)
      source.add("private var \(stored) = Parameter<\(type)>(\(parts.joined(separator: ", ")))")
      source.block("public var \(property): \(type)") { source in
        source.add("get { \(stored).wrappedValue }")
        source.add("set { \(stored).wrappedValue = newValue }")
      }
    }
  }
}

// The methods.
extension SwiftAction {
  private func writeComment(to source: inout SourceText) {
    FaceText.document(action, in: &source)
    for parameter in parameters {
      var words = [parameter.note.isEmpty ? nil : FaceText.line(parameter.note)]
      if let value = parameter.default, let json = try? value.json(), json.utf8.count <= 60 {
        words.append("\(FaceText.line(json)) if it is nil")
      }
      let text = words.compactMap(\.self).joined(separator: "; ")
      if !text.isEmpty { source.add("/// - Parameter \(parameter.property): \(text)") }
    }
  }

  // A protocol's method has no defaults.
  private func writeHead(
    _ access: String, _ effect: String, in scope: String, end: String, to source: inout SourceText
  ) {
    let items = parameters.map { parameter in
      let type = face.names.type(parameter.use, in: scope)
      let rest = parameter.mayBeAbsent ? access.isEmpty ? "?" : "? = nil" : ""
      return "\(SwiftWords.written(parameter.property)): \(type)\(rest)"
    }
    if reply == nil { source.add("@discardableResult") }
    source.list("\(access)func \(method)", items, " \(effect)throws(Failure) -> \(replyType(in: scope))\(end)")
  }

  private func replyType(in scope: String) -> String {
    if let reply { return face.names.type(reply, in: scope) }
    return action.signature?.reply == .nothing ? "NoReply" : "Value"
  }

  private func writeBody(_ attempt: String, to source: inout SourceText) {
    let isHidden = parameters.contains { $0.property == "mediator" }
    let call = "\(attempt) \(isHidden ? "self." : "")mediator.call"
    if parameters.isEmpty { return source.add("\(call)(\(request)())") }
    if parameters.count == 1, let only = parameters.first.map(assignment), !only.hasPrefix("if") {
      return source.add("\(call)(\(request) { \(only) })")
    }
    source.add("\(call)(")
    source.indented { source in
      source.block(request, end: "})") { source in
        for parameter in parameters { source.add(assignment(parameter)) }
      }
    }
  }

  private func assignment(_ parameter: Parameter) -> String {
    let name = SwiftWords.written(parameter.property)
    let set = "$0.\(name) = \(name)"
    return parameter.expression == nil ? set : "if let \(name) { \(set) }"
  }
}

// In the interface.
extension SwiftAction {
  // At the top level of a file Swift would take the method that waits for the one that awaits.
  private static func keepApart(_ effect: String, in source: inout SourceText) {
    if effect.isEmpty { source.add("@available(*, noasync)") }
  }

  func writeRequirement(in scope: String, to source: inout SourceText) {
    FaceText.document(action.summary, in: &source)
    for effect in ["", "async "] {
      SwiftAction.keepApart(effect, in: &source)
      if action.signature != nil {
        writeHead("", effect, in: scope, end: "", to: &source)
      } else {
        source.add("@discardableResult")
        source.add("func \(method)(_ parameters: Fields) \(effect)throws(Failure) -> Value")
      }
    }
  }

  /// The method as an action.
  ///
  /// - Parameter calls: where the request is declared.
  func writeAnswer(_ calls: String, to source: inout SourceText) {
    guard action.signature != nil else {
      let name = SwiftText.literal(action.name)
      return source.add("Action(\(name)) { call in try self.\(method)(call.parameters) }")
    }
    let items = parameters.map { "\(SwiftWords.label($0.property)): request.\(SwiftWords.written($0.property))" }
    let head = "Action(answering: \(calls).\(request).self)"
    if items.isEmpty { return source.add("\(head) { _, _ in try self.\(method)() }") }
    source.add("\(head) { request, _ in")
    source.indented { source in source.list("try self.\(method)", items, "") }
    source.add("}")
  }
}
