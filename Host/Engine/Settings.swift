import ComponentABI
public import ComponentKit

/// The program that hosts components: a name and a version for their messages.
public struct HostProgram: Sendable, Hashable {
  public var name: String
  public var version: Version

  /// Without a name it is the engine itself.
  public init(_ name: String = "component-host", _ version: Version = Version(0, 1, 0)) {
    self.name = name
    self.version = version
  }
}

/// How a host behaves.
public struct Settings: Sendable {
  /// Where components lie; the first folder that has a name wins.
  public var directories: [String]
  /// Whether to load files and folders that others can write or own.
  public var trustsAny = false
  /// Whether to load from the file itself instead of a sealed copy: for debuggers and profilers.
  public var loadsInPlace = false
  /// How long a deferred call is waited for that has no deadline; nil for ever.
  public var timeLimit: Duration? = .seconds(60)
  /// How long a component's `register`, its start, and each of its other steps around its calls, is waited for.
  public var stepLimit: Duration = .seconds(10)
  /// How long a component's calls are held, before it saves its state for the next generation, until those under way have
  /// ended.
  public var holdLimit: Duration = .seconds(5)
  /// After how long it is reported that calls keep what was taken out or replaced from being shut down.
  public var drainLimit: Duration = .seconds(30)
  /// How many generations of one component may be in memory besides the one that answers, with what was refused when it
  /// registered or did not start: none is ever unmapped. Beyond that it is not replaced any more; nor is any where so few descriptors are left
  /// that the host would have none before that (`ulimit -n`).
  public var retiredLimit = 4096
  /// How many bytes they all may hold, with the one that answers: the addresses of their images and the memory of their copies.
  public var retiredBytes = 1 << 30
  /// How many descriptors the process may have, where that is not to be the system's answer: for tests.
  package var descriptorLimit: Int?
  /// Which next generations may take a component's place.
  public var upgrades = Upgrades.all
  /// Which components run in processes of their own, besides those that the policy names.
  public var isolation = Isolation.none
  /// What such processes come from. A component that is to be isolated is refused where there is none.
  public var isolator: (any Isolator)?
  /// How many cached instances of targets there may be, before the least recently used half of them goes.
  public var instanceLimit = 30
  /// How deep calls may nest; at most 256.
  public var depthLimit = 64
  /// What callers from outside may reach.
  public var policy = Policy()
  /// Whether isolated components are confined of whom the policy says nothing: to a folder of their own, without network, new
  /// processes and signals to others. Where the system can't do that, they are refused.
  public var confines = false
  /// Where each confined component has a folder for its data; nil for `data` in the state folder, or without one for
  /// `component-host/data` where the user's programs keep theirs.
  public var dataDirectory: String?
  /// The version of Landlock that is used at most: for tests of what older systems can do.
  package var landlockLimit = Int.max
  /// Whether each reply is held against its action's signature, and a call fails whose reply does not have the declared
  /// form; those to callers from outside always are. It is for programs that are being worked on, so it is set where the
  /// host was built for debugging, in the program `host` and in a bench. In a release build every call then goes the long
  /// way.
  public var checksReplies = Settings.isDebugBuild
  /// Whether the folders are watched: what is loaded is then replaced or taken out as soon as its file is, without
  /// `refresh`. The watch has a thread of its own, until the host is closed.
  public var watches = false
  /// How many folders the watch may have: for tests of the system's own limits.
  package var watchLimit = Int.max
  /// How many routes a component may have: for tests of the contract's limit.
  package var routeLimit = Int(COMPONENT_ROUTE_LIMIT)
  /// How long what an isolated component does may go on behind its deadline before its process is killed: that of a call, or
  /// `stepLimit` for what is none.
  public var hangLimit: Duration = .milliseconds(500)
  /// When a component is started no more whose process has crashed again and again.
  public var quarantine = Quarantine()
  /// A folder in which the host keeps what is to outlast it, such as which components are in quarantine; nil for none.
  public var stateDirectory: String?
  /// A folder in which the host keeps what components say of themselves, so that none has to be loaded to be shown; nil for
  /// none. It is this user's alone, is made if need be, and may be shared by any number of hosts. What can't be kept there is
  /// not kept, without a word. A component that says one thing here and another there, by the environment or its data, is
  /// shown as it was when its file was first loaded.
  public var cacheDirectory: String?
  /// Starts a thread for what becomes of a component; false where the system has none left.
  var spawn: @Sendable (@escaping @Sendable () -> Void) -> Bool = Worker.run
  /// Whether components are loaded only for what they say of themselves: they are not started, and not shut down.
  package var describesOnly = false
  /// Whether a refresh tells which files are new; for that the folders' names are read at first. Nobody refreshes a host of one
  /// call.
  package var tellsAdded = true
  /// Whether a component is loaded although a neighbour that it needs is missing: for tests of one component alone.
  package var ignoresNeeds = false
  /// Hears of each event that a component was not let publish, on any thread: for tests of one component alone.
  package var eventRefused: @Sendable (_ component: String, Failure) -> Void = { _, _ in }
  /// Hears what no caller hears of, on any thread.
  public var report: @Sendable (Report) -> Void = { _ in }
  /// Hears what became of components because files have changed or one was rolled back: on the watch's thread, or on the one
  /// that refreshes or rolls back. Where one refreshes that is in a `register` for too long, the watch's hears of that, and
  /// without a watch one of the host's.
  public var changed: @Sendable (Change) -> Void = { _ in }
  /// Hears what components say for the log, on any thread. Their words may hold anything but broken UTF-8.
  public var log: @Sendable (LogLine) -> Void = { _ in }
  /// Hears what took its time, on the thread that it took it from: calls, the steps of a load, waits. With one every call goes
  /// the long way; without one none pays for it.
  public var tracer: (@Sendable (TraceSpan) -> Void)?
  /// Hears of the same as it begins, with a duration of 0: of what hangs, or ends the process, `tracer` hears nothing.
  public var beginTracer: (@Sendable (TraceSpan) -> Void)?
  /// What components see of who hosts them.
  public var program = HostProgram()

  public init(directories: [String] = []) { self.directories = directories }

  /// Whether the host is built for debugging, and so the program that embeds it.
  @inline(__always)
  static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}
