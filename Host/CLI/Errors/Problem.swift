import ComponentHost
import ComponentKit

/// Why the program does not do what was asked: shown as `error:` and `help:`, or as one line of JSON.
struct Problem: Error, Sendable, Equatable {
  var exit: ExitCode
  /// One word for programs.
  var reason: String
  /// One sentence for people.
  var message: String
  /// Of the call, as they were given.
  var target: String?
  var action: String?
  /// Lines below the message: facts that belong to it.
  var notes: [String] = []
  /// What to do; one line each.
  var help: [String] = []
  var suggestions: [String] = []
  /// The line of a session, counted from 1, where lines have numbers.
  var line: Int?
  /// Further facts for programs.
  var details: Fields = [:]
  /// What a stand-in said, which is printed as a reply would be.
  var answer: Value?

  init(
    _ exit: ExitCode, _ reason: String, _ message: String, notes: [String] = [], help: [String] = [],
    details: Fields = [:]
  ) {
    self.exit = exit
    self.reason = reason
    self.message = message
    self.notes = notes
    self.help = help
    self.details = details
  }

  /// A command line that makes no sense.
  static func usage(_ message: String, help: String...) -> Problem { Problem(.usage, "usage", message, help: help) }

  /// A name that is none of those that can be meant.
  static func unknown(_ kind: String, _ name: String, among names: [String], orElse help: String) -> Problem {
    let near = nearNames(to: name, among: names)
    var problem = Problem.usage(
      "unknown \(kind) \(quoted(name))", help: near.isEmpty ? help : Problem.similar(kind, near))
    problem.suggestions = near
    return problem
  }

  /// "a component with a similar name exists: 'Reader'"
  static func similar(_ kind: String, _ names: [String]) -> String {
    let list = names.map(quoted).joined(separator: ", ")
    let article = kind.utf8.first.map { "aeiou".utf8.contains($0) } == true ? "an" : "a"
    return names.count == 1
      ? "\(article) \(kind) with a similar name exists: \(list)" : "\(kind)s with similar names exist: \(list)"
  }
}

extension Problem {
  /// What TARGET, and perhaps ACTION, of a command line lead to, or the error that a call of them would give.
  ///
  /// The component that owns the target is loaded, and no other.
  static func lookUp(_ target: String, _ action: String? = nil, in host: Host) throws(Problem) -> LookUp {
    do throws(Failure) {
      return try host.lookUp(target, action)
    } catch {
      throw Problem(error, target: target, action: action)
    }
  }
}
