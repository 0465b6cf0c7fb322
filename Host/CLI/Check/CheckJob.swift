import ComponentHost
import ComponentKit

/// What a worker is to try: one step, or the rest of it behind a call that ended the worker before it.
struct CheckJob: Sendable, Equatable {
  var step: CheckStep
  /// The component's name.
  var component: String
  /// The folder in which a copy of its file lies, for this check alone.
  var folder: String
  /// Where its neighbours are.
  var neighbours: [String] = []
  var trustsAny = false
  /// Whether it is loaded although a neighbour is missing that it needs.
  var lacksNeeds = false
  var seed: UInt64
  /// How long one call may take, in milliseconds.
  var limit: Int
  /// The number of the first call to be made; those before it were made already.
  var first = 0
  /// Actions that are left out.
  var skipped: [String] = []

  var duration: Duration { .milliseconds(limit) }

  var json: Value {
    [
      "step": .text(step.rawValue), "component": .text(component), "folder": .text(folder),
      "neighbours": .list(neighbours.map(Value.text)), "trusts_any": .bool(trustsAny), "lacks_needs": .bool(lacksNeeds),
      "seed": .text("\(seed)"), "limit": .int(limit), "first": .int(first),
      "skipped": .list(skipped.map(Value.text)),
    ]
  }

  init(
    _ step: CheckStep, component: String, folder: String, seed: UInt64, limit: Int
  ) {
    self.step = step
    self.component = component
    self.folder = folder
    self.seed = seed
    self.limit = limit
  }

  init?(_ json: Value) {
    guard let step = json["step"]?.text.flatMap(CheckStep.init(rawValue:)),
      let component = json["component"]?.text, let folder = json["folder"]?.text,
      let seed = json["seed"]?.text.flatMap({ UInt64($0) }), let limit = json["limit"]?.int
    else { return nil }
    self.init(step, component: component, folder: folder, seed: seed, limit: limit)
    neighbours = (json["neighbours"]?.list ?? []).compactMap(\.text)
    trustsAny = json["trusts_any"]?.bool ?? false
    lacksNeeds = json["lacks_needs"]?.bool ?? false
    first = json["first"]?.int ?? 0
    skipped = (json["skipped"]?.list ?? []).compactMap(\.text)
  }
}

/// What a worker says, a line of JSON each.
enum CheckNews: Sendable {
  /// It is about to do something: the number of the call, and of all that are to come where that is known.
  case at(Int, CheckPlace)
  /// What the component says of itself.
  case described(CheckedComponent)
  case finding(CheckFinding)
  /// Something to be said that is no fault.
  case note(String)
  /// The step is over, after so many calls. What follows is the process's end.
  case done(calls: Int)

  var json: Value {
    switch self {
    case .at(let number, let place): ["at": .int(number), "place": .map(place.fields)]
    case .described(let component): ["described": component.json]
    case .finding(let finding): ["finding": finding.json]
    case .note(let text): ["note": .text(text)]
    case .done(let calls): ["done": .int(calls)]
    }
  }

  init?(_ step: CheckStep, said value: Value) {
    if let number = value["at"]?.int {
      self = .at(number, CheckPlace(value["place"]?.map ?? [:]))
    } else if let text = value["note"]?.text {
      self = .note(text)
    } else if let calls = value["done"]?.int {
      self = .done(calls: calls)
    } else if let said = value["finding"], let finding = CheckFinding(step, said: said) {
      self = .finding(finding)
    } else if let said = value["described"], let component = CheckedComponent(said) {
      self = .described(component)
    } else {
      return nil
    }
  }
}

/// What is known of the component once it has registered.
struct CheckedComponent: Sendable, Equatable {
  var version: String
  var summary: String
  /// "Reader.showDetail" and so on.
  var actions: [String]
  var needs: [Need]
  var events: Int

  struct Need: Sendable, Equatable {
    let name: String
    let isOptional: Bool
  }

  init(_ component: LoadedComponent) {
    version = "\(component.version)"
    summary = component.summary
    actions = component.targets.flatMap { target in target.actions.map { "\(target.name).\($0.name)" } }
    needs = component.needs.map { Need(name: $0.name, isOptional: $0.isOptional) }
    events = component.events.count
  }

  var json: Value {
    [
      "version": .text(version), "summary": .text(summary), "actions": .list(actions.map(Value.text)),
      "needs": .list(needs.map { ["name": .text($0.name), "optional": .bool($0.isOptional)] }), "events": .int(events),
    ]
  }

  init?(_ json: Value) {
    guard let version = json["version"]?.text, let summary = json["summary"]?.text, let actions = json["actions"]?.list,
      let needs = json["needs"]?.list, let events = json["events"]?.int
    else { return nil }
    self.version = version
    self.summary = summary
    self.actions = actions.compactMap(\.text)
    self.needs = needs.compactMap { need in
      guard let name = need["name"]?.text else { return nil }
      return Need(name: name, isOptional: need["optional"]?.bool ?? false)
    }
    self.events = events
  }
}
