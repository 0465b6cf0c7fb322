import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentWorkers

/// The process of a worker. The program is a shell, which does what each test wants to see.
@Suite struct WorkerProcessTests {
  @Test func `an end is told with the exit status`() throws {
    let shell = try Shell("exit 7")
    #expect(shell.end?.cause == .exit(7))
    #expect(shell.end?.wasKilled == false)
    #expect(shell.end?.words == "exit status 7")
  }

  @Test func `a signal of its own is told by name`() throws {
    let end = try #require(try Shell("kill -SEGV $$; sleep 60", isApart: false).end)
    #expect(end.cause == .signal(SIGSEGV))
    #expect(end.words == "SIGSEGV")
  }

  @Test func `a worker is killed whatever it does against that`() throws {
    let shell = try Shell("trap '' TERM INT HUP; echo ready >&2; while :; do sleep 1; done", waits: false)
    try #require(shell.heard("ready"))
    shell.process.kill()
    #expect(shell.waitForEnd()?.cause == .signal(SIGKILL))
    #expect(shell.end?.wasKilled == true)
  }

  @Test func `a worker has its grace, and is killed behind it`() throws {
    let prompt = try Shell("echo ready >&2; exit 0", waits: false)
    prompt.process.kill(after: .seconds(60))
    #expect(prompt.waitForEnd()?.isOrderly == true)
    let slow = try Shell("sleep 60", waits: false)
    slow.process.kill(after: .milliseconds(50))
    #expect(slow.waitForEnd()?.wasKilled == true)
  }

  @Test func `what does not end in its time has the worker killed, and what has ended does not`() throws {
    let shell = try Shell("sleep 60", waits: false)
    // Long enough for this thread to come to the next line, however busy the machine is.
    let ended = shell.process.alarm(at: Deadline.now, grace: .seconds(2))
    ended.end()
    let paused = shell.process.alarm(at: Deadline.now, grace: .seconds(2))
    paused.pause()
    let late = shell.process.alarm(at: Deadline(after: .seconds(60)).nanoseconds, grace: .zero)
    #expect(shell.process.wait(until: Deadline(after: .seconds(3))) == nil)
    let last = paused.last
    paused.resume()
    #expect(last == .max && paused.last < late.last)
    #expect(shell.waitForEnd()?.killed == .hang)
  }

  @Test func `an alarm of a process that is gone is kept by nobody`() throws {
    let shell = try Shell("exit 0")
    _ = shell.waitForEnd()
    weak var kept: HangAlarm?
    do {
      let alarm = shell.process.alarm(at: .max - 1, grace: .zero)
      kept = alarm
      #expect(kept != nil)
    }
    #expect(kept == nil)
  }

  @Test func `the time behind a deadline is counted as long as it is not paused`() throws {
    let shell = try Shell("sleep 60", waits: false)
    let begin = Deadline.now
    let alarm = shell.process.alarm(at: begin, grace: .milliseconds(400))
    for _ in 1...1000 where shell.process.end == nil {
      usleep(2_000)
      alarm.pause()
      alarm.resume()
    }
    // While it is paused over and over, not behind that.
    #expect(shell.process.end?.killed == .hang)
    #expect(Deadline.now - begin >= 400_000_000)
  }

  @Test func `it has the channel and no other descriptor of this process`() throws {
    let open = Glibc.open("/dev/null", O_RDONLY)
    defer { close(open) }
    let shell = try Shell("ls /proc/$$/fd; readlink /proc/$$/fd/0 /proc/$$/fd/3; exit 0", isApart: false)
    var lines = shell.end?.lastLines ?? []
    #expect(lines.popLast()?.hasPrefix("socket:") == true)
    // 4 is what the crash is written to.
    #expect(lines == ["0", "1", "2", "3", "4", "/dev/null"])
  }

  @Test func `what it writes to its standard output is no data of the host's`() throws {
    #expect(try Shell("echo data; echo remark >&2").end?.lastLines == ["data", "remark"])
  }

  @Test func `it ends although a descendant has its error output open`() throws {
    let shell = try Shell("echo before >&2; setsid sleep 60 & exit 3", isApart: false)
    #expect(shell.end?.cause == .exit(3))
    #expect(shell.end?.lastLines == ["before"])
  }

  @Test func `its descendants end with it where it has a namespace of its own`() throws {
    let shell = try Shell("setsid sleep 60 & echo $! >&2; sleep 60", waits: false)
    try #require(shell.process.isApart)
    try #require(shell.heard { !$0.isEmpty })
    let children = descendants(of: shell.process.number)
    try #require(children.count >= 1)
    shell.process.kill()
    _ = shell.waitForEnd()
    for child in children { #expect(kill(child, 0) != 0) }
  }

  // In a process of its own: this one would get the orphans of all other tests.
  @Test(arguments: 0..<5)
  func `without a namespace they end as well, those of a session of their own too`(_: Int) async {
    await #expect(processExitsWith: .success) {
      let shell = try Shell(
        "setsid sh -c 'sleep 61 & wait' & (sleep 62 &) ; echo ready >&2; wait", isApart: false, waits: false,
        adoptsOrphans: true)
      try #require(shell.heard("ready"))
      shell.process.kill()
      _ = shell.waitForEnd()
      #expect(eventually { WorkerProcessTests.left(of: shell).isEmpty })
    }
  }

  // What has the worker's mark in its environment.
  static func left(of shell: Shell) -> [Int32] {
    names(in: "/proc").compactMap { Int32($0) }.filter { number in
      guard let file = fopen("/proc/\(number)/environ", "r") else { return false }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = fread(&bytes, 1, bytes.count, file)
      return bytes.prefix(count).split(separator: 0).contains {
        $0.elementsEqual("\(Orphans.variable)=\(shell.process.mark)".utf8)
      }
    }
  }

  @Test func `a program that can't be run is told when it is started`() {
    var plan = WorkerPlan(.component, for: "Reader")
    plan.program = "/nowhere/at/all"
    let error = #expect(throws: Refusal.self) { _ = try Shell(plan) }
    #expect(
      error?.message
        == "a worker for Reader can't be started: running /nowhere/at/all again: No such file or directory")
  }

  @Test func `signals that the host ignores or blocks are as a shell leaves them`() throws {
    let end = try #require(try Shell("sed -n '/^Sig[BIC]/p' /proc/self/status").end)
    #expect(
      end.lastLines.map { $0.split(separator: "\t").last ?? "" } == Array(repeating: "0000000000000000", count: 3))
  }

  @Test func `a worker that crashes while the host gives it up has crashed`() {
    for killed in [WorkerEnd.Kill.channel, .hang] {
      #expect(WorkerEnd(cause: .signal(SIGSEGV), killed: killed).words == "SIGSEGV")
      #expect(WorkerEnd(cause: .exit(3), killed: killed).words == "exit status 3")
    }
    #expect(WorkerEnd(cause: .signal(SIGKILL), killed: .hang).words == "hang")
    #expect(WorkerEnd(cause: .signal(SIGKILL), killed: .channel).words == "broken channel")
  }

  // In a process of its own: in this one other tests have workers meanwhile.
  @Test func `many come and go, and leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      _ = try Shell("exit 0")
      let before = WorkerProcessTests.openDescriptors
      for round in 0..<100 {
        let shell = try Shell(round % 2 == 0 ? "kill -9 $$; exit 1" : "exit 5", isApart: false)
        #expect(shell.end != nil)
      }
      #expect(eventually { WorkerProcessTests.openDescriptors <= before + 5 })
    }
  }

  // MARK: looking

  static var openDescriptors: Int { names(in: "/proc/self/fd").count }

  private func descendants(of number: Int32) -> [Int32] {
    WorkerProcessTests.names(in: "/proc").compactMap { Int32($0) }.filter { parent(of: $0) == number }
  }

  private func parent(of number: Int32) -> Int32? {
    guard let file = fopen("/proc/\(number)/stat", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 1024)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.split(separator: ")").last.flatMap { Int32($0.split(separator: " ")[1]) }
  }

  private static func names(in folder: String) -> [String] {
    guard let open = opendir(folder) else { return [] }
    defer { closedir(open) }
    var names: [String] = []
    while let entry = readdir(open) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }
}

/// A worker that is a shell.
final class Shell: Sendable {
  let process: WorkerProcess
  private let lines: Guarded<[String]>

  /// - Parameter waits: for its end.
  convenience init(_ script: String, isApart: Bool = true, waits: Bool = true, adoptsOrphans: Bool = false) throws {
    var plan = WorkerPlan(.component, for: "Shell")
    plan.program = "/bin/sh"
    plan.arguments = ["-c", script]
    plan.isApart = isApart
    plan.adoptsOrphans = adoptsOrphans
    try self.init(plan)
    if waits { _ = waitForEnd() }
  }

  init(_ plan: WorkerPlan) throws {
    let lines = Guarded<[String]>([])
    self.lines = lines
    var plan = plan
    plan.log = { line in lines.withLock { $0.append(line.message) } }
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    process = try WorkerProcess.start(plan, channel: ends[1]) { _ in }
  }

  var end: WorkerEnd? { process.end }
  func waitForEnd() -> WorkerEnd? { process.wait(until: Deadline(after: .seconds(60))) }

  func heard(_ text: String) -> Bool { heard { $0 == text } }

  func heard(_ matches: (String) -> Bool) -> Bool {
    eventually { lines.withLock { $0.contains(where: matches) } }
  }
}
