import ComponentABI
import ComponentKit

/// Lays out signatures for the check before each call: those of a component one after the other, so that a type with a name
/// is laid out once, however many of them refer to it.
struct CheckTableBuilder {
  private let types: TypeNames
  private var nodes: [CheckNode] = []
  private var members: [CheckMember] = []
  private var texts: [CheckText] = []
  private var ints: [Int64] = []
  private var bytes: [UInt8] = []

  // Named types have one node each, and are laid out one after the other: they may refer to themselves.
  private var places: [Name: Int] = [:]
  private var open: [(place: Int, type: TypeNames.Resolved)] = []

  private struct Name: Hashable {
    let name: String
    let isOptional: Bool
  }

  private struct Field {
    let name: String
    let type: TypeForm
    let hasDefault: Bool
  }

  private let laysOut: Bool

  /// - Parameter laysOut: false for what nobody calls: it has one node, which takes nothing.
  init(_ types: TypeNames, laysOut: Bool = true) {
    (self.types, self.laysOut) = (types, laysOut)
    if !laysOut { nodes = [CheckNode()] }
  }

  /// Where a signature begins: the numbers of nodes.
  struct Place {
    fileprivate(set) var parameters: Int
    fileprivate(set) var reply: Int?
  }

  /// Lays out one more.
  mutating func add(_ parameters: [Signature.Parameter], reply: TypeForm?) -> Place {
    if !laysOut { return Place(parameters: 0) }
    var laid = Place(parameters: nodes.count)
    nodes.append(CheckNode())
    nodes[laid.parameters] = fields(
      parameters.map { Field(name: $0.name, type: $0.type, hasDefault: $0.default != nil) })
    laid.reply = reply.map { place(of: $0) }
    while let (place, type) = open.popLast() { nodes[place] = node(type) }
    return laid
  }

  /// All of them.
  consuming func build() -> CheckBlock {
    for place in members.indices {
      let node = nodes[members[place].node]
      members[place].isPlain = node.detail == .none
      members[place].accepts = node.accepts | (members[place].isRequired ? 0 : CheckNode.bit(COMPONENT_KIND_NULL))
    }
    return CheckBlock(nodes: nodes, members: members, texts: texts, ints: ints, bytes: bytes)
  }

  // The place of a type's node.
  private mutating func place(of form: TypeForm) -> Int {
    let type = types.resolve(form)
    let key = type.name.map { Name(name: $0, isOptional: type.isOptional) }
    if let key, let known = places[key] { return known }
    let place = nodes.count
    nodes.append(CheckNode())
    if let key {
      places[key] = place
      open.append((place, type))
    } else {
      let node = node(type)
      nodes[place] = node
    }
    return place
  }

  private mutating func node(_ type: TypeNames.Resolved) -> CheckNode {
    var node = node(type.form)
    if type.isOptional { node.accepts |= CheckNode.bit(COMPONENT_KIND_NULL) }
    return node
  }

  private mutating func node(_ form: TypeForm) -> CheckNode {
    switch form {
    case .bool: return CheckNode(accepts: CheckNode.bit(COMPONENT_KIND_BOOL))
    case .int: return CheckNode(accepts: CheckNode.bit(COMPONENT_KIND_INT))
    case .double: return CheckNode(accepts: CheckNode.bit(COMPONENT_KIND_DOUBLE))
    case .text: return CheckNode(accepts: CheckNode.bit(COMPONENT_KIND_TEXT))
    case .bytes: return CheckNode(accepts: CheckNode.bit(COMPONENT_KIND_BYTES))
    case .object: return CheckNode(accepts: CheckNode.bit(COMPONENT_KIND_OBJECT))
    case .function: return CheckNode(accepts: CheckNode.bit(COMPONENT_KIND_FUNCTION))
    case .date: return CheckNode(accepts: CheckNode.bit(COMPONENT_KIND_TEXT), detail: .date)
    case .list(let item):
      return CheckNode(accepts: CheckNode.bit(COMPONENT_KIND_LIST), detail: .list, first: place(of: item))
    case .map(let item):
      return CheckNode(accepts: CheckNode.bit(COMPONENT_KIND_MAP), detail: .map, first: place(of: item))
    case .fields(let fields): return self.fields(fields.map { Field(name: $0.name, type: $0.type, hasDefault: false) })
    case .texts(let alternatives):
      let laid = alternatives.map { lay($0) }
      texts.append(contentsOf: laid)
      return CheckNode(
        accepts: CheckNode.bit(COMPONENT_KIND_TEXT), detail: .texts, first: texts.count - laid.count, count: laid.count)
    case .ints(let alternatives):
      ints.append(contentsOf: alternatives.map(Int64.init))
      return CheckNode(
        accepts: CheckNode.bit(COMPONENT_KIND_INT), detail: .ints, first: ints.count - alternatives.count,
        count: alternatives.count)
    // Of these, names and question marks are resolved before, and no signature has the last.
    case .any, .named, .optional, .values: return CheckNode(accepts: CheckNode.all)
    }
  }

  private mutating func fields(_ fields: [Field]) -> CheckNode {
    // What is inside comes first, so that the members lie side by side.
    let laid = fields.map { field in
      CheckMember(
        name: lay(field.name), node: place(of: field.type),
        isRequired: !field.hasDefault && !types.resolve(field.type).isOptional)
    }
    members.append(contentsOf: laid)
    return CheckNode(
      accepts: CheckNode.bit(COMPONENT_KIND_MAP), detail: .fields, first: members.count - laid.count, count: laid.count,
      required: laid.count { $0.isRequired })
  }

  private mutating func lay(_ text: String) -> CheckText {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    return CheckText(start: start, length: bytes.count - start)
  }
}
