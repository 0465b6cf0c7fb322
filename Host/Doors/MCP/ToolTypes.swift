import ComponentKit

/// The types that the tools of one component refer to, each with what it refers to itself: found once for all of them.
struct ToolTypes: Sendable {
  private let all: [Definition]
  private let places: [String: Int]

  private struct Definition {
    let name: String
    let schema: Value
    /// As JSON, with its name.
    let length: Int
    /// The places of those that it refers to itself.
    let others: [Int]
  }

  /// How long the schema of a tool's parameters or reply may be, in bytes of JSON: what is longer no model reads, and a
  /// component whose types all lead to each other would fill the memory with the same types for each of its tools.
  static let lengthLimit = 128 << 10

  /// - Parameter definitions: the schemas of types, by their names.
  init(_ definitions: Fields) {
    let places = Dictionary(definitions.enumerated().map { ($1.key, $0) }) { first, _ in first }
    self.places = places
    all = definitions.map { name, schema in
      Definition(
        name: name, schema: schema, length: name.utf8.count + ToolTypes.length(of: schema),
        others: ToolTypes.names(in: schema).compactMap { places[$0] })
    }
  }

  /// What a schema stands for that is nothing but a type's name.
  func resolved(_ schema: Value) -> Value {
    var (form, seen) = (schema, 0)
    while let name = ToolTypes.name(form), let place = places[name], seen <= all.count {
      (form, seen) = (all[place].schema, seen + 1)
    }
    return form
  }

  /// A schema with the definitions that it refers to, directly or through others, and how long it is then; nil where that is
  /// beyond the limit.
  func closed(_ schema: Value) -> (schema: Value, length: Int)? {
    var length = ToolTypes.length(of: schema)
    var isFound = all.isEmpty ? [] : [Bool](repeating: false, count: all.count)
    var open = ToolTypes.names(in: schema).compactMap { places[$0] }
    while let place = open.popLast() {
      if isFound[place] { continue }
      isFound[place] = true
      length += all[place].length
      if length > ToolTypes.lengthLimit { break }
      open += all[place].others.filter { !isFound[$0] }
    }
    guard length <= ToolTypes.lengthLimit else { return nil }
    let used = all.indices.filter { isFound[$0] }.map { (all[$0].name, all[$0].schema) }
    guard !used.isEmpty, case .map(var fields) = schema else { return (schema, length) }
    fields["$defs"] = .map(Fields(used))
    return (.map(fields), length)
  }

  // Beyond any limit where it can't be written.
  private static func length(of schema: Value) -> Int {
    var bytes: [UInt8] = []
    do throws(JSONWriteError) { try schema.appendJSON(to: &bytes) } catch { return lengthLimit + 1 }
    return bytes.count
  }

  // Those that it refers to itself, each once.
  private static func names(in schema: Value) -> Set<String> {
    var found: Set<String> = []
    var open = [schema]
    while let next = open.popLast() {
      switch next {
      case .list(let items): open += items
      case .map(let members):
        if let name = name(next) { found.insert(name) }
        for (_, member) in members { open.append(member) }
      default: break
      }
    }
    return found
  }

  private static let prefix = "#/$defs/"

  private static func name(_ schema: Value) -> String? {
    schema["$ref"]?.text.flatMap { text in
      text.utf8.starts(with: prefix.utf8) ? String(Substring(text.utf8.dropFirst(prefix.utf8.count))) : nil
    }
  }
}
