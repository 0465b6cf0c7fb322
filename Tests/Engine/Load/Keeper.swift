import ComponentKit
import Synchronization
import TestThreads

@testable import ComponentHost

/// A component that counts, and hands over how far it has come; what it does on the way is a test's matter.
struct Keeper: Component {
  /// What happens, in its order.
  final class Diary: Sendable {
    private let words = Guarded<[String]>([])
    private let desks = Guarded(0)
    var all: [String] { words.withLock { $0 } }
    func add(_ word: String) { words.withLock { $0.append(word) } }

    /// The number of one more instance of the target `Line`.
    func addDesk() -> Int {
      desks.withLock { desks in
        desks += 1
        return desks
      }
    }
  }

  /// What the next one made does.
  struct Role: Sendable {
    var label = 1
    let diary: Diary
    let begun = Supply()
    let goOn = Supply()
    var start: @Sendable (Mediator) throws -> Void = { _ in }
    var save: @Sendable (Mediator) throws -> Void = { _ in }
    var restore: @Sendable () throws -> Void = {}
    var shutdown: @Sendable () -> Void = {}
    /// Whether it has the action `who`.
    var says = true
    /// When the instance of its target `Line` is destroyed.
    var clear: @Sendable () -> Void = {}
    /// What each of its functions does first.
    var invoked: @Sendable () -> Void = {}
    /// Whether it has a save at all.
    var saves = true
    var paths: [Path] = []
    /// The call of `later` that is open.
    let kept = Kept()

    init(_ label: Int, _ diary: Diary) { (self.label, self.diary) = (label, diary) }

    /// Ends the call that is open; false where there is none.
    func reply() -> Bool { kept.take()?.reply(.int(label)) == true }
  }

  /// Of the thread that registers one: suites run beside each other.
  @TaskLocal private static var next = Role(0, Diary())

  /// Has what `body` registers do that.
  static func playing<R, E: Error>(_ role: Role, _ body: () throws(E) -> R) throws(E) -> R {
    try $next.withValue(role) { Result { () throws(E) in try body() } }.get()
  }

  private final class Count: Sendable {
    let value = Guarded(0)
  }

  let mediator: Mediator
  private let role = Keeper.next
  private let count = Count()

  init(mediator: Mediator) { self.mediator = mediator }

  var actions: [Action] {
    let (role, count) = (role, count)
    Action("add") { _ in
      .int(
        count.value.withLock { value in
          value += 1
          return value
        })
    }
    if role.says { Action("who") { _ in .int(role.label) }.remote }
    Action("notFound") { _ in .int(-role.label) }
    // Is there until it is told to go on, then calls whom it is told to.
    Action("linger") { [mediator] call in
      role.begun.add()
      role.goOn.take()
      guard let target = try call.text("target", default: nil as String?) else { return .int(role.label) }
      return try mediator.call(target, "who")
    }
    Action.deferring("later") { call in
      role.kept.keep(call)
      role.begun.add()
    }
    Action("reply") { _ in .bool(role.reply()) }
    Action("function") { [mediator] _ in
      .function(
        Function(mediator) { _ in
          role.invoked()
          return .int(role.label)
        })
    }
    Action("asker") { [mediator] _ in .function(Function(mediator) { _ in try mediator.call("Keeper", "who") }) }
    Action("run") { call in
      guard case .object(let object)? = call.value("box"), let box = object.as(Box.self) else { return nil }
      return box.run()
    }
  }

  /// Something to run from inside an action.
  final class Box: Sendable {
    let run: @Sendable () -> Value
    init(_ run: @escaping @Sendable () -> Value) { self.run = run }
  }

  private final class Desk: Sendable {
    let number: Int
    private let clear: @Sendable () -> Void
    init(_ role: Role) { (number, clear) = (role.diary.addDesk(), role.clear) }
    deinit { clear() }
  }

  var paths: [Path] { role.paths }

  var targets: [Target] {
    let role = role
    Target("Line", isSerial: true, lifetime: .kept, instance: { Desk(role) }) { desk in
      desk.action("linger") { _, _ in
        role.begun.add()
        role.goOn.take()
        return .int(role.label)
      }
      desk.action("who") { _, _ in .int(role.label) }
      desk.action("desk") { desk, _ in .int(desk.number) }
    }
  }

  var lifecycle: [LifeStep] {
    let (role, count, mediator) = (role, count, mediator)
    LifeStep.start {
      role.diary.add("\(role.label) starts")
      try role.start(mediator)
    }
    LifeStep.restore { state in
      role.diary.add("\(role.label) restores \(state.int ?? -1)")
      try role.restore()
      count.value.withLock { $0 = state.int ?? 0 }
    }
    LifeStep.memoryPressure {}
    if role.saves {
      LifeStep.save {
        role.diary.add("\(role.label) saves")
        try role.save(mediator)
        return .int(count.value.withLock { $0 })
      }
    }
  }

  func shutdown() {
    role.shutdown()
    role.diary.add("\(role.label) shuts down")
  }
}

/// A host with the first keeper in it, and what replaces that.
struct KeeperStage: Sendable {
  let host: Host
  let first: Keeper.Role
  let diary: Keeper.Diary
  let reports = Guarded<[String]>([])

  init(
    saves: Bool = true, hold: Duration = .seconds(60), step: Duration = .seconds(60), upgrades: Upgrades = .all,
    _ change: (inout Keeper.Role) -> Void = { _ in }
  ) throws {
    var settings = Settings()
    settings.upgrades = upgrades
    (settings.holdLimit, settings.stepLimit) = (hold, step)
    settings.report = { [reports] report in reports.withLock { $0.append(report.message) } }
    host = Host(settings)
    diary = Keeper.Diary()
    var first = Keeper.Role(1, diary)
    first.saves = saves
    change(&first)
    self.first = first
    try Keeper.playing(first) { [host] in try host.register(Keeper.self) }
    try host.register(Passer.self)
  }

  /// Calls on.
  struct Passer: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] { Action("who") { [mediator] _ in try mediator.call("Keeper", "who") } }
  }

  /// How it went, in one word: the number of the generation that answers now, or why it does not.
  @discardableResult
  func replace(_ change: (inout Keeper.Role) -> Void = { _ in }) -> String { replace(by: role(change)) }

  func role(_ change: (inout Keeper.Role) -> Void = { _ in }) -> Keeper.Role {
    var next = Keeper.Role(2, diary)
    next.saves = first.saves
    change(&next)
    return next
  }

  func replace(by role: Keeper.Role) -> String {
    do throws(Refusal) {
      let change = try Keeper.playing(role) { () throws(Refusal) in
        try host.loader.replace("Keeper") { Keeper.register($0, $1) }
      }
      guard case .replaced(let number) = change?.kind else { return "nothing" }
      return "\(number)"
    } catch {
      return error.reason
    }
  }

  func call(_ action: String, of target: String = "Keeper", _ parameters: Fields = [:]) -> Int? {
    (try? host.mediator.call(target, action, parameters))?.int
  }

  /// How many calls, or replacements, wait for their turn.
  var callersHeld: Int { host.loader.gate.waiters }

  var isHeld: Bool { host.loader.loaded["Keeper"]?.isHeld.load(ordering: .acquiring) == true }
}
