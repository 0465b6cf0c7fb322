package import ComponentKit
import Glibc

/// The schemas that are published, as they lie in the repository, and what of the program's output they describe.
package enum Published {
  /// The folder.
  package static let folder: String = {
    // …/Tests/Schemas/Published.swift
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/") + "/Host/Schemas/published"
  }()

  /// What is wrong with a value by the schema of a name, `failure-1`, each with its place.
  package static func faults(_ name: String, _ value: Value) -> [String] {
    guard let schema = bytes(of: name).flatMap({ try? Value(json: $0) }) else {
      return ["there is no schema \(name)"]
    }
    return SchemaValidator(schema, isStrict: true).faults(value)
  }

  package static func bytes(of name: String) -> [UInt8]? { content(of: "\(folder)/\(name).json") }

  /// What is in a file of the repository, of up to 64 KiB.
  package static func content(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(file, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  /// What is wrong with what a run of the program has written: its output, where it has a schema, and each line of JSON on
  /// its error output.
  package static func faults(of arguments: [String], out: String, err: String) -> [String] {
    var faults: [String] = []
    if out.hasSuffix("\n"), let name = schema(of: arguments) {
      for line in out.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        faults += Published.faults(name, String(line), in: arguments.joined(separator: " "))
      }
    }
    for line in err.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      for (start, name) in kinds where line.hasPrefix(start) {
        faults += Published.faults(name, String(line), in: "an error output")
      }
    }
    return faults
  }

  /// What is wrong with an event of a stream, which an answer over HTTP or `/events` may be.
  package static func faults(ofEvent event: String, data: String) -> [String] {
    switch event {
    case "progress": faults("progress-1", data, in: event)
    case "failure": faults("failure-1", data, in: event)
    case "lost": faults("lost-1", data, in: event)
    default: event.hasPrefix("host:") ? faults("news-1", data, in: event) : []
    }
  }

  private static let kinds = [
    ("{\"error\":", "failure-1"), ("{\"warning\":", "warning-1"), ("{\"log\":", "log-1"), ("{\"from\":", "from-1"),
  ]

  /// What is wrong with a text that is to be JSON.
  package static func faults(_ name: String, _ json: String, in place: String) -> [String] {
    guard let value = try? Value(json: json) else { return ["\(place): this is no JSON: \(json)"] }
    var faults = faults(name, value)
    if name == "event-1", value["event"]?.text?.hasPrefix("host:") == true {
      faults += Published.faults("news-1", value["value"] ?? nil)
    }
    return faults.map { "\(place), by \(name): \($0)" }
  }

  /// Of each line that a command line prints; nil where it has none.
  package static func schema(of arguments: [String]) -> String? {
    guard arguments.contains("--json"), !arguments.contains("--help"),
      let command = arguments.first(where: { known.contains($0) })
    else { return nil }
    func has(_ option: String) -> Bool { arguments.contains(option) }
    // Where it stands behind 'serve' it is another one.
    if has("--cluster"), let name = ofCluster[command] { return name }
    switch command {
    case "bindings": return has("--check") ? "bindings-check-1" : "bindings-1"
    case "list" where has("--generations"): return "generations-1"
    case "list" where has("--why"): return "crashes-1"
    case "open": return has("--dry-run") ? "open-dry-run-1" : nil
    case "rollback" where has("--connect"): return "changes-1"
    default: return commands[command]
    }
  }

  private static let commands = [
    "check": "check-1", "describe": "describe-2", "events": "event-1", "explain": "explain-1", "graph": "graph-1",
    "inspect": "inspect-2", "install": "installed-1", "list": "list-1", "new": "new-1", "refresh": "changes-1",
    "remove": "installed-1", "rollback": "installed-1", "routes": "routes-1", "top": "top-1",
  ]
  private static let ofCluster = ["events": "cluster-event-1", "list": "cluster-list-1", "top": "cluster-top-1"]
  // What others print is replies, nothing, or in a form that others have made.
  private static let others = ["call", "run", "serve", "pardon", "completions", "help", "openapi", "mcp", "quit"]
  private static let known = Set(commands.keys).union(others).union(["bindings", "open"])
}
