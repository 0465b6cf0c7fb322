import ComponentHost
import ComponentKit
import Glibc
import HostNative

extension WorkerKeeper {
  /// Starts a worker, on the keeper's thread.
  func start(
    _ plan: WorkerPlan, _ channel: Int32, _ ended: @escaping @Sendable (WorkerEnd) -> Void
  ) throws(Refusal) -> WorkerProcess {
    var result: Result<WorkerProcess, Refusal> = .failure(WorkerKeeper.missing(plan.name))
    let isPerformed = perform {
      do throws(Refusal) { result = .success(try self.begin(plan, channel, ended)) } catch { result = .failure(error) }
    }
    guard isPerformed else { throw WorkerKeeper.missing(plan.name) }
    return try result.get()
  }

  private static func missing(_ name: String) -> Refusal {
    Refusal(
      Refusal.noWorker, "a worker for \(name) can't be started: the process has no thread that keeps workers",
      help: "it may have been made with fork, or the system has no thread or descriptor left")
  }

  private func begin(
    _ plan: WorkerPlan, _ channel: Int32, _ ended: @escaping @Sendable (WorkerEnd) -> Void
  ) throws(Refusal) -> WorkerProcess {
    func fault(_ call: String, _ code: Int32) -> Refusal {
      Refusal(Refusal.noWorker, "a worker for \(plan.name) can't be started: \(call): \(systemReason(code))")
    }
    let parts = WorkerParts()
    defer { parts.close() }
    guard parts.open() else { throw fault("no descriptors", errno) }
    var worker = host_worker()
    let mark = "\(getpid())-\(Deadline.now)"
    var plan = plan
    plan.environment[Orphans.variable] = mark
    let code = plan.start(
      host_worker_ends(
        input: parts.input, error: parts.error[1], channel: channel, record: parts.record, passed: plan.passed ?? -1),
      parts.parent, &worker)
    guard code == 0 else { throw fault(WorkerKeeper.step(worker.failed, plan), code) }
    let process = WorkerProcess(plan, worker, mark: mark)
    keep(KeptWorker(process, worker.process, plan, error: parts.error[0], record: parts.record, ended))
    parts.keepOwn()
    return process
  }

  private static func step(_ failed: Int32, _ plan: WorkerPlan) -> String {
    switch Int(failed) {
    case HOST_WORKER_NO_DESCRIPTOR: "its descriptors"
    case HOST_WORKER_NOT_PREPARED: "its confinement"
    case HOST_WORKER_NO_PROGRAM: "running \(plan.program ?? "this program") again"
    default: "a new process"
    }
  }
}

/// What is opened for the start of one worker.
private final class WorkerParts {
  var input: Int32 = -1
  var error: [Int32] = [-1, -1]
  var record: Int32 = -1
  var parent: Int32 = -1

  /// False with errno where the system says no.
  func open() -> Bool {
    input = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
    if input < 0 || host_ear(&error) != 0 { return false }
    record = host_record_file(CrashRecord.size)
    if record < 0 { return false }
    parent = host_process_open()
    return parent >= 0
  }

  /// What belongs to the worker from now on.
  func keepOwn() {
    error[0] = -1
    record = -1
  }

  func close() { for number in [input, error[0], error[1], record, parent] where number >= 0 { Glibc.close(number) } }
}

extension WorkerPlan {
  fileprivate func start(_ ends: host_worker_ends, _ parent: Int32, _ worker: inout host_worker) -> Int32 {
    let arguments = ["\(CommandLine.arguments.first ?? "host"): \(name)"] + self.arguments
    return CStrings.with(arguments) { arguments in
      CStrings.with(variables) { variables in
        (program ?? "/proc/self/exe").withCString { program in
          var plan = host_worker_plan(
            program: program, arguments: UnsafePointer(arguments), environment: UnsafePointer(variables), ends: ends,
            parent: parent, is_apart: isApart ? 1 : 0, adopts_orphans: adoptsOrphans ? 1 : 0,
            prepare: preparation?.function, context: preparation?.context)
          return host_worker_start(&plan, &worker)
        }
      }
    }
  }

  // The standard library of Swift starts a program of its own to tell a crash, for which a call would have to wait.
  private var variables: [String] {
    var own = environment
    own["SWIFT_BACKTRACE"] = .some("enable=no")
    var result: [String] = []
    var place = environ
    while let variable = place.pointee {
      let text = String(cString: variable)
      let name = String(Substring(text.utf8.prefix { $0 != UInt8(ascii: "=") }))
      if own[name] == nil { result.append(text) }
      place += 1
    }
    for (name, value) in own { if let value { result.append("\(name)=\(value)") } }
    return result
  }
}

/// Texts as C passes them to a program.
private enum CStrings {
  static func with<R>(_ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R) -> R {
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count + 1)
    for (index, text) in texts.enumerated() { list[index] = strdup(text) }
    list[texts.count] = nil
    defer {
      for index in 0..<texts.count { free(list[index]) }
      list.deallocate()
    }
    return body(list)
  }
}
