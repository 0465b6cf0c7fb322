import ComponentHost
public import ComponentKit

/// A build of a component that has crashed in a process of its own.
public struct CrashedBuild: Sendable, Equatable {
  /// The component's name.
  public let component: String
  /// The identity of the build, in hexadecimal digits; of a file without one a hash of its content, "sha256-…".
  public let build: String
  /// The last ones, the latest at the end.
  public internal(set) var crashes: [Crash] = []
  /// How many there were, those that are not listed any more as well.
  public internal(set) var count = 0
  /// Whether it is started no more.
  public internal(set) var isQuarantined = false

  public struct Crash: Sendable, Equatable {
    public let time: Timestamp
    /// "SIGSEGV", "exit status 3", "pthread_exit" or "hang".
    public let how: String
  }

  /// So many are listed at least.
  static let listed = 20

  /// By what it is known.
  var key: String { CrashedBuild.key(component, build) }

  static func key(_ component: String, _ build: String) -> String { "\(component).\(build)" }

  /// - Parameter limit: so many are kept, for they are counted; and as many as are listed.
  mutating func add(_ crash: Crash, keeping limit: Int = 0) {
    let room = max(CrashedBuild.listed, limit)
    if crashes.count >= room { crashes.removeFirst(crashes.count - room + 1) }
    crashes.append(crash)
    count = count.addingReportingOverflow(1).overflow ? .max : count + 1
  }

  /// How many came within a time before now. A clock that was set back makes none of them older.
  func recent(within window: Duration, of now: Timestamp) -> Int {
    let seconds = max(0, window.nanoseconds / 1_000_000_000)
    return crashes.filter { now.seconds - $0.time.seconds <= seconds }.count
  }
}

// As the state folder has it, and `list --why --json` shows it.
extension CrashedBuild {
  public var value: Value {
    [
      "component": .text(component), "build": .text(build), "count": .int(count), "quarantined": .bool(isQuarantined),
      "crashes": .list(crashes.map { ["time": .text("\($0.time)"), "how": .text($0.how)] }),
    ]
  }

  /// Nil for what can't be such a thing.
  init?(_ value: Value) {
    guard let component = value["component"]?.text, let build = value["build"]?.text, let count = value["count"]?.int,
      let isQuarantined = value["quarantined"]?.bool, let list = value["crashes"]?.list,
      count > 0, (1...Quarantine.most).contains(list.count), count >= list.count,
      ComponentName.isValid(component.utf8), BuildKey.isValid(build)
    else { return nil }
    self.init(component: component, build: build)
    for item in list {
      guard let time = item["time"]?.text.flatMap({ Timestamp($0) }), let how = item["how"]?.text,
        how.utf8.count <= 64
      else { return nil }
      crashes.append(Crash(time: time, how: how))
    }
    self.count = count
    self.isQuarantined = isQuarantined
  }
}
