@_spi(Doors) import ComponentDoors
import ComponentHost
import ComponentKit
import Synchronization

// Who has a component, in what version, and with what actions: asked of the service protocol of NATS.
extension ElsewhereCalls {
  func ask(_ open: OpenCall) {
    isLate(open, as: .nobodySaid(open.component))
    let now = Clock.now
    let connection = link.output.connection
    let question = state.withLock { state -> VersionQuestion? in
      if open.isOver { return nil }
      if let question = state.questions[open.component] {
        question.calls[ObjectIdentifier(open)] = open
        return nil
      }
      state.lastNumber += 1
      let question = VersionQuestion(open.component, state.lastNumber, at: now)
      question.calls[ObjectIdentifier(open)] = open
      state.questions[open.component] = question
      return question
    }
    guard let question, let reply = reply(question.number), let subject = Subject("$SRV.PING.\(open.component)") else {
      return
    }
    var message: [UInt8] = []
    BrokerWriter.publish([], to: subject, reply: reply, into: &message)
    link.wake(at: question.due)
    switch link.output.ask(message, by: connection) {
    case .sent: break
    case .full: for open in close(question) { finish(open, unsent: .elsewhereBusy(open.path)) }
    case .closed: for open in close(question) { waitForNext(open) }
    }
  }

  /// No answer to it counts any more: the calls that have waited for it.
  func close(_ question: VersionQuestion) -> [OpenCall] {
    state.withLock { state in
      guard state.questions[question.component] === question else { return [] }
      state.questions[question.component] = nil
      return exchange(&question.calls, with: [:]).values.sorted { $0.began < $1.began }
    }
  }

  func hear(_ delivery: Delivery, _ question: VersionQuestion) {
    if case .nobody = ElsewhereAnswer(delivery) {
      state.withLock { $0.forget(question.component) }
      for open in close(question) { nobody(open) }
      return
    }
    let due = state.withLock { _ in
      question.hear(delivery.payload, in: settings.name, at: Clock.now) ? question.due : nil
    }
    if let due { link.wake(at: due) }
  }

  /// What was said until now counts.
  func decide(_ question: VersionQuestion, _ now: Int64) {
    let calls = close(question)
    guard let best = question.best else {
      for open in calls {
        if question.isOfOthers { nobody(open) } else { finish(open, unsent: .nobodySaid(open.component)) }
      }
      return
    }
    state.withLock { state in
      state.known[question.component] = Known(best, hosts: question.hosts.count, at: now)
      state.absences.isThere(question.component)
    }
    for open in calls { go(open) }
    askActions(of: question.component, question.bestHost)
  }

  /// Nobody has it. Whoever may have had a call before, and is out of reach since, is waited for, and so is, where calls may wait,
  /// who may be there again in a moment.
  func nobody(_ open: OpenCall) {
    let now = Clock.now
    isLate(open, as: .nobodyTook(open.path))
    let (isUnsure, due) = state.withLock { state -> (Bool, Int64?) in
      if open.isUnsure { open.nobodyUntil = open.nobodyUntil ?? now + ElsewhereCalls.patience }
      let isAwaited = open.nobodyUntil.map { now < $0 } ?? false
      guard !open.isOver, isAwaited || open.call.waits && state.absences.mayCome(open.component, now) else {
        return (open.isUnsure, nil)
      }
      var generator = SystemRandomNumberGenerator()
      let due = now + open.backoff.next(using: &generator)
      state.later[ObjectIdentifier(open)] = (due, open)
      return (open.isUnsure, due)
    }
    if let due { return link.wake(at: due) }
    if isUnsure { return finish(open, fault: .outcomeUnknown(open.path)) }
    finish(open, .nobodyHas) { .nobody }
  }

  /// Has a host say which actions of a component are open there, and which of them only read.
  func askActions(of component: String, _ host: String) {
    let now = Clock.now
    let connection = link.output.connection
    let number = state.withLock { state -> Int in
      var actions = state.actions[component] ?? Actions()
      let pause = actions.said == nil ? ElsewhereCalls.actionsPause.unknown : ElsewhereCalls.actionsPause.known
      if let asked = actions.asked, now - asked < pause { return 0 }
      state.lastNumber += 1
      (actions.asked, actions.askedNumber) = (now, state.lastNumber)
      state.actions[component] = actions
      return state.lastNumber
    }
    guard number > 0, host.utf8.count <= 128, !host.utf8.contains(UInt8(ascii: ".")), let reply = reply(number),
      let subject = Subject("$SRV.INFO.\(component).\(host)-\(component)")
    else { return }
    var message: [UInt8] = []
    BrokerWriter.publish([], to: subject, reply: reply, into: &message)
    _ = link.output.ask(message, by: connection)
  }

  func hear(_ delivery: Delivery, actionsOf component: String) {
    let said = delivery.isCut ? nil : ServiceActions(delivery.payload, of: component, in: settings.name)
    let now = Clock.now
    state.withLock { state in
      state.actions[component]?.askedNumber = 0
      guard let said else { return }
      state.actions[component]?.said = said
      state.actions[component]?.moment = now
    }
  }
}
