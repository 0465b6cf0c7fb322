import Glibc
import TestThreads
import Testing

/// What a component can't do in a confined worker: tried from inside by the fixture `tries`, in the real program.
@Suite(.offPool) struct ConfineTests {
  /// What Landlock is held down to; nil for what the kernel has.
  static let versions: [Int?] = [nil, 5, 3, 2, 1]

  private struct Surroundings {
    let plugins = Folder("tries")
    let data = Folder()
    let outside = Folder()

    init() {
      outside.write("not yours", as: "file")
      mkdir(outside("granted"), 0o700)
    }

    /// The replies to actions of the component, one after the other in one worker.
    func replies(
      to lines: [String], landlock: Int? = nil, policy: String? = nil, _ options: String...,
      at location: SourceLocation = #_sourceLocation
    ) -> Run {
      var environment = ["XDG_DATA_HOME": data.path]
      if let landlock { environment["HOST_TEST_LANDLOCK"] = "\(landlock)" }
      var arguments = ["--plugins", plugins.path, "--isolate", "--confine"] + options
      if let policy {
        outside.write(policy, as: "policy.json")
        arguments += ["--policy", outside("policy.json")]
      }
      return Run.host(
        ["run"] + arguments, input: Array(lines.map { "call Tries \($0)\n" }.joined().utf8), environment: environment,
        limit: .seconds(60), at: location)
    }

    /// The error numbers that attempts end with.
    func errors(
      _ attempts: [String], landlock: Int? = nil, policy: String? = nil, at location: SourceLocation = #_sourceLocation
    ) -> [Int32?] {
      let run = replies(
        to: attempts.map { attempt in
          let words = attempt.split(separator: " ", maxSplits: 1)
          return "try what=\(words[0]) path='\(words.count > 1 ? String(words[1]) : "")'"
        }, landlock: landlock, policy: policy, at: location)
      if run.code != 0 { Issue.record("\(run.testDescription)", sourceLocation: location) }
      return run.out.split(separator: "\n").map { Int32($0) }
    }
  }

  private static let refused = [
    "ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd", "setpriority", "prlimit",
    "sched_setaffinity", "mount", "umount2", "pivot_root", "chroot", "unshare", "setns", "open_tree", "move_mount",
    "fsopen", "clone_newuser", "clone_parent", "init_module", "finit_module", "delete_module", "kexec_load", "bpf",
    "perf_event_open", "reboot", "swapon", "swapoff", "acct", "quotactl", "syslog", "sethostname", "setdomainname",
    "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "add_key", "request_key", "keyctl", "userfaultfd",
    "io_uring_setup", "shmget", "semget", "msgget", "mq_open", "open_by_handle_at", "name_to_handle_at",
    "fanotify_init",
    "fork", "execve", "socket_inet", "socket_inet6", "socket_unix", "socket_packet", "socket_netlink",
    "socketpair_datagram", "sendmsg", "sendmmsg", "bind", "connect", "listen", "abstract_socket", "kill", "kill_group",
    "kill_all", "tgkill",
    "tkill", "sigqueue", "pidfd_send_signal", "setown", "tiocsti", "tioclinux", "personality", "pdeathsig",
  ]

  private static let unknown = ["clone3", "later_call"]

  @Test(arguments: versions)
  func `each call that no component needs is refused, whatever Landlock knows`(_ version: Int?) {
    let surroundings = Surroundings()
    let attempts = Self.refused + Self.unknown
    let errors = surroundings.errors(attempts, landlock: version)
    let expected = Self.refused.map { _ in EPERM } + Self.unknown.map { _ in ENOSYS }
    #expect(errors.count == expected.count)
    for (attempt, (error, expected)) in zip(attempts, zip(errors, expected)) {
      #expect(error == expected, "\(attempt)")
    }
  }

  @Test(arguments: versions)
  func `no file is read, written, made, emptied or taken away but those of its own folder`(_ version: Int?) {
    let surroundings = Surroundings()
    let outside = surroundings.outside
    let own = surroundings.data("component-host/data/Tries")
    let plugin = surroundings.plugins("libTries.so")
    // Landlock sees who empties files since its third version; before that the calls are refused that do only that.
    let emptied = version.map { $0 < 3 } == true ? EPERM : EACCES
    let attempts: [(String, Int32)] = [
      ("read \(outside("file"))", EACCES), ("write \(outside("file"))", EACCES), ("make \(outside("new"))", EACCES),
      ("list \(outside.path)", EACCES), ("remove \(outside("file"))", EACCES), ("mkdir \(outside("new"))", EACCES),
      ("symlink \(outside("new"))", EACCES), ("rename \(outside("file"))", EACCES),
      ("truncate \(outside("file"))", emptied), ("chmod \(outside("file"))", EPERM),
      ("chown \(outside("file"))", EPERM), ("utimensat \(outside("file"))", EPERM),
      ("setxattr \(outside("file"))", EPERM), ("inotify_add_watch \(outside.path)", EPERM),
      ("read /etc/passwd", EACCES), ("list /", EACCES), ("list /tmp", EACCES),
      // The folders of plugins are to be read.
      ("read \(plugin)", 0), ("list \(surroundings.plugins.path)", 0), ("write \(plugin)", EACCES),
      ("remove \(plugin)", EACCES), ("truncate \(plugin)", emptied), ("open_truncate \(plugin)", emptied),
      ("make \(surroundings.plugins("libMore.so"))", EACCES), ("fchmod \(plugin)", EPERM),
      // Its own is its own, but for devices.
      ("make \(own)/file", 0), ("read \(own)/file", 0), ("write \(own)/file", 0), ("list \(own)", 0),
      ("mkdir \(own)/folder", 0), ("symlink \(own)/link", 0), ("mknod \(own)/device", EACCES),
      ("rename \(own)/file", EACCES), ("remove \(own)/file", 0),
      ("write /dev/null", 0), ("read /dev/urandom", 0),
      // How the place of a crash is found.
      ("process_vm_readv_own", 0),
    ]
    let errors = surroundings.errors(attempts.map(\.0), landlock: version)
    #expect(errors.count == attempts.count)
    for ((attempt, expected), error) in zip(attempts, errors) { #expect(error == expected, "\(attempt)") }
    #expect(outside.lines(of: "file") == ["not yours"])
    #expect(outside.names.sorted() == ["file", "granted"])
  }

  @Test(arguments: [nil, 2])
  func `what every component needs works`(_ version: Int?) {
    let surroundings = Surroundings()
    let run = surroundings.replies(to: ["works", "data", "works"], landlock: version)
    #expect(run == Run(out: "all\n\(surroundings.data("component-host/data/Tries"))\nall\n", err: "", code: 0))
  }

  @Test func `what is granted works, and no more`() {
    let surroundings = Surroundings()
    let (outside, granted) = (surroundings.outside, surroundings.outside("granted"))
    func policy(_ words: String) -> String { #"{"confine": {"Tries": {\#(words)}}}"# }
    #expect(
      surroundings.errors(
        ["read \(outside("file"))", "write \(outside("file"))", "make \(granted)/x"],
        policy: policy(#""read": ["\#(outside("file"))"]"#)) == [0, EACCES, EACCES])
    #expect(
      surroundings.errors(
        ["make \(granted)/x", "write \(granted)/x", "read \(outside("file"))"],
        policy: policy(#""write": ["\#(granted)"]"#)) == [0, 0, EACCES])
    #expect(
      surroundings.errors(
        ["socket_inet", "socket_inet6", "socket_unix", "socket_packet", "abstract_socket", "kill", "fork"],
        policy: policy(#""network": true"#)) == [0, 0, EPERM, EPERM, EPERM, EPERM, EPERM])
    #expect(
      surroundings.errors(
        ["setown", "fork", "socket_inet"], policy: policy(#""signals": true"#)) == [0, EPERM, EPERM])
    #expect(
      surroundings.errors(
        ["fork", "start /bin/true", "start \(outside("file"))", "clone_newuser", "unshare", "socket_inet"],
        landlock: 2, policy: policy(#""processes": true, "signals": true"#)) == [0, 0, EACCES, EPERM, EPERM, EPERM])
  }

  @Test func `everything is granted to whom the policy says so`() {
    let surroundings = Surroundings()
    let file = surroundings.outside("file")
    #expect(
      surroundings.errors(
        ["read \(file)", "socket_inet", "fork"], policy: #"{"confine": {"Tries": {"all": true}}}"#) == [0, 0, 0])
  }

  @Test func `a kernel without Landlock confines nothing, and the component is refused`() {
    let surroundings = Surroundings()
    let run = surroundings.replies(to: ["works"], landlock: 0)
    #expect(run.out == "" && run.code == 4)
    #expect(
      run.err.hasPrefix(
        """
        error: the component 'Tries' is refused: it can't be confined: this kernel has no Landlock, which keeps files from it

        """), "\(run.err)")
    #expect(run.err.contains("or let it run unconfined: \"all\": true in the policy's \"confine\""))
  }

  @Test func `what is granted has to be there`() {
    let surroundings = Surroundings()
    let run = surroundings.replies(
      to: ["works"], policy: #"{"confine": {"Tries": {"read": ["/nowhere/at/all"]}}}"#)
    #expect(run.out == "" && run.code == 4)
    #expect(
      run.err.contains(
        "it can't be confined: '/nowhere/at/all', which the policy grants it, can't be opened: No such file or directory"
      ),
      "\(run.err)")
  }

  @Test func `a worker takes no more memory, files or time than it may`() throws {
    let surroundings = Surroundings()
    func take(_ what: String, _ limit: String) -> Run {
      surroundings.replies(to: ["take what=\(what)"], policy: #"{"confine": {"Tries": {\#(limit)}}}"#)
    }
    let memory = take("memory", #""memory": "64M""#)
    if memory.code == 0 {
      let taken = try #require(Int(memory.out.dropLast()))
      #expect(taken > 8 && taken < 64)
    } else {
      // The control group has ended it.
      #expect(memory.code == 8 && memory.err.contains("SIGKILL"), "\(memory.err)")
    }
    let files = try #require(Int(take("files", #""files": 40"#).out.dropLast()))
    #expect(files > 8 && files < 40)
    let time = take("time", #""cpu": 1"#)
    #expect(time.out == "" && time.code == 8)
    #expect(time.err.contains("SIGXCPU") || time.err.contains("SIGKILL"), "\(time.err)")
  }

  @Test func `limits hold also where everything else is granted`() throws {
    let run = Surroundings().replies(
      to: ["take what=files"], policy: #"{"confine": {"Tries": {"all": true, "files": 40}}}"#)
    #expect(try #require(Int(run.out.dropLast())) < 40)
  }

  @Test func `processes are counted, or the component is refused where they can't be`() throws {
    let surroundings = Surroundings()
    let run = surroundings.replies(
      to: ["take what=processes"], policy: #"{"confine": {"Tries": {"processes": 20, "signals": true}}}"#)
    if run.code == 4 {
      #expect(run.err.contains("its processes can't be counted: this host may make no control group for 'pids'"))
    } else {
      let taken = try #require(Int(run.out.dropLast()))
      #expect(taken > 5 && taken < 20)
    }
  }
}
