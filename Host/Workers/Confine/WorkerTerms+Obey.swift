import ComponentHost
import ComponentKit
import Glibc
import HostNative

// The worker's side.
extension WorkerTerms {
  /// Obeys the terms that this process was started with, if any, before it does anything else.
  ///
  /// Ends the process where it can't: the parent hears the words on stderr.
  static func obey() {
    guard let value = getenv(variable) else { return }
    let terms = WorkerTerms(text: String(cString: value))
    // Not for what the component starts.
    unsetenv(variable)
    do throws(Refusal) {
      guard let terms else { throw Confining.refusal("its terms can't be read") }
      try terms.obey()
    } catch {
      let words = Array("\(mark)\(error.message)\n".utf8)
      _ = write(2, words, words.count)
      _exit(exitStatus)
    }
  }

  // With which a worker ends that can't obey its terms.
  private static let exitStatus: Int32 = 126
  private static let mark = "error: "

  /// Why a worker ended before it loaded anything, where that was because it could not obey.
  static func refusal(ending end: WorkerEnd) -> Refusal? {
    guard end.cause == .exit(exitStatus), let line = end.lastLines.last,
      line.hasPrefix("\(mark)\(Confining.beginning)")
    else { return nil }
    return Refusal(Confining.reason, String(line.dropFirst(mark.count)))
  }

  private func obey() throws(Refusal) {
    for group in groups {
      let error = SmallFile(path: "\(group)/cgroup.procs").write("0")
      if error != 0 { throw WorkerTerms.fault("the control group \(quoted(group))", error) }
    }
    try limit()
    if let data { try confine(to: data) }
    // Last, for confining opens more files than a worker needs later.
    if let files = grants.limits.files { try limit(RLIMIT_NOFILE, files, "open files") }
  }

  private func confine(to data: String) throws(Refusal) {
    // Earlier threads would stay as free as they were.
    guard host_has_one_thread() else {
      throw Confining.refusal(
        "its worker has several threads already; begin `main` with Host.beComponentWorkerIfStarted()")
    }
    announce(data)
    let dropped = host_drop_privileges()
    if dropped != 0 { throw WorkerTerms.fault("giving up privileges", dropped) }
    let leave = host_leave(
      network: grants.usesNetwork, processes: grants.processes != .none, signals: grants.signals)
    try confineFiles(data, leave)
    let filtered = host_confine_calls(leave, Int32(landlock))
    if filtered != 0 { throw WorkerTerms.fault("the filter of system calls", filtered) }
  }

  private func confineFiles(_ data: String, _ leave: host_leave) throws(Refusal) {
    var opened: [host_grant] = []
    defer { for grant in opened { close(grant.descriptor) } }
    for grant in FileGrant.all(for: self, data) {
      let descriptor = open(grant.path, host_path_only | O_CLOEXEC)
      if descriptor >= 0 {
        opened.append(host_grant(descriptor: descriptor, rights: grant.rights))
      } else if grant.isNeeded {
        let error = errno
        throw Confining.refusal(
          "\(quoted(grant.path)), which the policy grants it, can't be opened: \(systemReason(error))")
      }
    }
    let error = host_confine_files(opened, opened.count, leave, Int32(landlock))
    if error != 0 { throw WorkerTerms.fault("Landlock", error) }
  }

  /// Where the component finds its folder, and where libraries lay things down that were not told to.
  private func announce(_ data: String) {
    for name in [
      "COMPONENT_DATA", "HOME", "TMPDIR", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
    ] {
      setenv(name, data, 1)
    }
  }

  private func limit() throws(Refusal) {
    let limits = grants.limits
    if let seconds = limits.processorTime { try limit(RLIMIT_CPU, seconds, "processor time", beyond: 1) }
    guard let memory = limits.memory else { return }
    try limit(RLIMIT_DATA, memory, "memory")
    // Memory that is shared is counted by groups only; here it is bounded at least.
    if groups.isEmpty { try limit(RLIMIT_AS, WorkerTerms.sum(WorkerTerms.mapped, memory, WorkerTerms.room), "memory") }
  }

  // For stacks and what allocators reserve and do not use.
  private static let room = 1 << 30

  /// What is larger than any number is as much as the largest one, and nothing is less than none.
  static func sum(_ numbers: Int...) -> Int {
    numbers.reduce(0) { sum, number in
      let (result, overflow) = sum.addingReportingOverflow(max(0, number))
      return overflow ? .max : result
    }
  }

  // How much of the addresses is taken now.
  private static var mapped: Int {
    let pages = SmallFile(path: "/proc/self/statm").read()?.split(separator: " ").first.flatMap { Int($0) }
    return (pages ?? 0) * Int(getpagesize())
  }

  // Never above what the process was given; beyond the first limit the system only warns.
  private func limit(
    _ resource: __rlimit_resource, _ value: Int, _ words: String, beyond: Int = 0
  ) throws(Refusal) {
    let kind = __rlimit_resource_t(resource.rawValue)
    var now = rlimit()
    guard getrlimit(kind, &now) == 0 else { throw WorkerTerms.fault(words, errno) }
    let hard = min(rlim_t(WorkerTerms.sum(value, beyond)), now.rlim_max)
    var wanted = rlimit(rlim_cur: min(rlim_t(WorkerTerms.sum(value)), hard), rlim_max: hard)
    guard setrlimit(kind, &wanted) == 0 else { throw WorkerTerms.fault("its limit of \(words)", errno) }
  }

  private static func fault(_ step: String, _ error: Int32) -> Refusal {
    Confining.refusal("\(step): \(systemReason(error))")
  }
}
