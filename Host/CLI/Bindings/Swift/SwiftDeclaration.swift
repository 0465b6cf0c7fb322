import ComponentKit

/// A type that a face declares.
struct SwiftDeclaration {
  private let face: SwiftFace
  private let place: Int
  private let name: String
  private let summary: String

  init(_ face: SwiftFace, _ place: Int) {
    self.face = face
    self.place = place
    name = face.names.types[place]
    summary = face.types.declarations[place].summary
  }

  func write(to source: inout SourceText) {
    source.add()
    FaceText.document(summary, in: &source)
    switch face.types.declarations[place].form {
    case .fields(let fields): writeRecord(fields, to: &source)
    case .texts(let texts): writeTexts(texts, to: &source)
    case .ints(let ints):
      source.block("public enum \(name): Int, Codable, Sendable, CaseIterable") { source in
        for (name, int) in zip(SwiftNames.cases(ints.map(String.init)), ints) {
          source.add("case \(SwiftWords.written(name)) = \(int)")
        }
      }
    case let use:
      if face.layout.endless.contains(place) {
        writeWrapper(use, to: &source)
      } else {
        source.add("public typealias \(name) = \(face.names.type(use))")
      }
    }
  }

  // MARK: records

  private func writeRecord(_ fields: [TypeForm.Field], to source: inout SourceText) {
    let names = face.names.fields(fields.map(\.name))
    let written = names.map(SwiftWords.written)
    source.block("public struct \(name): Codable, Sendable, Equatable") { source in
      for (field, name) in zip(fields, written) {
        let wrapper = face.layout.isIndirect(field.type, in: place) ? "@Indirect " : ""
        source.add("\(wrapper)public var \(name): \(face.names.type(field.type))")
      }
      if fields.isEmpty { return writeEmpty(to: &source) }
      source.add()
      let items = zip(fields, written).map { field, name in
        "\(name): \(face.names.type(field.type))" + (field.type.isOptional ? " = nil" : "")
      }
      source.list("public init", items, " {")
      source.indented { source in
        for name in written { source.add("self.\(name) = \(name)") }
      }
      source.add("}")
      if names != fields.map(\.name) { writeKeys(fields.map(\.name), names, to: &source) }
    }
  }

  // Without fields the compiler's own coding would ask for nothing, and write nothing.
  private func writeEmpty(to source: inout SourceText) {
    source.add("public init() {}")
    source.add("public init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: CodingKeys.self) }")
    source.block("public func encode(to encoder: any Encoder) throws") { source in
      source.add("_ = encoder.container(keyedBy: CodingKeys.self)")
    }
    source.add("private enum CodingKeys: CodingKey {}")
  }

  private func writeKeys(_ keys: [String], _ names: [String], to source: inout SourceText) {
    source.add()
    source.block("private enum CodingKeys: String, CodingKey") { source in
      for (key, name) in zip(keys, names) {
        source.add("case \(SwiftWords.written(name))" + (key == name ? "" : " = \(SwiftText.literal(key))"))
      }
    }
  }

  // MARK: choices

  private func writeTexts(_ texts: [String], to source: inout SourceText) {
    let names = SwiftNames.cases(texts).map(SwiftWords.written)
    // Swift takes texts for equal that differ only in how their letters are put together.
    if Set(texts).count < texts.count { return writeBytewise(texts, names, to: &source) }
    source.block("public enum \(name): String, Codable, Sendable, CaseIterable") { source in
      for (name, text) in zip(names, texts) { source.add("case \(name) = \(SwiftText.literal(text))") }
    }
  }

  private func writeBytewise(_ texts: [String], _ names: [String], to source: inout SourceText) {
    source.block("public enum \(name): RawRepresentable, Codable, Sendable, CaseIterable") { source in
      source.add("case \(names.joined(separator: ", "))")
      source.add()
      source.block("public var rawValue: String") { source in
        source.block("switch self") { source in
          for (name, text) in zip(names, texts) { source.add("case .\(name): \(SwiftText.literal(text))") }
        }
      }
      source.add()
      source.block("public init?(rawValue: String)") { source in
        source.add("let known = Self.allCases.first { $0.rawValue.utf8.elementsEqual(rawValue.utf8) }")
        source.add("guard let known else { return nil }")
        source.add("self = known")
      }
    }
  }

  // MARK: types that hold themselves

  private func writeWrapper(_ use: TypeForm, to source: inout SourceText) {
    let type = face.names.type(use)
    source.block("public struct \(name): Codable, Sendable, Equatable") { source in
      source.add("public var items: \(type)")
      source.add()
      source.add("public init(_ items: \(type)) { self.items = items }")
      source.add()
      source.block("public init(from decoder: any Decoder) throws") { source in
        source.add("items = try decoder.singleValueContainer().decode(\(type).self)")
      }
      source.add()
      source.block("public func encode(to encoder: any Encoder) throws") { source in
        source.add("var container = encoder.singleValueContainer()")
        source.add("try container.encode(items)")
      }
    }
  }

  static func writeIndirect(to source: inout SourceText) {
    source.add()
    source.add("/// Holds a field whose type holds itself, or is big.")
    source.add("@propertyWrapper")
    source.block("public indirect enum Indirect<Wrapped: Codable & Sendable & Equatable>: Codable, Sendable, Equatable")
    {
      source in
      source.add("case value(Wrapped)")
      source.add()
      source.add("public init(wrappedValue: Wrapped) { self = .value(wrappedValue) }")
      source.add()
      source.block("public var wrappedValue: Wrapped") { source in
        source.add("get { switch self { case .value(let value): value } }")
        source.add("set { self = .value(newValue) }")
      }
      source.add()
      source.add("public init(from decoder: any Decoder) throws { self = .value(try Wrapped(from: decoder)) }")
      source.add()
      source.add("public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }")
    }
  }
}
