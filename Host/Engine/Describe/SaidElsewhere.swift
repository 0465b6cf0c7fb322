import ComponentABI
package import ComponentKit

/// What another host says of a component that it has, as JSON, brought into the form that `SaidAgain` reads: so all of it is checked
/// as any registration is, and nothing is believed that none could be.
///
/// What is missing, or of another type than it should be, is as if it were not said.
struct SaidElsewhere {
  private(set) var writer = KeptWriter()
  let name: String
  private let said: Value

  /// Nil where it does not even say of whom.
  init?(_ said: Value) {
    guard let name = said["name"]?.text, ComponentName.isValid(name.utf8) else { return nil }
    (self.name, self.said) = (name, said)
    do throws(KeptWriter.Unwritable) { try write() } catch { return nil }
  }

  private mutating func write() throws(KeptWriter.Unwritable) {
    writer.text(text(said, "summary"))
    for part in SaidElsewhere.version(text(said, "version")) { writer.short(part) }
    // What it needs is the other host's business, and so is what it hears.
    writer.count(0)
    let types = list(said, "types")
    writer.count(types.count)
    for type in types { for key in ["name", "definition", "summary"] { writer.text(text(type, key)) } }
    let targets = list(said, "targets")
    writer.count(targets.count)
    for target in targets { write(target) }
    let routes = list(said, "routes")
    writer.count(routes.count)
    for route in routes { try write(route: route) }
    let keys = list(said, "keys")
    writer.count(keys.count)
    for key in keys {
      // It is told with the component's name before it.
      let whole = text(key, "key")
      let start = "\(name)_"
      writer.text(whole.utf8.starts(with: start.utf8) ? String(Substring(whole.utf8.dropFirst(start.utf8.count))) : "")
      for part in ["target", "action"] { writer.text(text(key, part)) }
      try writer.fields(key["hints"]?.map ?? [:])
    }
    writer.count(0)
    writer.count(0)
  }

  private mutating func write(_ target: Value) {
    for key in ["name", "summary"] { writer.text(text(target, key)) }
    writer.short(target["serial"]?.bool == true ? 1 : 0)
    writer.short(KeptLifetime.number(target["lifetime"]?.text.flatMap(Lifetime.init)))
    let actions = list(target, "actions")
    writer.count(actions.count)
    for action in actions {
      for key in ["name", "summary", "signature"] { writer.text(text(action, key)) }
      writer.text(SaidElsewhere.notes(list(action, "parameters")))
      writer.text(text(action, "media_type"))
      var flags: UInt32 = 0
      if action["remote"]?.bool == true { flags |= COMPONENT_ACTION_REMOTE }
      if action["progress"]?.bool == true { flags |= COMPONENT_ACTION_PROGRESS }
      if action["reads"]?.bool == true { flags |= COMPONENT_ACTION_READS }
      writer.short(flags)
    }
  }

  private mutating func write(route: Value) throws(KeptWriter.Unwritable) {
    for key in ["target", "pattern", "action", "scheme"] { writer.text(text(route, key)) }
    try writer.fields(route["fixed"]?.map ?? [:])
    try writer.fields(route["rename"]?.map ?? [:])
    var flags: UInt32 = 0
    if route["case"]?.text == "fold" { flags |= COMPONENT_ROUTE_FOLDS_CASE }
    if route["longer"]?.bool == true { flags |= COMPONENT_ROUTE_TAKES_LONGER }
    writer.short(flags)
    writer.short(UInt32(bitPattern: Int32(clamping: route["priority"]?.int ?? 0)))
  }

  private func text(_ value: Value, _ key: String) -> String { value[key]?.text ?? "" }
  private func list(_ value: Value, _ key: String) -> [Value] { value[key]?.list ?? [] }

  // "1.2.0"
  private static func version(_ text: String) -> [UInt32] {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
      UInt32(String(Substring($0))) ?? 0
    }
    return (0..<3).map { $0 < parts.count ? parts[$0] : 0 }
  }

  // A line for each.
  private static func notes(_ parameters: [Value]) -> String {
    parameters.compactMap { parameter in
      guard let name = parameter["name"]?.text, let note = parameter["note"]?.text, !note.isEmpty else { return nil }
      return "\(name): \(note.split(whereSeparator: \.isNewline).joined(separator: " "))"
    }.joined(separator: "\n")
  }
}

extension Host {
  /// What another host says of a component there, for whoever shows it. It is in no table of this host, and none of its code is here.
  ///
  /// - Throws: where no component could have registered that.
  package func described(elsewhere said: Value) throws(Refusal) -> LoadedComponent {
    guard let kept = SaidElsewhere(said) else {
      throw Refusal("not_described", "what is said of it is no description of a component")
    }
    let staging = Unmanaged.passRetained(Staging(name: kept.name, isDescription: true)).takeUnretainedValue()
    let code = kept.writer.bytes.withUnsafeBytes { bytes in
      var again = SaidAgain(staging, KeptReader(bytes))
      do throws(KeptReader.Fault) { return try again.all() } catch { return COMPONENT_FAILURE_INVALID }
    }
    let declared = try staging.close(status: code)
    var source = Loader.Source()
    source.isDescription = true
    return LoadedComponent(
      Generation(
        staging, declared, number: max(1, said["generation"]?.int ?? 1), source,
        seat: Seat.make(loader.core, settings.program, name: kept.name, directory: "")))
  }
}
