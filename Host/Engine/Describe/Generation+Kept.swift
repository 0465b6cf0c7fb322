import ComponentABI
import ComponentKit

extension Generation {
  /// Everything that it has registered, in the order in which `SaidAgain` says it.
  func registered() throws(KeptWriter.Unwritable) -> KeptWriter {
    var writer = KeptWriter()
    writer.text(summary)
    writer.version(version)
    writer.count(needs.count)
    for need in needs {
      writer.text(need.name)
      writer.version(need.minimum)
      writer.short(need.isOptional ? 1 : 0)
    }
    writer.count(types.names.count)
    for name in types.names {
      writer.text(name)
      writer.text(types[name].map { "\($0)" } ?? "")
      writer.text(typeSummaries[name] ?? "")
    }
    writer.count(targets.count)
    for target in targets { write(target, &writer) }
    writer.count(routes.count)
    for route in routes { try Generation.write(route, &writer) }
    writer.count(keys.count)
    for (name, key) in keys.sorted(by: { $0.key < $1.key }) {
      for text in [name, key.target, key.action] { writer.text(text) }
      try writer.fields(key.hints)
    }
    writer.count(events.all.count)
    for event in events.all {
      for text in [event.name, event.summary, event.check.map { "\($0.type)" } ?? ""] { writer.text(text) }
    }
    writer.count(observers.count)
    for observer in observers {
      writer.short(UInt32(clamping: observer.limit))
      writer.count(observer.events.count)
      for name in observer.events { writer.text(name) }
    }
    return writer
  }

  private func write(_ target: Target, _ writer: inout KeptWriter) {
    writer.text(target.name)
    writer.text(target.summary)
    writer.short(target.isSerial ? 1 : 0)
    writer.short(KeptLifetime.number(target.lifetime))
    writer.count(target.entries.count)
    for entry in target.entries {
      writer.text(entry.pointee.action)
      writer.text(entry.summary)
      // The canonical text; reading it gives an equal signature.
      writer.text(entry.pointee.check.map { "\($0.takeUnretainedValue().signature)" } ?? "")
      writer.text(entry.notes)
      writer.text(entry.mediaTypeText)
      var flags: UInt32 = 0
      if entry.pointee.isRemote { flags |= COMPONENT_ACTION_REMOTE }
      if entry.pointee.tellsProgress { flags |= COMPONENT_ACTION_PROGRESS }
      if entry.pointee.reads { flags |= COMPONENT_ACTION_READS }
      writer.short(flags)
    }
  }

  private static func write(_ route: Route, _ writer: inout KeptWriter) throws(KeptWriter.Unwritable) {
    for text in [route.target, route.pattern, route.action, route.scheme ?? ""] { writer.text(text) }
    try writer.fields(route.fixed)
    try writer.fields(route.query.renamed)
    var flags: UInt32 = 0
    if route.query.foldsCase == true { flags |= COMPONENT_ROUTE_FOLDS_CASE }
    if route.takesLonger { flags |= COMPONENT_ROUTE_TAKES_LONGER }
    writer.short(flags)
    writer.short(UInt32(bitPattern: Int32(clamping: route.priority)))
  }
}

extension KeptWriter {
  fileprivate mutating func version(_ version: Version) {
    for part in [version.major, version.minor, version.patch] { short(UInt32(clamping: part)) }
  }
}
