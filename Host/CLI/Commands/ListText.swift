import ComponentHost
import ComponentKit

/// What `host list` prints for people.
enum ListText {
  /// One line for each file, in columns.
  static func table(_ rows: [ListRow]) -> String {
    var lines = [["NAME", "FILE", "ABI", "SIZE", "STATE"]]
    for row in rows {
      lines.append([
        row.name, shown(row.file, lineBreaks: false), row.abi.map { "\($0)" } ?? "-", row.size.map(sizeText) ?? "-",
        row.stateText,
      ])
    }
    return aligned(lines, rightAligned: [2, 3])
  }

  /// One line for each generation, in columns.
  static func generations(_ generations: [ListedGeneration]) -> String {
    var lines = [["NAME", "NUMBER", "VERSION", "BUILD", "STATE", "CALLS", "LOADED", "HOLDS", "FILES"]]
    for one in generations {
      lines.append([
        one.name, one.state == .refused ? "-" : "\(one.number)", one.state == .refused ? "-" : "\(one.version)",
        one.buildID.map { String($0.prefix(12)) } ?? "-",
        one.state.rawValue,
        "\(one.calls)", "\(Timestamp(seconds: one.loaded.seconds))", sizeText(one.bytes), "\(one.descriptors)",
      ])
    }
    return aligned(lines, rightAligned: [1, 5, 7, 8])
  }

  /// One paragraph for each component: what it is, what it needs, its targets and their actions.
  static func targets(_ rows: [ListRow]) -> String {
    let parts = Shares.map(rows) { rows in
      var text = ""
      for row in rows {
        if !text.isEmpty { text += "\n" }
        write(row, to: &text)
      }
      return [text]
    }
    return parts.joined(separator: "\n")
  }

  private static func write(_ row: ListRow, to text: inout String) {
    guard let component = row.component else { return text += "\(row.name)  \(state(of: row))" }
    text += line("\(component.name) \(component.version)", component.summary)
    if row.state != .ready { text += "  \(state(of: row))" }
    if !component.needs.isEmpty {
      text += "  needs \(component.needs.map(describe).joined(separator: ", "))\n"
    }
    for target in component.targets {
      // A component's own target mostly has the component's words.
      let summary = target.summary == component.summary ? "" : target.summary
      let manner = [target.isSerial ? "serial" : nil, target.lifetime?.rawValue].compactMap(\.self)
      let note = manner.isEmpty ? "" : " (\(manner.joined(separator: ", ")))"
      text += line("  \(target.name)\(note)", summary)
      write(target.actions, to: &text)
    }
  }

  private static func state(of row: ListRow) -> String {
    let state = "\(row.stateText)\n  in \(shown(row.file, lineBreaks: false))\n"
    guard case .refused(let refusal) = row.state, let help = refusal.help else { return state }
    return state + "  help: \(shown(help))\n"
  }

  // In two columns: what an action is called by, and what it does.
  private static func write(_ actions: [LoadedAction], to text: inout String) {
    let calls = actions.map { action in
      var call = action.name
      action.form?.append(to: &call)
      return (text: call, columns: columns(of: call))
    }
    let width = calls.reduce(0) { max($0, $1.columns) }
    for (action, call) in zip(actions, calls) {
      text += "    "
      text += call.text
      let summary = shown(action.summary, lineBreaks: false)
      if !summary.isEmpty {
        pad(width + 2 - call.columns, to: &text)
        text += summary
        while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
      }
      text += "\n"
    }
  }

  private static func line(_ name: String, _ summary: String) -> String {
    summary.isEmpty ? "\(name)\n" : "\(name)  \(shown(summary, lineBreaks: false))\n"
  }

  static func describe(_ need: Need) -> String {
    var text = shown(need.name, lineBreaks: false)
    if need.minimum > Version(0) { text += " from \(need.minimum)" }
    return need.isOptional ? text + " (optional)" : text
  }

  /// "512 B", "43.2 KiB"
  static func sizeText(_ bytes: Int) -> String {
    if bytes < 1024 { return "\(bytes) B" }
    var units = ["KiB", "MiB", "GiB"][...]
    var tenths = (bytes * 10 + 512) / 1024
    while tenths >= 10_240, units.count > 1 {
      tenths = (tenths + 512) / 1024
      units.removeFirst()
    }
    return "\(tenths / 10).\(tenths % 10) \(units.first ?? "")"
  }

  private static func pad(_ count: Int, to text: inout String) {
    text += Substring(blanks.utf8.prefix(count))
    for _ in blanks.utf8.count..<max(blanks.utf8.count, count) { text += " " }
  }

  private static let blanks = String(repeating: " ", count: 128)

  /// Lines in columns two spaces apart, without spaces at their ends.
  static func aligned(_ lines: [[String]], rightAligned: Set<Int>) -> String {
    var text = ""
    var widths: [Int] = []
    let sizes = lines.map { $0.map { columns(of: $0) } }
    for line in sizes {
      for (column, size) in line.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], size)
      }
    }
    for (line, sizes) in zip(lines, sizes) {
      // Written once something follows.
      var spaces = 0
      for (column, cell) in line.enumerated() {
        let space = widths[column] - sizes[column]
        if column > 0 { spaces += 2 }
        if rightAligned.contains(column) { spaces += space }
        if !cell.isEmpty {
          pad(spaces, to: &text)
          text += cell
          spaces = 0
        }
        if !rightAligned.contains(column) { spaces += space }
      }
      while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
      text += "\n"
    }
    return text
  }
}
