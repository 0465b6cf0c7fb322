import ComponentHost
import ComponentKit

/// A face in Swift: one struct with a method for each action, below it the types, a property of every mediator, and a
/// protocol with the same methods, which the struct is one implementation of.
struct SwiftFace {
  let description: FaceDescription
  let types: FaceTypes
  let layout: FaceLayout
  let names: SwiftNames
  let literal: SwiftLiteral
  /// "ReaderSettingsCalls" for "Reader.Settings".
  let name: String
  private let service: String

  init(_ description: FaceDescription) {
    self.description = description
    types = FaceTypes(description)
    layout = FaceLayout(types)
    let root = SwiftFace.rootName(description)
    (name, service) = ("\(root)Calls", "\(root)Service")
    names = SwiftNames(types, own: [name, service])
    literal = SwiftLiteral(types: types, layout: layout, names: names)
  }

  /// What stands below the description.
  var text: String {
    var source = SourceText()
    source.add("// swift-format-ignore-file")
    source.add()
    source.add("public import ComponentKit")
    source.add()
    let root = SwiftTarget(self)
    let summary = description.summary.isEmpty ? "." : ": \(FaceText.line(description.summary))"
    source.add("/// \(description.target) \(description.version)\(summary)")
    source.block("public struct \(name): \(root.hasActions ? service : "Sendable")") { source in
      source.add("let mediator: Mediator")
      root.writeCalls(to: &source)
      for place in types.declarations.indices { SwiftDeclaration(self, place).write(to: &source) }
      if needsIndirect { SwiftDeclaration.writeIndirect(to: &source) }
    }
    if needsIndirect {
      source.add()
      source.block("extension \(name).Indirect: ExpressibleByNilLiteral where Wrapped: ExpressibleByNilLiteral") {
        source in
        source.add("public init(nilLiteral: ()) { self = .value(nil) }")
      }
    }
    if root.hasActions {
      source.add()
      root.writeService(service, in: "\(name).", to: &source)
    }
    let services = root.services(service, calls: name, accessor: accessor)
    for service in services {
      source.add()
      service.target.writeAnswers(service.name, calls: service.calls, to: &source)
    }
    source.add()
    source.block("extension Mediator") { source in
      source.add("public var \(accessor): \(name) { \(name)(mediator: self) }")
      for service in services {
        source.add()
        let any = "any \(service.name)"
        source.add("public func service(_ service: (\(any)).Type) -> \(any) { \(service.accessor) }")
      }
    }
    source.add()
    source.block("extension Neighbour") { source in
      source.add("/// What its callers do where it is missing.")
      let component = description.target.prefix { $0 != "." }
      source.add("public static let \(accessor) = Neighbour(\(SwiftText.literal(String(component))))")
    }
    return source.text
  }

  // "Reader.Settings" as "ReaderSettings".
  private static func rootName(_ description: FaceDescription) -> String {
    let words = description.target.split(separator: ".").map(String.init)
    return (words.first ?? "") + words.dropFirst().map(\.upperFirst).joined()
  }

  private var accessor: String {
    var table = NameTable(taken: SwiftWords.mediator.union(SwiftWords.hard))
    return SwiftWords.written(table.take(SwiftFace.rootName(description).lowerFirst, or: "_"))
  }

  private var needsIndirect: Bool {
    types.declarations.indices.contains { place in
      guard case .fields(let fields) = types.declarations[place].form else { return false }
      return fields.contains { layout.isIndirect($0.type, in: place) }
    }
  }
}
