public import ComponentKit

/// Makes calls on other hosts of what is not in the folders of this one. How it does is its own business: the engine knows of no
/// network.
public protocol Elsewhere: AnyObject, Sendable {
  /// Makes a call, and returns without waiting for it; the call hears what becomes of it.
  func begin(_ call: ElsewhereCall)

  /// What is known of a component elsewhere; nil where nobody has said that it has it. It asks nobody.
  func known(_ component: String) -> ElsewhereKnowledge?
}

/// What has been said of a component elsewhere.
public struct ElsewhereKnowledge: Sendable, Equatable {
  /// The highest of the versions.
  public var version: Version
  /// On how many hosts it is.
  public var hosts: Int
  /// How long ago they have said so.
  public var age: Duration
  /// What one of them has said of its actions; nil where none has.
  public var actions: Actions?

  /// The actions that are open there.
  public struct Actions: Sendable, Equatable {
    /// Whether each only reads, by its target and name: "Reader.showDetail".
    public var reads: [String: Bool]
    /// How long ago it was said.
    public var age: Duration

    public init(_ reads: [String: Bool], age: Duration) { (self.reads, self.age) = (reads, age) }
  }

  // What was said longer ago may not hold any more.
  private static let memory = Duration.seconds(5)

  /// Whether it was said just now that it is there, or where an action is named, that this one is open there.
  func says(_ target: String, _ action: String?) -> Bool {
    guard let action else { return age < ElsewhereKnowledge.memory }
    guard let actions, actions.age < ElsewhereKnowledge.memory else { return false }
    return actions.reads["\(target).\(action)"] != nil
  }

  public init(version: Version, hosts: Int, age: Duration) {
    (self.version, self.hosts, self.age) = (version, hosts, age)
  }
}

/// How a call elsewhere has ended.
public enum ElsewhereEnd: Sendable {
  case reply(Value, host: String)
  /// As whoever was called has said it.
  case failure(Failure)
  /// It can't be made, or is lost: this host's own words.
  case fault(Failure)
  /// Nobody has the component: the ladder goes on.
  case nobody
}
