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
  /// That for questions what it is.
  var aboutNumber = 0
  var serviceNumbers: [Int] = []
  /// What was said of it last, for who asks again.
  var described: [UInt8]?

  // MARK: any thread's

  // In what words calls of an action have failed last.
  private let errors = Mutex<[Endpoint: String]>([:])

  private struct Endpoint: Hashable {
    let target: String
    let action: String
  }

  init(_ info: MemberInfo, callLimit: Int, threadLimit: Int) {
    (self.info, name) = (info, info.name)
    (self.callLimit, self.threadLimit) = (callLimit, threadLimit)
  }

  /// A call of an action has failed that is registered.
  func note(_ failure: Failure, _ target: String, _ action: String) {
    let words = "\(failure.status):\(excerpt(failure.message))"
    errors.withLock { $0[Endpoint(target: target, action: action)] = words }
  }

  /// In what words calls of an action have failed last, or of any where none is named.
  func lastError(_ endpoint: MemberInfo.Endpoint?) -> String {
    errors.withLock { errors in
      guard let endpoint else { return errors.values.first ?? "" }
      return errors[Endpoint(target: endpoint.target, action: endpoint.action)] ?? ""
    }
  }

  /// Whether it owns a target.
  func owns(_ target: String) -> Bool {
    target == name || target.utf8.starts(with: name.utf8) && target.utf8.dropFirst(name.utf8.count).first == 0x2E
  }
}
