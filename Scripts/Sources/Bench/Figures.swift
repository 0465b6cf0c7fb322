/// What is known of a figure before it is measured.
///
/// One more figure is a line here, and an entry of the same name in one of the lists of Tests/Bench/Sources/Measure.
struct Figure {
  let name: String
  let about: String
  let unit: Unit
  /// What its floor is.
  let floor: String
  let goals: [Goal]
  /// What keeps it from its goal, where that was measured: shown when the goal is not met.
  let limit: String?

  init(
    _ name: String, _ about: String, _ unit: Unit = .nanoseconds, over floor: String, _ goals: Goal...,
    limit: String? = nil
  ) {
    self.name = name
    self.about = about
    self.unit = unit
    self.floor = floor
    self.goals = goals
    self.limit = limit
  }

  static func named(_ name: String) -> Figure? { all.first { $0.name == name } }

  static let lookUp = "C look-up and call"
  static let pipe = "a pipe there and back"
  static let all = [
    Figure("floor", "the C look-up and call itself", over: "C call by pointer"),
    Figure("floor.contract", "a call as the contract has it, looked up and guarded by nothing, in C", over: lookUp),
    Figure("floor.contract.resolved", "the same without a look-up, in C", over: lookUp),
    Figure("floor.guarded", "a call by name with all that a host must look at, in C", over: lookUp),
    Figure("floor.guarded.resolved", "the same by a resolved handle, in C", over: lookUp),
    Figure(
      "call", "a call by name among 1,000, its parameter on the stack", over: lookUp, .atMost(20),
      .times(1.1, of: "floor.guarded")),
    Figure(
      "call.resolved", "the same by a resolved handle", over: lookUp, .times(1.1, of: "floor.guarded.resolved")),
    Figure("call.checked", "the same, of an action that declares its parameters", over: lookUp),
    Figure(
      "call.mediator", "the same as people write it: mediator.call(…)", over: lookUp, .atMost(45), .allocations(0)),
    Figure("call.mediator.resolved", "the same by mediator.resolved(…)", over: lookUp, .allocations(0)),
    Figure("call.typed", "a call by a face: an int in, two fields out", over: lookUp, .atMost(250)),
    Figure("call.nested", "a call that makes a call that makes a call", over: "one call", .ratio(3.2)),
    Figure(
      "call.watched", "a call by name in a host that watches its folder", over: lookUp, .times(1.05, of: "call")),
    Figure(
      "text.16", "16 bytes of text there and back, mediator.call(…)", over: lookUp, .atMost(60),
      limit:
        "a call with an int takes 32 ns, 666 instructions, and a Swift text of 16 bytes is an allocation: 22 ns to make and free "
        + "it, 420 of 1,186 instructions"),
    Figure("text.16.raw", "the same, its parameter on the stack", over: lookUp, .atMost(60)),
    Figure("floor.text.1m", "a look whether 1 MB is UTF-8, and its copy, in C", over: "memcpy"),
    Figure("floor.text.1m.raw", "two looks, one at each border, and the copy, in C", over: "memcpy"),
    Figure(
      "text.1m", "1 MB of text there and back, mediator.call(…)", over: "memcpy", .times(1.2, of: "floor.text.1m")),
    Figure(
      "text.1m.raw", "the same, its parameter on the stack", over: "memcpy", .times(1.2, of: "floor.text.1m.raw")),
    Figure("open", "a URL with one parameter, mediator.open(…)", over: lookUp, .atMost(800)),
    Figure("missing", "a call to a component that is not in the folder", over: "open(2) of no file", .ratio(2)),
    Figure(
      "missing.watched", "the same in a host that watches its folder", over: "open(2) of no file", .atMost(1000)),
    Figure(
      "missing.action", "a call of an action that is not there, again and again, in a component of 1,000", over: lookUp,
      .atMost(500)),
    Figure(
      "missing.action.first", "the same of another name each time, to which near ones are looked for", over: lookUp),
    Figure("event.nobody", "an event that nobody observes, mediator.publish(…)", over: lookUp, .atMost(20)),
    Figure("event.queue", "the same into the queue of an observer that is awake", over: lookUp, .atMost(300)),
    Figure("threads.two", "two threads call two components", .gain, over: "two threads in C", .atLeastRatio(0.95)),
    Figure("threads.same", "two threads call one component", .gain, over: "two threads in C", .atLeastRatio(0.95)),
    Figure(
      "floor.load", "a Swift component loaded and registered by a host in C that checks nothing",
      over: "dlopen and dlsym"),
    Figure("floor.load.in-place", "the same, without a sealed copy, in C", over: "dlopen and dlsym"),
    Figure(
      "floor.load.c", "a component in C loaded and registered by a host in C that checks nothing",
      over: "dlopen and dlsym"),
    Figure("floor.load.c.in-place", "the same, without a sealed copy, in C", over: "dlopen and dlsym"),
    Figure("load", "a Swift component is loaded", over: "dlopen and dlsym", .times(1.1, of: "floor.load")),
    Figure(
      "load.in-place", "the same, without a sealed copy", over: "dlopen and dlsym",
      .times(1.1, of: "floor.load.in-place")),
    Figure("load.c", "a component in C is loaded", over: "dlopen and dlsym", .times(1.1, of: "floor.load.c")),
    Figure(
      "load.c.in-place", "the same, without a sealed copy", over: "dlopen and dlsym",
      .times(1.1, of: "floor.load.c.in-place")),
    Figure(
      "replaced", "a file moved into place, until the first call is answered by the new code",
      over: "its load alone", .ratio(1.5)),
    Figure(
      "replaced.waits", "what calls wait in locks because of a replacement, at the median of 1,000",
      over: "the replacement", .atMost(0)),
    Figure(
      "replaced.waits.99", "the same at the 99th hundredth", over: "the replacement", .atMost(100_000)),
    Figure(
      "replaced.1000", "the replacement by generation 1,000", over: "by one of the first", .ratio(1.2)),
    Figure(
      "process.call", "`host call`, one component in the folder", over: "empty Swift program", .ratio(1.3)),
    Figure(
      "process.call.example", "`host call Reader showDetail id=1` with the example components",
      over: "empty Swift program",
      .ratio(1.3)),
    Figure(
      "process.connect", "`host --connect SOCKET call`, answered by a host that runs",
      over: "empty static Swift program",
      .ratio(1.1)),
    Figure("process.call.10000", "`host call`, 10,000 components in the folder", over: "with one", .ratio(1.05)),
    Figure(
      "serve", "a call over HTTP, an int in and out, at a Unix socket and a connection that is kept",
      over: "as many bytes there and back, on epoll, in C", .ratio(1.5)),
    Figure(
      "serve.rate", "such calls in a microsecond, by wrk through 64 connections on the same processors", .gain,
      over: "nginx, a fixed answer", .atLeastRatio(0.7)),
    Figure(
      "serve.late", "how late one answer in a hundred is at half that rate", over: "nginx at the same rate", .ratio(2)),
    Figure(
      "serve.idle", "what a connection takes of which nothing comes, of 10,000", .bytes, over: "one of nginx",
      .atMost(4096)),
    Figure(
      "mcp", "a call of a tool of `host mcp`, an int in and out, from its request to its result",
      over: "as many bytes there and back, on epoll, in C", .atMost(50_000)),
    Figure(
      "elsewhere", "a call of what another host has, an int in and out, through a broker",
      over: "the same messages by two threads on each side, in C", .ratio(1.3)),
    Figure(
      "elsewhere.rate", "such calls in a microsecond, 64 of them under way, from one host to another", .gain,
      over: "the same messages by one thread on each side, in C", .atLeastRatio(0.7)),
    Figure(
      "elsewhere.nobody", "a call of what nobody in the cluster has, until it has failed",
      over: "a message that nobody hears, read by another thread, in C", .ratio(1.3)),
    Figure(
      "elsewhere.dropped", "a file dropped in on one host, until the first call from another one is answered",
      over: "a call elsewhere", .atMost(10_000_000)),
    Figure(
      "elsewhere.local", "a call of what is here while the broker is away, mediator.call(…)",
      over: "in a host without a cluster", .ratio(1.05)),
    Figure("floor.isolated.socket", "32 bytes through a pair of sockets there and back, in C", over: pipe),
    Figure(
      "floor.isolated.memory", "the same through shared memory and a word that the reader sleeps on, in C", over: pipe),
    Figure("floor.isolated.socket.apart", "the same through sockets, on another processor", over: pipe),
    Figure("floor.isolated.memory.apart", "the same through shared memory, on another processor", over: pipe),
    Figure(
      "floor.isolated.socket.64", "messages in a microsecond, 64 there and then 64 back, through sockets, in C", .gain,
      over: "one at a time through a pipe"),
    Figure(
      "floor.isolated.memory.64", "the same through shared memory, in C", .gain, over: "one at a time through a pipe"),
    Figure(
      "isolated", "an int there and back by an isolated component on the same processor", over: pipe,
      .ratio(1.3)),
    Figure(
      "isolated.apart", "the same on another processor, which is awake", over: pipe, .ratio(1.3),
      .atMost(1000)),
    Figure(
      "isolated.1m", "1 MB of bytes there and back on the same processor", over: "a pair of sockets there and back",
      .ratio(1.3)),
    Figure(
      "isolated.64", "calls in a microsecond, 64 of them under way at once, on the same processor", .gain,
      over: "one at a time", .atLeastRatio(5)),
    Figure(
      "isolated.64.apart", "the same where any processor may be used", .gain, over: "one at a time", .atLeastRatio(5)),
    Figure(
      "isolated.start", "a worker from its start to its first reply, one small component in C",
      over: "empty static Swift program, and the load", .ratio(2)),
    Figure(
      "isolated.memory", "what that worker has of memory of its own", .bytes, over: "its component's file",
      .atMost(2_097_152)),
    Figure(
      "list", "one of 1,000 components is listed", over: "open, stat, read in C", .atMost(10_000),
      limit: "each file is read in four places, where the floor reads one"),
    Figure(
      "kept.targets", "`host list --targets` of 1,000 components with 8 actions each, none of them loaded",
      over: "`host list` of the same", .atMost(30_000_000)),
    Figure(
      "kept.openapi", "`host openapi` of the same, 5 of the actions open", over: "`host list` of the same",
      .atMost(50_000_000)),
    Figure(
      "kept.tab", "TAB behind one of 1,000 components, none of them loaded", over: "empty Swift program",
      .atMost(10_000_000)),
    Figure(
      "kept.tab.names", "TAB where one of 1,000 components is to be named", over: "empty Swift program",
      .atMost(10_000_000)),
    Figure("kept.read", "what one of 1,000 says of itself is read, in a host", over: "open, stat, read in C"),
    Figure("memory.action", "what an action takes", .bytes, over: "a name of the C table", .atMost(200)),
    Figure(
      "memory.action.described", "the same, with a signature, a summary and notes", .bytes,
      over: "a name of the C table"),
    Figure("memory.component", "what a component takes besides its image", .bytes, over: "its image", .atMost(16384)),
    Figure(
      "memory.generation", "what a retired generation takes besides its image and copy", .bytes, over: "its image",
      .atMost(4096)),
  ]
}
