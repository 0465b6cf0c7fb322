import ComponentHost
import ComponentKit

/// The parameters of an action as they are typed: `key=text` or `key:=json`.
struct TypedParameters {
  private let parameters: [(known: LoadedParameter, form: TypeForm)]

  init(_ found: LookUp) {
    let action = found.action
    parameters = zip(action?.parameters ?? [], action?.form?.parameters ?? []).map {
      ($0, found.component.typeNames.resolve($1.type).form)
    }
  }

  /// "id=" for each parameter that can be typed and is not given yet.
  func names(without given: [String]) -> [Candidate] {
    parameters.filter { $0.form != .object && $0.form != .function && !given.contains($0.known.name) }.map { known, _ in
      Candidate(name: "\(known.name)=", summary: named(known.type, known.note), goesOn: true)
    }
  }

  /// The values of a parameter that has only a few, behind `key=` or `key:=`.
  ///
  /// Only such as need no quotes in any shell.
  func values(behind key: some StringProtocol) -> [Candidate] {
    let isJSON = key.utf8.dropLast().last == UInt8(ascii: ":")
    let name = TypedParameters.key(String(key))
    guard let form = parameters.first(where: { $0.known.name == name })?.form else { return [] }
    let texts: [String] =
      switch form {
      case .bool: ["true", "false"]
      case .ints(let ints): ints.map(String.init)
      case .texts(let texts): isJSON ? [] : texts.filter(\.isPlainWord)
      default: []
      }
    return texts.map { Candidate(name: key + $0) }
  }

  /// The key of what was typed.
  static func key(_ word: String) -> String {
    var key = word.utf8.prefix { $0 != UInt8(ascii: "=") }
    if key.count < word.utf8.count, key.last == UInt8(ascii: ":") { key.removeLast() }
    return String(Substring(key))
  }
}
