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
  package static func faults(of arguments: [String], out: String, err: String, isDone: Bool) -> [String] {
    var faults: [String] = []
    if isDone, out.hasSuffix("\n"), let name = schema(of: arguments) {
      faults += Published.faults(name, out, in: arguments.joined(separator: " "))
    }
    for line in err.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      for (start, name) in kinds where line.hasPrefix(start) {
        faults += Published.faults(name, String(line), in: "an error output")
      }
    }
    return faults
  }

  private static let kinds = [("{\"error\":", "failure-1"), ("{\"warning\":", "warning-1"), ("{\"log\":", "log-1")]

  /// What is wrong with a text that is to be JSON.
  package static func faults(_ name: String, _ json: String, in place: String) -> [String] {
    guard let value = try? Value(json: json) else { return ["\(place): this is no JSON: \(json)"] }
    return faults(name, value).map { "\(place), by \(name): \($0)" }
  }

  // Of the output of a command line; nil where it has none.
  private static func schema(of arguments: [String]) -> String? {
    guard arguments.contains("--json"), let command = arguments.first(where: commands.contains) else { return nil }
    switch command {
    case "describe": return "describe-2"
    case "routes": return "routes-1"
    case "list" where arguments.contains("--generations"): return "generations-1"
    case "list" where arguments.contains("--why"): return "crashes-1"
    case "list": return "list-1"
    default: return nil
    }
  }

  private static let commands: Set = [
    "call", "open", "run", "serve", "explain", "routes", "describe", "graph", "list", "pardon", "inspect", "check",
    "install", "remove", "rollback", "bindings", "new", "completions", "help", "openapi", "mcp",
  ]
}
