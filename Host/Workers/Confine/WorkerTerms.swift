import ComponentHost
import ComponentKit

/// What a worker is told, when it is started, of what it may do and how much it may take.
///
/// The parent has made and looked at everything that these terms name. They travel in a variable of the environment, so that
/// the worker can obey before it does anything else.
package struct WorkerTerms: Sendable, Equatable {
  /// What is granted besides what every component needs; its limits hold in any case.
  var grants: Confinement
  /// Where plugins lie, to be read.
  var folders: [String] = []
  /// The component's own folder; nil where the worker is not confined.
  var data: String?
  /// The version of Landlock to use.
  var landlock = 0
  /// The control groups that it joins.
  var groups: [String] = []

  static let variable = "COMPONENT_WORKER_TERMS"

  init(_ grants: Confinement) { self.grants = grants }

  /// What the worker's environment has to have besides that of the parent.
  package var environment: (name: String, value: String) { (WorkerTerms.variable, text) }

  var text: String {
    let limits = grants.limits
    let value: Value = [
      "read": .list(grants.reads.map(Value.text)), "write": .list(grants.writes.map(Value.text)),
      "network": .bool(grants.usesNetwork), "processes": .bool(grants.processes != .none),
      "signals": .bool(grants.signals), "memory": limits.memory.value, "cpu": limits.processorTime.value,
      "files": limits.files.value, "folders": .list(folders.map(Value.text)), "data": data.map(Value.text) ?? .null,
      "landlock": .int(landlock), "groups": .list(groups.map(Value.text)),
    ]
    // It has nothing that JSON can't say.
    return (try? value.json()) ?? ""
  }

  /// Nil where the text is none of a parent's.
  init?(text: String) {
    guard let fields = (try? Value(json: Array(text.utf8)))?.map, let landlock = fields["landlock"]?.int,
      let network = fields["network"]?.bool, let processes = fields["processes"]?.bool,
      let signals = fields["signals"]?.bool, let reads = fields.texts("read"), let writes = fields.texts("write"),
      let folders = fields.texts("folders"), let groups = fields.texts("groups")
    else { return nil }
    grants = Confinement()
    grants.reads = reads
    grants.writes = writes
    grants.usesNetwork = network
    grants.processes = processes ? .any : Confinement.Processes.none
    grants.signals = signals
    grants.limits = WorkerLimits(
      memory: fields["memory"]?.int, processorTime: fields["cpu"]?.int, files: fields["files"]?.int)
    self.folders = folders
    data = fields["data"]?.text
    self.landlock = landlock
    self.groups = groups
  }
}

extension Int? {
  fileprivate var value: Value { map(Value.int) ?? .null }
}

extension Fields {
  fileprivate func texts(_ key: String) -> [String]? {
    guard let list = self[key]?.list else { return nil }
    let texts = list.compactMap(\.text)
    return texts.count == list.count ? texts : nil
  }
}
