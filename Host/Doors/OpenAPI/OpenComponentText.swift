import ComponentKit

/// What a document says of one component: items of a list and fields of objects, each in a line.
struct OpenComponentText: Sendable {
  let tags: [UInt8]
  let paths: [UInt8]
  let schemas: [UInt8]

  init(_ component: OpenComponent, _ paths: OpenPaths) {
    tags = OpenComponentText.written { text in
      for target in component.targets {
        text.line()
        text.open()
        text.field("name", .text(target.name))
        if !target.summary.isEmpty { text.field("description", .text(target.summary)) }
        text.close()
      }
    }
    self.paths = OpenComponentText.written { text in
      text.reserve(component.targets.reduce(0) { $0 + $1.actions.count } * OpenComponentText.room)
      paths.write(component, to: &text)
    }
    schemas = OpenComponentText.written { text in
      for (name, schema) in component.definitions {
        text.line()
        text.field(named: "\(component.name).\(name)", schema)
      }
    }
  }

  // What is said of an action mostly takes less.
  private static let room = 2048

  var count: Int { tags.count + paths.count + schemas.count }

  private static func written(_ write: (inout DocumentText) -> Void) -> [UInt8] {
    var text = DocumentText()
    write(&text)
    return text.bytes
  }
}
