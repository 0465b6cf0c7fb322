@_spi(Doors) import ComponentDoors
import ComponentHost
import ComponentKit
import Synchronization

/// What the cluster knows of one component of this host.
struct MemberInfo: Sendable, Equatable {
  let name: String
  /// Nil where it would have to be loaded to be known.
  var version: Version?
  var summary = ""
  /// The actions that are open to callers from outside; empty where they are not known.
  var endpoints: [Endpoint] = []

  struct Endpoint: Sendable, Equatable {
    let target: String
    let action: String
    var summary = ""
    var signature = ""
    var reads = false
  }

  init(name: String) { self.name = name }

  /// Nil where nothing of it is open to callers from outside.
  init?(_ component: LoadedComponent, of host: Host) {
    name = component.name
    version = component.version
    summary = component.summary
    for target in component.targets {
      for action in target.actions where host.isOpen(action, of: target) {
        endpoints.append(
          Endpoint(
            target: target.name, action: action.name, summary: action.summary, signature: action.signature ?? "",
            reads: action.reads))
      }
    }
    if endpoints.isEmpty { return nil }
  }
}

/// A component of this host that answers in the cluster, from the moment that its file comes to the moment that it goes.
final class Member: @unchecked Sendable {
  // Sendable: what changes is behind a lock, or the connection's thread's, or under the gate of `CallThreads`.
  let name: String
  let started = Timestamp.now
  /// Calls under way.
  let calls = Atomic(0)
  let callLimit: Int

  // MARK: under the gate of CallThreads

  var threads = 0
  let threadLimit: Int

  // MARK: the connection's thread's

  var info: MemberInfo { didSet { described = nil } }
  /// The subscription for calls, and those of the service protocol.
  var callNumber = 0
  var serviceNumbers: [Int] = []
  /// What was said of it last, for who asks again.
  var described: [UInt8]?

  // MARK: any thread's

  private let figures = Mutex<[String: Figures]>([:])

  struct Figures: Sendable {
    var requests = 0
    var errors = 0
    var lastError = ""
    var nanoseconds: Int64 = 0
  }

  /// So many actions are counted apart.
  private static let figuresLimit = 4096

  init(_ info: MemberInfo, callLimit: Int, threadLimit: Int) {
    (self.info, name) = (info, info.name)
    (self.callLimit, self.threadLimit) = (callLimit, threadLimit)
  }

  /// Counts a call that has ended.
  func count(_ request: ClusterRequest, _ nanoseconds: Int64, _ failure: Failure?) {
    figures.withLock { figures in
      let key = "\(request.target).\(request.action)"
      guard figures[key] != nil || figures.count < Member.figuresLimit else { return }
      figures[key, default: Figures()].count(nanoseconds, failure)
    }
  }

  /// What was counted of an action, or of all together.
  func figures(_ endpoint: MemberInfo.Endpoint?) -> Figures {
    figures.withLock { figures in
      if let endpoint { return figures["\(endpoint.target).\(endpoint.action)"] ?? Figures() }
      return figures.values.reduce(into: Figures()) { all, one in
        all.requests += one.requests
        all.errors += one.errors
        all.nanoseconds += one.nanoseconds
        if !one.lastError.isEmpty { all.lastError = one.lastError }
      }
    }
  }
}

extension Member.Figures {
  fileprivate mutating func count(_ nanoseconds: Int64, _ failure: Failure?) {
    requests += 1
    self.nanoseconds += nanoseconds
    guard let failure else { return }
    errors += 1
    lastError = "\(failure.status):\(excerpt(failure.message))"
  }
}
