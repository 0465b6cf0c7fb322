import ComponentKit

/// One thing that is wrong with a component.
struct CheckFinding: Sendable, Equatable {
  var step: CheckStep
  /// One word for programs: `crashed`, `no_reply`, `ended_twice` and so on.
  var reason: String
  /// One sentence for people.
  var message: String
  var help: String?
  /// What was called, where that was one action.
  var place = CheckPlace()
  /// By which the process ended.
  var signal: String?
  var exitStatus: Int?
  /// The last lines that it wrote to its error output.
  var lines: [String] = []

  init(_ step: CheckStep, _ reason: String, _ message: String, help: String? = nil, _ place: CheckPlace = CheckPlace())
  {
    self.step = step
    self.reason = reason
    self.message = message
    self.help = help
    self.place = place
  }
}

/// What the component was just asked.
struct CheckPlace: Sendable, Equatable {
  var target: String?
  var action: String?
  /// What is special about the call: "without 'name'".
  var about = ""
  /// As people read them; long ones are cut short.
  var parameters: String?

  init() {}

  init(_ target: String, _ action: String, _ about: String = "", _ parameters: Fields? = nil) {
    self.target = target
    self.action = action
    self.about = about
    self.parameters = parameters.map { ShownValue.text(.map($0)) }
  }

  /// "Reader.showDetail"; nil where nothing was called.
  var name: String? {
    guard let target, let action else { return nil }
    return "\(target).\(action)"
  }
}

// Between the worker and who started it, and for programs.
extension CheckPlace {
  var fields: Fields {
    [
      "target": target.map(Value.text) ?? nil, "action": action.map(Value.text) ?? nil, "about": .text(about),
      "parameters": parameters.map(Value.text) ?? nil,
    ]
  }

  init(_ fields: Fields) {
    target = fields["target"]?.text
    action = fields["action"]?.text
    about = fields["about"]?.text ?? ""
    parameters = fields["parameters"]?.text
  }
}

extension CheckFinding {
  /// The keys are documented in the command's help.
  var json: Value {
    var fields: Fields = [
      "step": .text(step.rawValue), "reason": .text(reason), "message": .text(message),
      "help": help.map(Value.text) ?? nil,
    ]
    for (key, value) in place.fields { fields[key] = value }
    fields["signal"] = signal.map(Value.text) ?? .null
    fields["exit_status"] = exitStatus.map(Value.int) ?? .null
    fields["stderr"] = .list(lines.map(Value.text))
    return .map(fields)
  }

  /// What a worker says, which is no more to be trusted than the component in it: nil where it makes no sense.
  init?(_ step: CheckStep, said value: Value) {
    guard case .map(let fields) = value, let reason = fields["reason"]?.text, let message = fields["message"]?.text
    else { return nil }
    self.init(step, reason, message, help: fields["help"]?.text, CheckPlace(fields))
  }
}
