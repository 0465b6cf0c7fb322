import ComponentKit
import Glibc

/// A fallback: dropped into the directory, it answers every call that nobody else can, with a page instead of an error.
struct NotFound: Component {
  static let summary = "Answers what nobody else can, with a friendly page"

  let directory: String

  init(mediator: Mediator) { directory = mediator.directory }

  var actions: [Action] {
    Action("notFound", "The page for a call that nobody can answer") { call in
      let target = try call.text("target", default: "")
      let action = try call.text("action", default: "")
      let message = try call.text("message", default: "")
      // What is here is no business of callers from outside.
      let names = call.isRemote ? nil : components(in: directory).filter { $0 != "NotFound" }
      return .text(page(target, action, call.value("parameters")?.map ?? [:], message, names))
    }
  }

  private func page(_ target: String, _ action: String, _ parameters: Fields, _ message: String, _ names: [String]?)
    -> String
  {
    let asked = ([target, action] + parameters.map { "\($0.key)=\($0.value.shortened)" }).joined(separator: " ")
    var lines = ["Nobody here can answer this:", "", "  \(asked)", ""]
    if !message.isEmpty { lines += ["The host says: \(message)", ""] }
    guard let names else { return lines.dropLast().joined(separator: "\n") }
    if names.isEmpty {
      lines += ["There is no other component in this directory yet."]
    } else {
      lines += ["These components are here:", ""] + names.map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}

/// The names of the components in a directory, from the names of its files.
private func components(in directory: String) -> [String] {
  guard let stream = opendir(directory) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let file = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if file.count > 6, file.hasPrefix("lib"), file.hasSuffix(".so") {
      names.append(String(file.dropFirst(3).dropLast(3)))
    }
  }
  return names.sorted()
}

extension Value {
  /// A parameter as a page shows it.
  fileprivate var shortened: String {
    switch self {
    case .bool(let bool): "\(bool)"
    case .int(let int): "\(int)"
    case .double(let double): "\(double)"
    case .text(let text): text.count <= 40 ? text : "\(text.prefix(39))…"
    default: "(\(kindName))"
    }
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  NotFound.register(host, registration)
}
