import ComponentHost
import ComponentKit

/// The parameters of an action, and a map key's hints, as they are typed: `key=text` or `key:=json`.
struct TypedParameters {
  private let parameters: [(name: String, about: String, form: TypeForm)]

  /// - Parameter hints: a word that is one of them is no parameter.
  init(_ found: LookUp, hints: Fields = [:]) {
    let (declared, forms) = (found.action?.parameters ?? [], found.action?.form?.parameters ?? [])
    var parameters: [(name: String, about: String, form: TypeForm)] = []
    for (known, form) in zip(declared, forms) where hints[known.name] == nil {
      parameters.append((known.name, named(known.type, known.note), found.component.typeNames.resolve(form.type).form))
    }
    for (name, value) in hints {
      let form = TypeForm(hint: value)
      parameters.append((name, named("\(form)", "a hint"), form))
    }
    self.parameters = parameters
  }

  /// "id=" for each parameter that can be typed and is not given yet.
  ///
  /// A hint may have any name. Only one that needs no quotes in any shell is offered, and that is no option.
  func names(without given: [String]) -> [Candidate] {
    parameters.filter {
      $0.form != .object && $0.form != .function && !given.contains($0.name) && $0.name.isPlainWord
        && $0.name.utf8.first != UInt8(ascii: "-")
    }.map {
      Candidate(name: "\($0.name)=", summary: $0.about, goesOn: true)
    }
  }

  /// The values of a parameter that has only a few, behind `key=` or `key:=`.
  ///
  /// Only such as need no quotes in any shell.
  func values(behind key: some StringProtocol) -> [Candidate] {
    let isJSON = key.utf8.dropLast().last == UInt8(ascii: ":")
    let name = TypedParameters.key(String(key))
    guard let form = parameters.first(where: { $0.name == name })?.form else { return [] }
    let texts: [String] =
      switch form {
      case .bool: ["true", "false"]
      case .ints(let ints): ints.map(String.init)
      // With one '@' in front it would be a file's name.
      case .texts(let texts):
        isJSON ? [] : texts.filter(\.isPlainWord).map { $0.utf8.first == UInt8(ascii: "@") ? "@\($0)" : $0 }
      default: []
      }
    return texts.map { Candidate(name: key + $0) }
  }

  /// The file's path in `key=@FILE` or `key:=@FILE`; nil in `key=@@text` and in all others.
  static func path(in word: String) -> Substring? {
    guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let value = word[word.utf8.index(after: sign)...]
    guard value.utf8.starts(with: "@".utf8), !value.utf8.starts(with: "@@".utf8) else { return nil }
    return Substring(value.utf8.dropFirst())
  }

  /// The key of what was typed.
  static func key(_ word: String) -> String {
    var key = word.utf8.prefix { $0 != UInt8(ascii: "=") }
    if key.count < word.utf8.count, key.last == UInt8(ascii: ":") { key.removeLast() }
    return String(Substring(key))
  }
}
