import ComponentHost
import ComponentKit
import Glibc
import Synchronization

/// A control group of one worker and all that it starts: the kernel counts their memory, and how many they are.
///
/// A group lies below the host's own, where the host may make one: as root, or in a part of the tree that a service
/// manager has left to it.
enum ControlGroup {
  /// A part of the kernel that counts something.
  private enum Controller: String {
    case memory, pids
  }

  /// Where groups can be made for a controller.
  private struct Place {
    let folder: String
    let isUnified: Bool
  }

  /// Groups that hold to what can be counted; none where nothing has to be.
  ///
  /// Memory is limited by each process's own limit as well, so that a system without groups for it is no reason to fail.
  static func make(for confinement: Confinement, of component: String) throws(Refusal) -> [String] {
    var groups: [String] = []
    if let memory = confinement.limits.memory, let place = place(of: .memory) {
      if let group = make(in: place, memory: memory, tasks: nil) { groups.append(group) }
    }
    guard case .upTo(let tasks) = confinement.processes else { return groups }
    if let place = place(of: .pids), let group = make(in: place, memory: nil, tasks: tasks) { return groups + [group] }
    for group in groups { remove(group) }
    throw Confining.refusal(
      "its processes can't be counted: this host may make no control group for 'pids'",
      help: "run the host in a unit with Delegate=yes and DelegateSubgroup=host, or allow any number of processes: "
        + "\"processes\": true for \(component) in the policy's \"confine\"")
  }

  static func remove(_ group: String) {
    // Whatever is still in it goes with it.
    _ = SmallFile(path: "\(group)/cgroup.kill").write("1")
    if rmdir(group) != 0, errno == EBUSY { left.withLock { $0.append(group) } }
  }

  // Those in which processes were still dying.
  private static let left = Guarded<[String]>([])

  /// Tries again to remove what could not be.
  static func removeLeft() {
    let groups = left.withLock { left in
      let groups = left
      left = []
      return groups
    }
    for group in groups { remove(group) }
  }

  private static let count = Atomic<Int>(0)
  private static let prefix = "component-worker-"

  private static func make(in place: Place, memory: Int?, tasks: Int?) -> String? {
    removeLeft()
    sweep(place.folder)
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    let group = "\(place.folder)/\(prefix)\(getpid())-\(number)"
    guard mkdir(group, 0o700) == 0 else { return nil }
    func set(_ file: String, _ value: Int) -> Bool { SmallFile(path: "\(group)/\(file)").write("\(value)") == 0 }
    var isSet = true
    if let memory {
      isSet = set(place.isUnified ? "memory.max" : "memory.limit_in_bytes", memory)
      // Not every kernel counts what is swapped out.
      if place.isUnified {
        _ = set("memory.swap.max", 0)
        _ = set("memory.oom.group", 1)
      } else {
        _ = set("memory.memsw.limit_in_bytes", memory)
      }
    }
    if let tasks { isSet = isSet && set("pids.max", tasks) }
    if !isSet { rmdir(group) }
    return isSet ? group : nil
  }

  /// Takes away the groups of hosts that were killed.
  private static func sweep(_ folder: String) {
    guard let entries = opendir(folder) else { return }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(prefix),
        let pid = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }),
        pid != getpid(), kill(pid, 0) != 0, errno == ESRCH
      else { continue }
      rmdir("\(folder)/\(name)")
    }
    closedir(entries)
  }

  private static func place(of controller: Controller) -> Place? {
    for line in (SmallFile(path: "/proc/self/cgroup").read() ?? "").split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      if parts[1].split(separator: ",").contains(Substring(controller.rawValue)) {
        let root = "/sys/fs/cgroup/\(controller.rawValue)"
        // In a container the tree may begin below the path that the kernel says.
        for folder in [root + parts[2], root] where access("\(folder)/cgroup.procs", W_OK) == 0 {
          return Place(folder: folder, isUnified: false)
        }
      } else if parts[0] == "0", let place = unified(String(parts[2]), controller) {
        return place
      }
    }
    return nil
  }

  // In the one tree a group that has processes, as the host's own, can't divide what it has, unless it is the root. One
  // beside it can.
  private static func unified(_ path: String, _ controller: Controller) -> Place? {
    for root in ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"] where access("\(root)/cgroup.controllers", R_OK) == 0 {
      let above = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
      for folder in [root + path, root + above] {
        let enabled = SmallFile(path: "\(folder)/cgroup.subtree_control").read() ?? ""
        let isEnabled =
          enabled.split { $0 == " " || $0 == "\n" }.contains(Substring(controller.rawValue))
          || SmallFile(path: "\(folder)/cgroup.subtree_control").write("+\(controller.rawValue)") == 0
        if isEnabled, access("\(folder)/cgroup.procs", W_OK) == 0 { return Place(folder: folder, isUnified: true) }
      }
    }
    return nil
  }
}
