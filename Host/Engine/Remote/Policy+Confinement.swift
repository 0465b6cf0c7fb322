import ComponentKit

// What isolated components may do, as a policy's JSON says it.
extension Policy {
  mutating func addConfinements(_ file: PolicyObject) throws(PolicyFault) {
    guard let all = try file.object("confine") else { return }
    // A component's own keys go before those of all, one by one.
    var common = Confinement()
    if let object = try all.object(Policy.everyComponent) {
      common = try Policy.confinement(object, common)
      confinement = common
    }
    for (name, _) in all.fields where name != Policy.everyComponent {
      guard ComponentName.isValid(name.utf8) else {
        throw all.fault("has the invalid name \(quoted(name)): \(ComponentName.rule); '*' is all components")
      }
      guard let object = try all.object(name) else { continue }
      confinements[name] = try Policy.confinement(object, common)
    }
  }

  private static let everyComponent = "*"

  private static func confinement(_ object: PolicyObject, _ common: Confinement) throws(PolicyFault) -> Confinement {
    try object.allow(["read", "write", "network", "processes", "signals", "all", "memory", "cpu", "files"])
    var own = common
    own.reads = try object.absolutePaths("read") ?? own.reads
    own.writes = try object.absolutePaths("write") ?? own.writes
    own.usesNetwork = try object.bool("network") ?? own.usesNetwork
    own.processes = try processes(object) ?? own.processes
    own.signals = try object.bool("signals") ?? own.signals
    own.allowsEverything = try object.bool("all") ?? own.allowsEverything
    own.limits.memory = try object.byteCount("memory", least: WorkerLimits.leastMemory) ?? own.limits.memory
    own.limits.processorTime = try object.count("cpu") ?? own.limits.processorTime
    own.limits.files = try object.count("files", least: WorkerLimits.leastFiles) ?? own.limits.files
    return own
  }

  private static func processes(_ object: PolicyObject) throws(PolicyFault) -> Confinement.Processes? {
    guard let value = object["processes"] else { return nil }
    if let bool = value.bool { return bool ? .any : Confinement.Processes.none }
    guard let count = value.int, count >= Confinement.Processes.least else {
      throw object.fault(
        "processes",
        "must be true, false, or an int of at least \(Confinement.Processes.least): threads count as well")
    }
    return .upTo(count)
  }
}

extension PolicyObject {
  fileprivate func count(_ key: String, least: Int) throws(PolicyFault) -> Int? {
    guard let count = try count(key) else { return nil }
    guard count >= least else { throw fault(key, "must be at least \(least): a worker needs that much") }
    return count
  }

  /// An int of bytes, or a text such as "256M".
  fileprivate func byteCount(_ key: String, least: Int) throws(PolicyFault) -> Int? {
    guard let value = self[key] else { return nil }
    let wrong = fault(key, "must be an int of bytes, or a text such as '256M' with K, M or G")
    var bytes = value.int
    if let text = value.text {
      guard let last = text.utf8.last,
        let shift = [UInt8(ascii: "K"): 10, UInt8(ascii: "M"): 20, UInt8(ascii: "G"): 30][last],
        let count = Int(text.dropLast()), count > 0, count.utf8Digits == text.utf8.count - 1, count <= Int.max >> shift
      else {
        throw wrong
      }
      bytes = count << shift
    }
    guard let bytes, bytes > 0 else { throw wrong }
    guard bytes >= least else { throw fault(key, "must be at least \(least >> 20)M: a worker needs that much") }
    return bytes
  }

  /// Nobody knows in which folder a host will be started that reads the policy.
  fileprivate func absolutePaths(_ key: String) throws(PolicyFault) -> [String]? {
    if self[key]?.list?.isEmpty == true { return [] }
    let paths = try texts(key)
    if let wrong = paths?.first(where: { $0.utf8.first != UInt8(ascii: "/") || $0.utf8.contains(0) }) {
      throw fault(key, "has \(quoted(wrong)), which is no absolute path: begin it with '/'")
    }
    return paths
  }
}

extension Int {
  // How many digits it has: "+1" and "01" are read as numbers as well.
  fileprivate var utf8Digits: Int { String(self).utf8.count }
}
