import ComponentHost
import ComponentKit

extension Page {
  /// One action, with all that it says of itself.
  mutating func describe(
    _ action: LoadedAction, of target: LoadedTarget, in component: LoadedComponent
  ) {
    let synopsis = Synopsis(target: target.name, action: action, types: component.typeNames)
    heading("NAME")
    paragraph(named("\(target.name) \(action.name)", action.summary), hanging: 2)
    heading("SYNOPSIS")
    if action.signature == nil {
      paragraph("host call \(target.name) \(action.name) [key=TEXT | key:=JSON]...", hanging: 4)
    } else if let usage = synopsis.usage {
      paragraph(usage, hanging: 4)
    }
    if action.signature != nil { paragraph(of: action.pieces, hanging: 4) }
    heading("DESCRIPTION")
    paragraph(facts(of: action, of: target, synopsis))
    heading("PARAMETERS")
    describeParameters(of: action)
    heading("REPLY")
    switch action.form?.reply {
    case nil: paragraph("It does not say what it replies with.")
    case TypeForm.nothing?: paragraph("It has nothing to say: null.")
    case let reply?: describe(reply)
    }
    if let type = action.mediaType { paragraph("To callers from outside the process its texts and bytes are \(type).") }
    describeWays(in: component, to: target, action)
    describe(component.types(usedBy: [action]), of: component)
    if let example = synopsis.example {
      heading("EXAMPLE")
      line(example)
    }
    describeOrigin(of: component)
  }

  private func facts(of action: LoadedAction, of target: LoadedTarget, _ synopsis: Synopsis) -> String {
    var facts = [
      action.isRemote
        ? "Callers from outside the process may call it." : "Callers from outside the process may not call it."
    ]
    if action.reads { facts.append("It changes nothing, so a call may be made again.") }
    if action.tellsProgress { facts.append("It reports progress.") }
    if target.isSerial { facts.append("Its target takes one call at a time.") }
    if let parameter = synopsis.localOnly {
      facts.append(
        "It can't be called from a command line: \(quoted(parameter.name)) is of the type \(parameter.type), which lives in a process only."
      )
    }
    return facts.joined(separator: " ")
  }

  private mutating func describeParameters(of action: LoadedAction) {
    if action.signature == nil { return paragraph("It takes anything and does not say what.") }
    if action.parameters.isEmpty { return paragraph("It takes none.") }
    table(
      action.parameters.map { parameter in
        var need = parameter.isRequired ? "required" : "may be left out"
        // What was read from JSON can be written down again.
        if let value = parameter.default { need = "default \((try? value.json()) ?? "null")" }
        return (parameter.name, ["\(parameter.type), \(need)", parameter.note])
      })
  }
}
