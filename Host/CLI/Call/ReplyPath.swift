import ComponentKit

/// The way to a part of a reply, as `--field` says it: `notes[0].text`, `counts["of the day"]`.
struct ReplyPath: Sendable, Equatable {
  private enum Step: Sendable, Equatable {
    case key(String)
    case index(Int)
  }

  /// As it was typed, for messages.
  let text: String
  private let steps: [Step]

  init(_ text: String) throws(Problem) {
    self.text = text
    var steps: [Step] = []
    var rest = text.utf8[...]
    while let step = ReplyPath.step(&rest, isFirst: steps.isEmpty) { steps.append(step) }
    guard rest.isEmpty, !steps.isEmpty else {
      throw .usage(
        "\(quoted(text)) is no way to a part of a reply",
        help: #"write keys and indices: --field 'notes[0].text', and a key that is no word as ["its text"]"#)
    }
    self.steps = steps
  }

  // Takes the next step off; nil where there is none, or none that can be read.
  private static func step(_ rest: inout Substring.UTF8View, isFirst: Bool) -> Step? {
    if rest.first == UInt8(ascii: "[") { return bracketed(&rest) }
    var behind = rest
    if !isFirst {
      guard behind.first == UInt8(ascii: ".") else { return nil }
      behind = behind.dropFirst()
    }
    let name = behind.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
    guard !name.isEmpty, !name.contains(UInt8(ascii: "]")), !name.contains(UInt8(ascii: "\"")) else { return nil }
    rest = behind[name.endIndex...]
    return .key(String(Substring(name)))
  }

  private static func bracketed(_ rest: inout Substring.UTF8View) -> Step? {
    let inside = rest.dropFirst()
    let digits = inside.prefix(while: \.isDigit)
    if !digits.isEmpty {
      guard inside[digits.endIndex...].first == UInt8(ascii: "]"), let index = Int(Substring(digits)) else {
        return nil
      }
      rest = inside[digits.endIndex...].dropFirst()
      return .index(index)
    }
    guard inside.first == UInt8(ascii: "\"") else { return nil }
    var end = inside.dropFirst()
    while let byte = end.first, byte != UInt8(ascii: "\"") { end = end.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1) }
    guard let key = try? Value(json: Array(inside[..<end.startIndex]) + [UInt8(ascii: "\"")]).text else { return nil }
    let behind = end.dropFirst()
    guard behind.first == UInt8(ascii: "]") else { return nil }
    rest = behind.dropFirst()
    return .key(key)
  }

  /// The part of a reply.
  func part(of reply: Value) throws(Problem) -> Value {
    var part = reply
    for (count, step) in steps.enumerated() {
      switch (step, part) {
      case (.key(let key), .map(let fields)):
        guard let value = fields[key] else { throw missing(count, nearNames(to: key, among: fields.map(\.key))) }
        part = value
      case (.index(let index), .list(let items)):
        guard items.indices.contains(index) else {
          throw missing(count, "\(name(count)) has \(items.count) \(items.count == 1 ? "item" : "items")")
        }
        part = items[index]
      case (.key, _):
        throw missing(
          count, "\(name(count)) has no keys: it is \(part.kindName == "text" ? "a text" : part.kindName.withArticle)")
      case (.index, _):
        throw missing(
          count, "\(name(count)) is no list: it is \(part.kindName == "text" ? "a text" : part.kindName.withArticle)")
      }
    }
    return part
  }

  // What so many steps lead to.
  private func name(_ count: Int) -> String {
    count == 0 ? "the reply" : quoted(ReplyPath.written(steps.prefix(count)))
  }

  private func missing(_ count: Int, _ near: [String]) -> Problem {
    var problem = missing(count, nil)
    problem.suggestions = near
    if !near.isEmpty { problem.help.append(Problem.similar("key", near)) }
    return problem
  }

  private func missing(_ count: Int, _ note: String?) -> Problem {
    Problem(
      .failed, "no_such_field", "the reply has no \(quoted(ReplyPath.written(steps.prefix(count + 1))))",
      notes: note.map { [$0] } ?? [], details: ["field": .text(text)])
  }

  private static func written(_ steps: ArraySlice<Step>) -> String {
    var path = ValuePath()
    for step in steps.reversed() {
      switch step {
      case .key(let key): path.come(from: key)
      case .index(let index): path.come(from: index)
      }
    }
    return "\(path)"
  }
}
