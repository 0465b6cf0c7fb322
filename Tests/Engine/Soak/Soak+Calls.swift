import ComponentKit
import Glibc
import Synchronization
import TestDice

@testable import ComponentHost

/// One thread that calls, or one task.
struct SoakCaller {
  private let soak: Soak
  private let mediator: Mediator
  private var dice: SoakDice
  private let resolved: [ResolvedAction]
  // A function of some version, which may be over by now.
  private var kept: Given?

  private struct Given {
    let file: SoakFile
    let stamp: Int
    let function: Function
    /// Before it was asked for.
    let start: SoakFile.Start
  }

  init(_ soak: Soak, _ number: Int) {
    self.soak = soak
    let mediator = soak.host.mediator
    self.mediator = mediator
    dice = SoakDice(state: soak.seed &+ UInt64(number) &* 1_000_003)
    resolved = [soak.changing, soak.tally].map { mediator.resolved($0.name, "version") }
  }

  /// Calls until the soak is over.
  mutating func run() { while !soak.isEnded { next() } }

  private mutating func next() {
    let (isTally, number) = (dice.below(2) == 0, dice.below(1000))
    let file = isTally ? soak.tally : soak.changing
    switch dice.below(1000) {
    case ..<300: version(.waiting, file, file.name, "version")
    case ..<420:
      let action = resolved[isTally ? 1 : 0]
      ask(.resolved, file) { () throws(Failure) in
        try action.call()
      } check: {
        soak.isVersion($0, of: file, $1)
      }
    case ..<460: version(.nested, file, file.name, ["inside", "insideByURL", "insideByKey"][number % 3])
    case ..<500: pass(.nested, file, "ask", ["text": .text("ä\(number)")], .text("ä\(number)"))
    case ..<560: version(.serial, file, "\(file.name).Serial", "use")
    case ..<640: version(.instance, file, "\(file.name).\(["Kept", "Cached", "Fresh"][number % 3])", "use")
    case ..<680: give(file)
    case ..<700: pass(.passed, file, "take", ["function": .function(Function { _ in .int(number) })], .int(number))
    case ..<705: start(.deferred, file, "later", number)
    case ..<710: start(.cancelled, file, "later", number)
    case ..<715: nap(file, number)
    case ..<840: add()
    case ..<845: start(.counted, soak.tally, "addLater", number)
    case ..<895: tick(soak.ears[isTally ? 1 : 0])
    case ..<935: open(file, number)
    case ..<985: miss(number % 100)
    case ..<995: pass(.waiting, nil, "echo", ["text": .text("x\(number)")], .text("x\(number)"))
    default:
      soak.counts.add(.asked)
      if number < 200 { _ = soak.host.refresh() } else { _ = soak.host.list() }
    }
  }

  // MARK: kinds of calls

  private func version(_ kind: SoakCounts.Kind, _ file: SoakFile, _ target: String, _ action: String) {
    ask(kind, file) { () throws(Failure) in
      try mediator.call(target, action)
    } check: {
      soak.isVersion($0, of: file, $1)
    }
  }

  // Of Steady where there is no file.
  private func pass(
    _ kind: SoakCounts.Kind, _ file: SoakFile?, _ action: String, _ parameters: Fields, _ right: Value
  ) {
    ask(kind, file) { () throws(Failure) in
      try mediator.call(file?.name ?? "Steady", action, parameters)
    } check: { value, _ in
      value == right ? nil : "\(action) was answered \(value)"
    }
  }

  private func nap(_ file: SoakFile, _ number: Int) {
    ask(.waiting, file, mayFail: .timedOut) { () throws(Failure) in
      try mediator.call(file.name, "nap", ["us": .int(number)], timeLimit: .microseconds(500))
    } check: {
      soak.isVersion($0, of: file, $1)
    }
  }

  private func add() {
    let highest = soak.counts.highest.value
    ask(.counted, soak.tally) { () throws(Failure) in
      try mediator.call("Tally", "add")
    } check: {
      soak.isAdded($0, $1, above: highest)
    }
  }

  private func tick(_ ear: SoakEar) {
    ask(.event, ear.file) { () throws(Failure) in
      try mediator.call(ear.file.name, "tick")
    } check: { value, start in
      guard let words = value.list, words.count == 2, let stamp = words[0].int, let number = words[1].int, number > 0
      else { return "tick was answered \(value)" }
      ear.told.add()
      return ear.file.fault(stamp, since: start)
    }
  }

  private mutating func give(_ file: SoakFile) {
    var given: Given?
    ask(.function, file) { () throws(Failure) in
      try mediator.call(file.name, "give")
    } check: { value, start in
      guard let words = value.list, words.count == 2, let stamp = words[0].int, let function = words[1].function
      else { return "give was answered \(value)" }
      given = Given(file: file, stamp: stamp, function: function, start: start)
      return file.fault(stamp, since: start)
    }
    if let kept { invoke(kept) }
    if let given {
      invoke(given)
      if dice.below(8) == 0 { kept = given }
    }
  }

  // It answers as the version that gave it, or is over with that.
  private func invoke(_ given: Given) {
    let start = given.file.start
    soak.begin(.function)
    defer { soak.ended(since: start) }
    do throws(Failure) {
      let value = try mediator.call(given.function)
      if value == [.int(given.stamp), .int(given.stamp)] { return }
      soak.complain("a function of version \(given.stamp) was answered \(value)", given.file)
    } catch {
      soak.counts.failed.add()
      if error.reason == "component_gone", given.file.mayHaveChanged(since: given.start) { return }
      soak.complain("a function of version \(given.stamp) failed: \(error)", given.file)
    }
  }

  private func open(_ file: SoakFile, _ number: Int) {
    // A way leads to another action with each version.
    let isKey = number % 3 == 0
    ask(.url, file, isOutside: !isKey) { () throws(Failure) in
      try isKey
        ? mediator.open(key: "\(file.name)_way")
        : mediator.open("app://\(file.name)/\(number % 3 == 1 ? "number" : "way")/\(number)")
    } check: {
      soak.isVersion($0, of: file, $1)
    }
  }

  private func miss(_ number: Int) {
    ask(.missing, nil, mayFail: .notFound) { () throws(Failure) in
      try mediator.call("Missing\(number)", "run")
    } check: { value, _ in
      "what is missing answers \(value)"
    }
  }

  // It is answered on another thread, perhaps after its component has been taken out.
  private func start(_ kind: SoakCounts.Kind, _ file: SoakFile, _ action: String, _ number: Int) {
    let (soak, start, highest) = (soak, file.start, soak.counts.highest.value)
    let cancellation = Cancellation(mediator)
    soak.begin(kind)
    mediator.start(file.name, action, ["us": .int(number)], cancellation: cancellation) { result in
      soak.hear(result, file, start, mayFail: kind == .cancelled ? .cancelled : nil) {
        kind == .counted ? soak.isAdded($0, $1, above: highest) : soak.isVersion($0, of: file, $1)
      }
    }
    if kind == .cancelled { cancellation.cancel() }
  }

  // MARK: asking

  private func ask(
    _ kind: SoakCounts.Kind, _ file: SoakFile?, mayFail: Failure.Code? = nil, isOutside: Bool = false,
    _ call: () throws(Failure) -> Value, check: (Value, SoakFile.Start) -> String?
  ) {
    let start = (file ?? soak.changing).start
    soak.begin(kind)
    let result = Result { () throws(Failure) in try call() }
    soak.hear(result, file, start, mayFail: mayFail, isOutside: isOutside, check)
  }

  /// Awaits calls until the soak is over.
  mutating func await() async {
    while !soak.isEnded {
      let file = dice.below(2) == 0 ? soak.tally : soak.changing
      let (start, number) = (file.start, dice.below(1000))
      soak.begin(.awaited)
      let result: Result<Value, Failure>
      do throws(Failure) {
        result = .success(
          try await number < 100
            ? mediator.call(file.name, "later", ["us": .int(number)]) : mediator.call(file.name, "version"))
      } catch {
        result = .failure(error)
      }
      soak.hear(result, file, start, mayFail: nil) { soak.isVersion($0, of: file, $1) }
      await Task.yield()
    }
  }
}

extension Soak {
  fileprivate func begin(_ kind: SoakCounts.Kind) {
    counts.begun.add()
    counts.add(kind)
  }

  fileprivate func ended(since start: SoakFile.Start) {
    counts.longest.raise(to: SoakFile.now - start.time)
    counts.ended.add()
  }

  /// Judges the end of a call.
  fileprivate func hear(
    _ result: Result<Value, Failure>, _ file: SoakFile?, _ start: SoakFile.Start, mayFail: Failure.Code?,
    isOutside: Bool = false, _ check: (Value, SoakFile.Start) -> String?
  ) {
    switch result {
    case .success(let value):
      if let fault = check(value, start) { complain(fault, file) }
      // What it had to wait for a replacement is less than all that it took.
      if let file, let stamp = value.list?.first?.int, stamp > start.oldest {
        counts.across[file.hasState ? 1 : 0].raise(to: SoakFile.now - start.time)
      }
    case .failure(let failure):
      counts.failed.add()
      if failure.code != mayFail,
        let fault = file.map({ $0.fault(failure, since: start, isOutside: isOutside) }) ?? failure.message
      {
        complain("a call failed: \(fault)", file)
      }
    }
    ended(since: start)
  }

  fileprivate func isVersion(_ value: Value, of file: SoakFile, _ start: SoakFile.Start) -> String? {
    guard let words = value.list, words.count == 2, let stamp = words[0].int, words[1] == .int(stamp) else {
      return "a call was answered \(value)"
    }
    return file.fault(stamp, since: start)
  }

  // Nothing that was counted before the call began is forgotten.
  fileprivate func isAdded(_ value: Value, _ start: SoakFile.Start, above highest: Int) -> String? {
    guard let words = value.list, words.count == 2, let stamp = words[0].int, let number = words[1].int else {
      return "a count was answered \(value)"
    }
    counts.added.add()
    counts.highest.raise(to: number)
    if number <= highest { return "version \(stamp) counts \(number) after \(highest) was counted" }
    return tally.fault(stamp, since: start)
  }
}
