import ComponentHost
import Glibc

/// One command of the program.
protocol Command {
  static var name: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// What `host help NAME` prints.
  static var help: String { get }
  /// What it takes beside the common options.
  static var options: [Option] { get }
  /// What the words behind its name are, for completion.
  static var words: [WordKind] { get }

  /// Reads the words and options behind the command's name.
  init(_ arguments: Arguments) throws(Problem)

  func run(_ context: Context) throws(Problem) -> ExitCode
}

extension Command {
  static var words: [WordKind] { [] }

  static func takes(_ option: Option) -> Bool { option.isCommon || options.contains(option) }

  /// Refuses options that it does not take.
  static func check(_ arguments: Arguments) throws(Problem) {
    for given in arguments.options where !takes(given.option) {
      throw .usage("'\(name)' takes no option \(given.option.name)", help: "see its options with 'host help \(name)'")
    }
  }
}

/// What a command works with.
struct Context: Sendable {
  let surroundings: Surroundings
  let remarks: Remarks
  var settings: HostSettings
  /// The session in which the command is a line; nil where it is the process's own.
  private(set) var session: Session?
  /// The cluster whose hosts do it; nil where it is done here.
  let cluster: ClusterReach?
  private let hosts: OpenHosts

  init(
    _ surroundings: Surroundings, _ remarks: Remarks, _ settings: HostSettings, _ hosts: OpenHosts,
    _ cluster: ClusterReach? = nil
  ) {
    self.cluster = cluster
    self.surroundings = surroundings
    self.remarks = remarks
    self.settings = settings
    self.hosts = hosts
  }

  /// That of a line of a session.
  init(_ context: Context, _ remarks: Remarks, in session: Session) {
    self.init(context.surroundings, remarks, context.settings, context.hosts)
    self.session = session
  }

  var console: Console { surroundings.console }
  var isJSON: Bool { remarks.isJSON }

  /// That of the commands that a client has a running host do.
  init(_ serving: Context, on console: Console) {
    self.init(
      Surroundings(console, prepare: serving.surroundings.prepare), Remarks(console, isJSON: false), serving.settings,
      serving.hosts)
  }

  /// The client that has a running host do this command; nil where it is done for nobody outside of the process.
  var client: ControlClient? { session?.client }

  /// Opens a file that the command line names, below the current folder of whoever has typed it.
  func open(_ path: String, _ flags: Int32) -> Int32 {
    openat(client?.request.descriptors.folder ?? AT_FDCWD, path, flags)
  }

  /// Sets what the options say of the policy. In a session it stands from the start.
  mutating func take(_ policy: PolicyOptions) throws(Problem) {
    if session == nil { settings.engine.policy = try policy.policy() }
  }

  /// A host as the command line describes it, or the session's. It is closed when all is printed.
  ///
  /// - Parameters:
  ///   - target: what the command line calls, for what is said if a component crashes.
  ///   - action: the same.
  ///   - describesOnly: whether components are only asked what they say of themselves, which needs no start.
  ///   - tellsAdded: whether the host is refreshed.
  ///   - checksReplies: whether each reply is held against its signature, also of calls from inside; nil where that is as in any
  ///     program.
  ///   - trace: what hears how long everything takes.
  func makeHost(
    timeLimit: Duration? = .seconds(60), target: String? = nil, action: String? = nil, describesOnly: Bool = false,
    tellsAdded: Bool = false, checksReplies: Bool? = true, trace: TraceFile? = nil
  ) -> Host {
    if surroundings.isProcess { Process.tellCrashes(remarks, target: target, action: action) }
    if let session { return session.host }
    var settings = settings.engine
    settings.timeLimit = timeLimit
    settings.describesOnly = describesOnly
    settings.tellsAdded = tellsAdded
    if let checksReplies { settings.checksReplies = checksReplies }
    trace?.listen(&settings)
    cluster?.take(&settings)
    let host = Host(settings)
    cluster?.take(host)
    surroundings.prepare(host)
    hosts.add(host)
    return host
  }
}
