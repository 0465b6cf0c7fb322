import ComponentKit

/// What everything in a face is called in Swift.
struct SwiftNames {
  /// Of each declaration.
  private(set) var types: [String] = []
  private let faceTypes: FaceTypes
  /// What a target's own names may not be: what is declared for all targets.
  let shared: NameTable

  /// - Parameter own: what the face declares beside its types.
  init(_ faceTypes: FaceTypes, own: [String] = []) {
    self.faceTypes = faceTypes
    var table = NameTable(
      taken: SwiftWords.types.union(SwiftWords.hard).union(SwiftWords.service).union(["mediator"]).union(own))
    for type in faceTypes.declarations {
      let name = type.words.map(\.upperFirst).joined()
      types.append(table.take(name, or: type.isNamed ? "Type" : "Form"))
    }
    shared = table
  }

  /// A type as it is written.
  ///
  /// - Parameter scope: what the face's own types are sought in, "ReaderCalls.", outside of it.
  func type(_ use: TypeForm, in scope: String = "") -> String {
    switch use {
    case .bool: "Bool"
    case .int: "Int"
    case .double: "Double"
    case .text: "String"
    case .bytes: "[UInt8]"
    case .date: "Timestamp"
    case .object: "Object"
    case .function: "Function"
    case .list(let item): "[\(type(item, in: scope))]"
    case .map(let item): "[String: \(type(item, in: scope))]"
    case .optional(let inner): "\(type(inner, in: scope))?"
    case .named(let name): scope + types[faceTypes.place(name)]
    case .any, .fields, .texts, .ints, .values: "Value"
    }
  }

  /// What the fields of a record are called, in their order.
  func fields(_ names: [String]) -> [String] {
    var table = NameTable(taken: SwiftWords.types.union(SwiftWords.hard).union(types))
    return table.take(names, or: "_", name: SwiftNames.usable)
  }

  /// What the parameters of an action are called, in their order.
  ///
  /// The kit finds a parameter `id` by the property `_id`, so nothing else may be called so.
  func parameters(_ names: [String]) -> [String] {
    let stored = names.map { "_\($0)" }
    var table = NameTable(taken: SwiftWords.types.union(SwiftWords.hard).union(types).union(stored))
    return table.take(names, or: "_", name: SwiftNames.usable)
  }

  /// Names of cases, for texts and ints.
  static func cases(_ texts: [String]) -> [String] {
    var table = NameTable(taken: SwiftWords.cases.union(SwiftWords.hard))
    return table.take(texts, or: "_", name: caseName)
  }

  // An underline alone is no name.
  private static func usable(_ name: String) -> String { name.allSatisfy { $0 == "_" } ? "underline" : name }
}

// Cases.
extension SwiftNames {
  /// "rich text" as "richText", "1" as "value1", "-1" as "minus1", "" as "empty".
  private static func caseName(_ text: String) -> String {
    if text.isEmpty { return "empty" }
    if let number = Int(text), text == "\(number)" { return number < 0 ? "minus\(number.magnitude)" : "value\(text)" }
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isLetter(scalar) {
        word.append(scalar)
      } else if !word.isEmpty {
        words.append(String(word))
        word = String.UnicodeScalarView()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    let name = (words.first?.lowerFirst ?? "") + words.dropFirst().map(\.upperFirst).joined()
    // A name of signs, or too long to be read, is no name.
    if name.isEmpty || name.allSatisfy({ $0 == "_" }) { return "other" }
    let cut = String(name.unicodeScalars.prefix(60))
    return cut.unicodeScalars.first.map { canBegin($0) } == true ? cut : "value\(cut)"
  }

  // Letters that Swift takes and that look the same everywhere.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil }
    return canBegin(scalar)
  }

  private static func canBegin(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == "_" || scalar.properties.isAlphabetic }
    switch scalar.value {
    case 0xC0...0x2FF, 0x370...0x1FFF, 0x3041...0xD7FF, 0xF900...0xFD3D, 0x10000...0x1FFFD, 0x20000...0x2FFFD:
      return scalar.properties.isXIDStart && !scalar.properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }
}
