import ComponentHost
import ComponentKit
import Glibc
import Synchronization

/// The figures of a door and its host in the text format of Prometheus.
///
/// Labels are names that components have registered, and reasons of failures; there is an end to both.
struct MetricsPage {
  private(set) var text = ""

  init(_ core: DoorCore) {
    let (figures, host) = (core.figures, core.host)
    addCalls(ActionSample.together(figures.samples, core.settings.samples()))
    addDoor(figures, core.table.count)
    head("held_bytes", "gauge", "Bytes of requests that have not come whole, and of answers that are not read.")
    line("held_bytes", [], Int64(core.held.load(ordering: .relaxed)))
    head("event_streams", "gauge", "Clients that hear events.")
    line("event_streams", [], Int64(core.feed.count))
    addComponents(host)
    addCrashes(core.settings.crashes())
    addProcess()
  }

  // Of all doors together, those that are not kept apart behind the others.
  private mutating func addCalls(_ samples: [ActionSample]) {
    let all = samples.filter { $0.counts.last != 0 || $0.underWay != 0 }.sorted {
      ($0.target.isEmpty ? 1 : 0, $0.target, $0.action) < ($1.target.isEmpty ? 1 : 0, $1.target, $1.action)
    }
    head("calls_total", "counter", "Calls that have ended.")
    for action in all { line("calls_total", action.labels, action.counts.last ?? 0) }
    head("call_failures_total", "counter", "Calls that have failed, by the reason.")
    for action in all {
      for (reason, count) in action.failed.sorted(by: { $0.key < $1.key }) {
        line("call_failures_total", action.labels + [("reason", reason)], Int64(count))
      }
    }
    head("calls_in_flight", "gauge", "Calls that are under way.")
    for action in all { line("calls_in_flight", action.labels, Int64(action.underWay)) }
    head("call_duration_seconds", "histogram", "How long calls have taken.")
    for action in all {
      for (place, count) in action.counts.enumerated() {
        let step = place < Histogram.words.count ? Histogram.words[place] : "+Inf"
        line("call_duration_seconds_bucket", action.labels + [("le", step)], count)
      }
      add("host_call_duration_seconds_sum", action.labels, seconds(action.nanoseconds))
      line("call_duration_seconds_count", action.labels, action.counts.last ?? 0)
    }
  }

  private mutating func addDoor(_ figures: DoorFigures, _ connections: borrowing Atomic<Int>) {
    func add(_ name: String, _ kind: String, _ help: String, _ count: borrowing Atomic<Int>) {
      head(name, kind, help)
      line(name, [], Int64(count.load(ordering: .relaxed)))
    }
    add("connections", "gauge", "Connections that are open.", connections)
    add("connections_accepted_total", "counter", "Connections that were taken.", figures.accepted)
    add("connections_surplus_total", "counter", "Connections for which there was no room.", figures.surplus)
    add("calls_begun_total", "counter", "Calls that have begun.", figures.calls)
    add("calls_busy_total", "counter", "Calls for which there was no room.", figures.busy)
    add("calls_given_up_total", "counter", "Calls whose client went away, or that took too long.", figures.callsGivenUp)
    add("received_bytes_total", "counter", "Bytes that clients have sent.", figures.received)
    add("sent_bytes_total", "counter", "Bytes that were sent to clients.", figures.sent)
    let refused = figures.refused
    head("requests_malformed_total", "counter", "Requests that were refused as they were written.")
    line("requests_malformed_total", [], Int64(refused.values.reduce(0, +)))
    head("requests_refused_total", "counter", "The same by the reason.")
    for (reason, count) in refused.sorted(by: { $0.key < $1.key }) {
      line("requests_refused_total", [("reason", reason)], Int64(count))
    }
  }

  private mutating func addComponents(_ host: Host) {
    var newest: [String: ListedGeneration] = [:]
    var replaced = 0
    let all = host.generations
    for generation in all where generation.state != .refused {
      if generation.number > (newest[generation.name]?.number ?? 0) { newest[generation.name] = generation }
      replaced += generation.number > 1 ? 1 : 0
    }
    head("component_generation", "gauge", "The generation of a component that answers, or has answered last.")
    for (name, generation) in newest.sorted(by: { $0.key < $1.key }) {
      line("component_generation", [("component", name)], Int64(generation.number))
    }
    head("components_live", "gauge", "Components that answer.")
    line("components_live", [], Int64(all.filter { $0.state == .live }.count))
    head("component_replacements_total", "counter", "Generations that have come behind a first one.")
    line("component_replacements_total", [], Int64(replaced))
    head("component_generations_failed_total", "counter", "Generations that have registered and never answered.")
    line("component_generations_failed_total", [], Int64(all.count { $0.state == .failed }))
  }

  private mutating func addCrashes(_ crashes: [String: Int]) {
    head("component_crashes_total", "counter", "Crashes of components in processes of their own.")
    for (name, count) in crashes.sorted(by: { $0.key < $1.key }) {
      line("component_crashes_total", [("component", name)], Int64(count))
    }
  }

  private mutating func addProcess() {
    var usage = rusage()
    if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
      let time = { (value: timeval) in Int64(value.tv_sec) * 1_000_000_000 + Int64(value.tv_usec) * 1000 }
      text += "# HELP process_cpu_seconds_total Time that processors have worked for the process.\n"
      text += "# TYPE process_cpu_seconds_total counter\n"
      text += "process_cpu_seconds_total \(seconds(time(usage.ru_utime) + time(usage.ru_stime)))\n"
    }
    if let pages = MetricsPage.residentPages {
      text += "# HELP process_resident_memory_bytes Memory that the process has.\n"
      text += "# TYPE process_resident_memory_bytes gauge\n"
      text += "process_resident_memory_bytes \(pages * sysconf(Int32(_SC_PAGESIZE)))\n"
    }
  }

  // The second number of the system's line.
  private static var residentPages: Int? {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 128) { room, count in
      count = max(0, read(file, room.baseAddress, room.count))
    }
    let words = bytes.split(separator: UInt8(ascii: " "))
    return words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
  }

  // MARK: lines

  private mutating func head(_ name: String, _ kind: String, _ help: String) {
    text += "# HELP host_\(name) \(help)\n# TYPE host_\(name) \(kind)\n"
  }

  private mutating func line(_ name: String, _ labels: [(String, String)], _ value: Int64) {
    add("host_\(name)", labels, "\(value)")
  }

  private mutating func add(_ name: String, _ labels: [(String, String)], _ value: String) {
    text += name
    if !labels.isEmpty {
      text += "{" + labels.map { "\($0)=\"\(MetricsPage.escaped($1))\"" }.joined(separator: ",") + "}"
    }
    text += " \(value)\n"
  }

  // Reasons are components' own words.
  private static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in excerpt(value).unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private func seconds(_ nanoseconds: Int64) -> String {
    let rest = String(nanoseconds % 1_000_000_000)
    return "\(nanoseconds / 1_000_000_000).\(String(repeating: "0", count: 9 - rest.utf8.count))\(rest)"
  }
}

extension ActionSample {
  /// Both are empty for those that are not kept apart.
  fileprivate var labels: [(String, String)] { [("target", target), ("action", action)] }
}
