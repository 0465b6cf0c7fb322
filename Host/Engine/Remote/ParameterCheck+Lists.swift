import ComponentABI
import ComponentKit

// What comes once where an action declares a list.
extension ParameterCheck {
  func declares(_ name: String) -> Bool { declared(name) != nil }

  // By bytes: Swift takes letters for equal that only look alike.
  private func declared(_ name: String) -> Signature.Parameter? {
    signature.parameters.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// Makes a list of what a query says once where a list is declared. A text that is a list in JSON is one already, but
  /// among texts it is one only if all of it are texts.
  func makeList(_ value: inout Value, of name: String) {
    guard case .text(let text) = value, !text.isEmpty, let item = item(of: name), !isList(text, of: item) else {
      return
    }
    value = .list([value])
  }

  /// Makes lists of what a path says where lists are declared: of a rest one of its parts, of anything else one of one.
  func makeLists(_ parameters: inout Fields, of match: RouteMatch) {
    if table.takes(parameters) { return }
    for (name, form) in match.said {
      guard let value = parameters[name], let item = item(of: name) else { continue }
      if let text = value.text, match.isLoose(name), isList(text, of: item) { continue }
      if form == nil, let rest = value.text {
        // No part has a slash within itself, or the route would not fit.
        parameters[name] = .list(rest.utf8.split(separator: UInt8(ascii: "/")).map { .text(String(Substring($0))) })
      } else {
        parameters[name] = .list([value])
      }
    }
  }

  // What the items of a list are; nil of what is not declared as one.
  private func item(of name: String) -> TypeForm? {
    guard let type = declared(name)?.type, case .list(let item) = types.resolve(type).form else { return nil }
    return types.resolve(item).form
  }

  // Whether a text is a list in JSON that can be meant.
  private func isList(_ text: String, of item: TypeForm) -> Bool {
    guard let items = (try? Value(json: text))?.list else { return false }
    return item != .text || items.allSatisfy { $0.text != nil }
  }
}

extension CheckTable {
  /// Whether all names are declared, and whatever is declared as a list is one.
  @inline(__always)
  func takes(_ fields: Fields) -> Bool {
    fields.allPass { index, key, value in
      guard let place = key.utf8.span.withUnsafeBufferPointer({ find(component_text($0), in: root, from: index) })
      else { return false }
      let member = members + (root.pointee.first &+ place)
      if member.pointee.isPlain || nodes[member.pointee.node].detail != .list { return true }
      if case .list = value { return true }
      return false
    }
  }
}
