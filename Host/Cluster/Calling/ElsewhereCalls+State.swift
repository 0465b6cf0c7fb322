@_spi(Doors) import ComponentDoors
import ComponentHost
import ComponentKit

extension ElsewhereCalls {
  /// What is known of calls that are open, and of who could answer them.
  struct State {
    /// What all subjects for answers begin with. Nobody can guess it who has not been called by this connection: else anybody in
    /// the cluster could answer for others.
    var inbox = State.newInbox()
    var calls: [ObjectIdentifier: OpenCall] = [:]
    /// By the numbers of their messages.
    var sent: [Int: OpenCall] = [:]
    var lastNumber = 0
    /// The last connection that is lost.
    var lostConnection = 0
    var questions: [String: VersionQuestion] = [:]
    /// What is known of components.
    var known: [String: Known] = [:]
    /// What hosts have said of the actions of components.
    var actions: [String: Actions] = [:]
    var absences = Absences()
    /// Components that have answered to who needs a version of them, of which it is asked nobody.
    var answered: Set<String> = []
    /// Calls that wait for a connection, and those that are made once more at some time; one that waits for a while only is both.
    var waiting: [ObjectIdentifier: OpenCall] = [:]
    var later: [ObjectIdentifier: (due: Int64, call: OpenCall)] = [:]
    /// When calls that only read are sent once more, if nothing was heard of that message by then.
    var unheard: [ObjectIdentifier: (due: Int64, call: OpenCall, number: Int)] = [:]
    var budget = RepeatBudget()
    var isOver = false
  }

  struct Known {
    var version: Version
    var hosts: Int
    var moment: Int64

    init(_ version: Version, hosts: Int, at now: Int64) { (self.version, self.hosts, moment) = (version, hosts, now) }
  }

  /// What a host has said of a component's actions, and when.
  struct Actions {
    var said: ServiceActions?
    var moment: Int64 = 0
    /// When that was asked last, and the number of that message as long as it is not answered.
    var asked: Int64?
    var askedNumber = 0
  }
}

extension ElsewhereCalls.State {
  static func newInbox() -> String {
    var generator = SystemRandomNumberGenerator()
    let token = (0..<32).map { _ in String(Int.random(in: 0..<16, using: &generator), radix: 16) }.joined()
    return "_INBOX.\(token)."
  }

  /// A message of a call is about to be sent to a version: its number.
  mutating func begin(_ open: OpenCall, to major: UInt32) -> Int {
    lastNumber += 1
    (open.number, open.major) = (lastNumber, major)
    open.ways.append(OpenCall.Way(number: lastNumber))
    sent[lastNumber] = open
    return lastNumber
  }

  /// Nothing that comes for a message counts any more: whether none of its call's is under way now.
  mutating func drop(_ number: Int, of open: OpenCall) -> Bool {
    sent[number] = nil
    open.ways.removeAll { $0.number == number }
    return open.ways.isEmpty
  }

  /// The same for all of a call's.
  mutating func dropAll(of open: OpenCall) { for way in open.ways { _ = drop(way.number, of: open) } }

  /// Whether a call's action is known to be one that only reads: by its caller, or since a host has said so.
  func reads(_ open: OpenCall) -> Bool {
    if open.call.reads { return true }
    guard let actions = actions[open.component]?.said, actions.version.major == open.major else { return false }
    return actions.reads[open.path] == true
  }

  /// Nobody has a component any more, in the version that was known.
  mutating func forget(_ component: String) {
    if exchange(&known[component], with: nil) != nil { absences.isGone(component, Clock.now) }
  }

  /// The same of the version that a caller needs.
  mutating func forgetNeeded(_ component: String) {
    if answered.remove(component) != nil { absences.isGone(component, Clock.now) }
  }

  /// A call was answered by who was called.
  mutating func hasAnswered(_ open: OpenCall) { if open.call.minimum != nil { answered.insert(open.component) } }

  /// Whether a call may be made once more, which is counted then.
  ///
  /// - Parameter isCounted: whether it is one more for the budget of all calls as well.
  mutating func takesRepeat(_ open: OpenCall, _ now: Int64, isCounted: Bool = true) -> Bool {
    guard open.repeats < ElsewhereCalls.repeatLimit, !isCounted || budget.takesRepeat(now) else { return false }
    open.repeats += 1
    return true
  }

  /// Takes a call out, and tells what of it is under way besides the message that was answered; nil where it was over before.
  mutating func remove(_ open: OpenCall, answered number: Int = 0) -> [Way]? {
    if open.isOver { return nil }
    open.isOver = true
    let key = ObjectIdentifier(open)
    (calls[key], waiting[key], later[key], unheard[key]) = (nil, nil, nil, nil)
    questions[open.component]?.calls[key] = nil
    let left = ways(open).filter { $0.number != number }
    dropAll(of: open)
    return left
  }

  /// A message that is under way: where it is answered, and by which connection it was sent.
  struct Way {
    let number: Int
    let reply: Subject?
    let connection: Int
  }

  private func ways(_ open: OpenCall) -> [Way] {
    open.ways.compactMap { way in
      way.connection.map { Way(number: way.number, reply: Subject("\(inbox)\(way.number)"), connection: $0) }
    }
  }
}
