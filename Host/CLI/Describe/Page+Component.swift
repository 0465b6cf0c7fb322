import ComponentHost
import ComponentKit

extension Page {
  /// A whole component: its targets, their actions with their signatures, and the types these use.
  mutating func describe(_ component: LoadedComponent) {
    heading("NAME")
    paragraph(named("\(component.name) \(component.version)", component.summary), hanging: 2)
    heading(origin == nil ? "FILE" : "HOSTS")
    paragraph(origin ?? component.origin)
    if !component.needs.isEmpty {
      heading("NEEDS")
      paragraph(component.needs.map(ListText.describe).joined(separator: ", "))
    }
    heading("TARGETS")
    for (place, target) in component.targets.enumerated() {
      if place > 0 { gap() }
      // A component's own target mostly has the component's words.
      let summary = target.summary == component.summary ? "" : target.summary
      paragraph(named(target.heading, summary), hanging: 2)
      list(target.actions, indent: 4)
    }
    describeWays(in: component)
    describe(component.events)
    if !component.observed.isEmpty {
      heading("OBSERVES")
      paragraph(component.observed.joined(separator: ", "))
    }
    describe(component.types(usedBy: component.targets.flatMap(\.actions), component.events), of: component)
  }

  /// One target below a component's own.
  mutating func describe(_ target: LoadedTarget, of component: LoadedComponent) {
    heading("NAME")
    paragraph(named(target.heading, target.summary), hanging: 2)
    heading("ACTIONS")
    list(target.actions, indent: 2)
    describeWays(in: component, to: target)
    let events = component.events(below: target)
    describe(events)
    describe(component.types(usedBy: target.actions, events), of: component)
    describeOrigin(of: component)
  }

  private mutating func list(_ actions: [LoadedAction], indent: Int) {
    for action in actions {
      paragraph(of: action.pieces, indent: indent, hanging: 4)
      let marks = [
        action.isRemote ? "remote" : "", action.reads ? "reads" : "", action.tellsProgress ? "tells progress" : "",
        action.mediaType.map { "as \($0)" } ?? "",
      ].filter { !$0.isEmpty }
      let words = action.summary + (marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))")
      if !words.isEmpty { paragraph(words, indent: indent + 2) }
    }
  }

  private mutating func describe(_ events: [LoadedEvent]) {
    if events.isEmpty { return }
    heading("EVENTS")
    for event in events {
      paragraph(event.name + (event.type.map { ": \($0)" } ?? ""), hanging: 4)
      if !event.summary.isEmpty { paragraph(event.summary, indent: 4) }
    }
  }

  /// The component that something belongs to.
  mutating func describeOrigin(of component: LoadedComponent) {
    heading("COMPONENT")
    paragraph("\(component.name) \(component.version), \(origin ?? component.origin)")
  }

  /// Named types, each once; one that refers to itself does so by its name.
  mutating func describe(_ types: [LoadedType], of component: LoadedComponent) {
    if types.isEmpty { return }
    heading("TYPES")
    for (place, type) in types.enumerated() {
      if place > 0 { gap() }
      paragraph(named(type.name, type.summary), hanging: 2)
      describe(component.typeNames[type.name] ?? .any, indent: 4)
    }
  }

  /// The shape of a value: a line for each key of a map, or the type.
  mutating func describe(_ form: TypeForm, indent: Int = 2) {
    guard case .fields(let fields) = form, !fields.isEmpty else { return paragraph("\(form)", indent: indent) }
    table(fields.map { ($0.name, ["\($0.type)"]) }, indent: indent)
  }
}

extension LoadedTarget {
  // "Reader.Session (serial, an instance per call)"
  fileprivate var heading: String {
    let instances =
      switch lifetime {
      case .kept: "an instance that is kept"
      case .cached: "an instance that may be made anew"
      case .perCall: "an instance per call"
      case nil: ""
      }
    let marks = [isSerial ? "serial" : "", instances].filter { !$0.isEmpty }
    return marks.isEmpty ? name : "\(name) (\(marks.joined(separator: ", ")))"
  }
}

extension LoadedComponent {
  fileprivate var origin: String { file.map { $0 + standing } ?? "linked into the program" }
}

/// "Reader 1.0.0 - Opens a book"
func named(_ name: String, _ summary: String) -> String { summary.isEmpty ? name : "\(name) - \(summary)" }
