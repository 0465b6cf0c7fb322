import ComponentHost
import ComponentKit
import ComponentWorkers

// A call's failure as an error of the program.
extension Problem {
  init(_ failure: Failure, target: String, action: String?) {
    // What the component wrote comes before what is said of it, and now somebody reads where it was.
    if failure.code == .crashed { WorkerProcess.flushLines(until: Deadline(after: .milliseconds(300))) }
    let failure = failure.withNamedBacktrace
    let written = WrittenFailure(failure, target: target, action: action)
    self.init(ExitCode(failure.code), failure.reason, failure.message)
    (self.target, self.action) = (target, action)
    (details, suggestions) = (failure.details, written.suggestions)
    answer = failure.answer
    if answer != nil { notes.append("what is printed is a stand-in's answer, not a reply") }
    takeDirectories()
    takeSuggestions()
    takeSpellings()
    takeHelp()
    takeDescription()
    takeInterceptor()
    takeBacktrace()
    // Without what stands elsewhere by now.
    details = written.details
  }

  /// The failure of a URL: with the status that it would have in HTTP, and without target and action.
  init(ofURL failure: Failure) {
    self.init(failure, target: "", action: "")
    (target, action) = (nil, nil)
    details["status"] = .int(failure.status)
    // The message says no more to callers from outside; explain says the rest to those who have the program.
    if reason == "not_found", help.isEmpty { help.append(Problem.explanation) }
    if Problem.ofParameters.contains(reason), help.isEmpty {
      help.append("see what answers, and with what, with 'host explain URL'")
    }
  }

  static let strictness = #"leave it out, or write "unknown": "ignore" in the policy"#
  static let explanation = "see why with 'host explain URL'"
  private static let ofParameters: Set = ["missing_parameter", "mistyped_parameter", "unknown_parameter"]

  // What is missing; of an interceptor that can't be asked that is a fact of its own.
  private var missing: String {
    reason == Problem.ofInterceptor ? details["reason"]?.text ?? "" : reason
  }

  private static let ofInterceptor = "interceptor_missing"

  private mutating func takeDirectories() {
    guard missing == "no_such_component", let directories = details["directories"]?.list else { return }
    let places = directories.compactMap(\.text).map(Place.init)
    notes += places.map { "looked in \($0)" }
    if !places.isEmpty, places.allSatisfy({ $0.fault != nil }) {
      help.append("name the folder of your components with --plugins DIR")
    }
  }

  private mutating func takeSuggestions() {
    let kind: String
    switch missing {
    case "no_such_component": kind = "component"
    case "no_such_target": kind = "target"
    case "no_such_action": kind = "action"
    case "no_such_key": kind = "map key"
    default:
      if !suggestions.isEmpty { help.append("did you mean \(suggestions.map(quoted).joined(separator: " or "))?") }
      return
    }
    if !suggestions.isEmpty {
      help.append(Problem.similar(kind, suggestions))
    } else if help.isEmpty, reason != Problem.ofInterceptor {
      switch kind {
      // What lists a cluster's components was named with the failure.
      case "component" where details["help"] != nil: break
      case "component": help.append("see what is there with 'host list'")
      case "map key": help.append("see the keys with 'host routes'")
      default: help.append("see what it has with '\(lister(of: kind))'")
      }
    }
  }

  // How a hint is written, whose kind is that of its default.
  private mutating func takeSpellings() {
    guard reason == "mistyped_hint", let expected = details["expected"]?.text else { return }
    switch expected {
    case "bool": help.append("write true, yes or 1, or else false, no or 0")
    case "int": help.append("write digits, perhaps with a sign")
    case "double": help.append("write a decimal number, such as 0.5 or 1e3")
    case "text": help.append("write it as key=text")
    case "bytes": help.append("write them as base64")
    case "list": help.append("write it as JSON: key=[1,2]")
    case "map": help.append("write it as JSON: key={\"a\":1}")
    default: help.append("write it as key:=json")
    }
  }

  // The command that shows what a target has, or the component of a target.
  private func lister(of kind: String) -> String {
    guard let target = details["target"]?.text ?? target, target.isPlainWord else { return "host list --targets" }
    let component = Substring(target.utf8.prefix { $0 != UInt8(ascii: ".") })
    return "host describe \(kind == "action" ? target[...] : component)"
  }

  // What a signature refuses, the description of the action explains.
  private mutating func takeDescription() {
    guard exit == .invalidParameters, help.isEmpty, let called = details["target"]?.text,
      let run = details["action"]?.text, called.isPlainWord, run.isPlainWord,
      // A map key does not say what it calls.
      action == nil || (called, run) == (target, action)
    else { return }
    help.append("see what it takes with 'host describe \(called) \(run)'")
  }

  // The way to the crash, of a component that ran in a process of its own.
  private mutating func takeBacktrace() {
    guard exit == .crashed, let lines = details["backtrace"]?.list else { return }
    notes += lines.prefix(Problem.frames).compactMap(\.text).map { "at \($0)" }
    if lines.count > Problem.frames { notes.append("and \(lines.count - Problem.frames) more") }
  }

  // So many are shown to a person.
  private static let frames = 12

  // Nothing gets through as long as it is so.
  private mutating func takeInterceptor() {
    guard reason == Problem.ofInterceptor, let name = details["interceptor"]?.text else { return }
    let change = "change the policy's 'interceptors'"
    switch missing {
    case "no_such_component": help.append("put lib\(name.prefix { $0 != "." }).so into a plugin folder, or \(change)")
    case "component_refused": break
    default: help.append("\(change): each is a component with the action 'intercept', in a target that is not serial")
    }
  }

  private mutating func takeHelp() {
    let file = details["refusal"] != nil ? details["file"]?.text : nil
    if let file { notes.append("in \(file)") }
    if let text = details["help"]?.text {
      help.append(text)
    } else if let file {
      help.append("see more with 'host inspect \(file)'")
    } else if let rule = details["rule"]?.text {
      help.append(rule)
    }
  }
}
