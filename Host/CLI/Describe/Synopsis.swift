import ComponentHost
import ComponentKit

/// How an action is called from a command line.
struct Synopsis {
  let target: String
  let action: LoadedAction
  /// What its signature refers to.
  let types: TypeNames

  /// `host call Reader showDetail id=INT [page=INT]`; nil where the action does not say what it takes, or takes what
  /// can't be typed.
  var usage: String? {
    guard let form = action.form, localOnly == nil else { return nil }
    var words = ["host call \(target) \(action.name)"]
    for (parameter, known) in zip(form.parameters, action.parameters) {
      guard let placeholder = placeholder(types.resolve(parameter.type).form) else { continue }
      let word = "\(parameter.name)\(placeholder)"
      words.append(known.isRequired ? word : "[\(word)]")
    }
    return words.joined(separator: " ")
  }

  /// A line that can be typed as it is; nil unless all parameters that it must have are simple.
  var example: String? {
    guard let form = action.form else { return nil }
    var words = ["host call \(target) \(action.name)"]
    for (parameter, known) in zip(form.parameters, action.parameters) where known.isRequired {
      guard let sample = sample(types.resolve(parameter.type).form) else { return nil }
      words.append("\(parameter.name)=\(sample)")
    }
    return words.joined(separator: " ")
  }

  /// A parameter that must be given and can't be written down.
  var localOnly: LoadedParameter? {
    guard let form = action.form else { return nil }
    return zip(form.parameters, action.parameters).first { parameter, known in
      known.isRequired && placeholder(types.resolve(parameter.type).form) == nil
    }?.1
  }

  // What stands behind the name, for a form that is neither optional nor a name.
  private func placeholder(_ form: TypeForm) -> String? {
    switch form {
    case .bool: "=BOOL"
    case .int: "=INT"
    case .double: "=DOUBLE"
    case .text: "=TEXT"
    case .bytes: "=BASE64"
    case .date: "=DATE"
    case .texts(let texts): "=\(alternatives(texts) ?? "TEXT")"
    case .ints(let ints): "=\(alternatives(ints.map(String.init)) ?? "INT")"
    case .list, .map, .fields: "=JSON"
    case .any, .named, .optional, .values: ":=JSON"
    case .object, .function: nil
    }
  }

  // Only as long as they can be read at a glance, and typed without quotes.
  private func alternatives(_ texts: [String]) -> String? {
    let list = texts.joined(separator: "|")
    return list.utf8.count <= 40 && texts.allSatisfy({ $0.isPlainWord }) ? list : nil
  }

  private func sample(_ form: TypeForm) -> String? {
    switch form {
    case .bool: "true"
    case .int: "1"
    case .double: "0.5"
    case .text: "'some text'"
    case .bytes: "aGVsbG8="
    case .date: "2026-11-21T09:30:00Z"
    case .texts(let texts): texts.first.flatMap(\.shellWord)
    case .ints(let ints): ints.first.map(String.init)
    default: nil
    }
  }
}

extension LoadedAction {
  /// Its name and signature, in pieces between which a line may be broken.
  var pieces: [String] {
    guard let form else { return ["\(name)(...)"] }
    var pieces = form.parameters.map(\.description)
    for place in pieces.indices.dropLast() { pieces[place] += "," }
    if pieces.isEmpty { pieces = [""] }
    pieces[0] = "\(name)(\(pieces[0])"
    pieces[pieces.count - 1] += ")"
    if let reply = form.reply { pieces.append("-> \(reply)") }
    return pieces
  }
}
