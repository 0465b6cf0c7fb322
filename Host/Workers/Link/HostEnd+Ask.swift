import ComponentABI
import ComponentHost
import ComponentKit

// What the component asks of the mediator besides calls. The answer is what the table's function tells its listener.
extension HostEnd {
  private func seat() throws(WireFault) -> HostTable {
    guard let table else { throw WireFault(.stray) }
    return table
  }

  func publish(_ message: Message, _ channel: Channel) throws(WireFault) {
    // The engine refuses functions in its own words.
    let arrivals = ports.arrivals()
    var reader = message.reader(functions: arrivals.function)
    let event = try reader.text()
    let value = try reader.valueInPlace()
    try reader.end()
    let host = try seat()
    answer(message, channel) { host.pointee.publish(host, event, value, $0, $1) }
    withExtendedLifetime(arrivals) {}
  }

  func route(_ message: Message, _ channel: Channel, isNew: Bool) throws(WireFault) {
    let arrivals = ports.arrivals()
    var reader = message.reader(functions: arrivals.function)
    var route = try reader.route()
    try reader.end()
    let host = try seat()
    answer(message, channel) {
      isNew ? host.pointee.publish_route(host, &route, $0, $1) : host.pointee.withdraw_route(host, &route, $0, $1)
    }
    withExtendedLifetime(arrivals) {}
  }

  func has(_ message: Message, _ channel: Channel) throws(WireFault) {
    var reader = message.reader()
    let (flags, isWhole) = try reader.pair()
    let (target, action) = (try reader.text(), try reader.text())
    try reader.end()
    let host = try seat()
    // Null asks for the target alone; an empty name is one that is not there.
    let empty = component_text(bytes: target.bytes, length: 0)
    let name = isWhole != 0 ? component_text() : action.length == 0 ? empty : action
    answer(message, channel) { host.pointee.has(host, target, name, flags, $0, $1) }
  }

  func canOpen(_ message: Message, _ channel: Channel) throws(WireFault) {
    var reader = message.reader()
    let (flags, _) = try reader.pair()
    let url = try reader.text()
    try reader.end()
    let host = try seat()
    answer(message, channel) { host.pointee.can_open(host, url, flags, $0, $1) }
  }

  func releaseInstance(_ message: Message, _ channel: Channel) throws(WireFault) {
    var reader = message.reader()
    let target = try reader.text()
    try reader.end()
    let host = try seat()
    answer(message, channel) { host.pointee.release_instance(host, target, $0, $1) }
  }

  func log(_ message: Message, _ channel: Channel) throws(WireFault) {
    var reader = message.reader()
    let (level, _) = try reader.pair()
    let text = try reader.text()
    try reader.end()
    // What is said before the registration is nobody's yet, and is said as the component's all the same.
    away(message.within) {
      if let host = table {
        host.pointee.log(host, level, text)
      } else if said.next() <= LogCount.limit {
        settings.say(name, level, text)
      }
    }
    channel.comesBack(from: message)
    try channel.confirm(message)
  }

  /// Passes on what the engine over there has told of the component: that is of one kind only.
  func report(_ message: Message, _ channel: Channel) throws(WireFault) {
    var reader = message.reader()
    let (kind, text) = (try reader.text().string, try reader.text())
    try reader.end()
    guard kind == Report.Kind.endedTwice.rawValue, text.length <= HostEnd.reportLimit else { throw WireFault(.stray) }
    // Whatever a worker says is of its own component, and reads so.
    let words = text.string
    let isItsOwn = words.utf8.starts(with: "\(name).".utf8) || words.utf8.starts(with: "\(name) ".utf8)
    if said.next() <= LogCount.limit {
      away(message.within) { settings.report(Report(.endedTwice, isItsOwn ? words : "\(name): \(words)")) }
    }
    try channel.confirm(message)
  }

  // Two names and some words.
  private static let reportLimit = 1024

  private func answer(
    _ message: Message, _ channel: Channel,
    _ ask: (component_outcome, UnsafeMutableRawPointer) -> Int32
  ) {
    var outcome = OutcomeAnswer(message: message, channel: channel, end: self)
    let code = withUnsafeMutablePointer(to: &outcome) { outcome in
      away(message.within) { ask(OutcomeAnswer.ended, UnsafeMutableRawPointer(outcome)) }
    }
    if outcome.isAnswered { return }
    // Nothing but what breaks the contract is answered with a code alone.
    try? channel.fail(message) { (writer) throws(WireFault) in
      try Failure(.init(rawValue: code), "", "the host refused what it was asked").write(&writer)
    }
  }
}

// The outcome of a question, on its way back.
private struct OutcomeAnswer {
  let message: Message
  let channel: Channel
  let end: HostEnd
  var isAnswered = false

  static let ended: component_outcome = { context, reply, failure in
    guard let answer = context?.assumingMemoryBound(to: OutcomeAnswer.self) else { return }
    answer.pointee.isAnswered = true
    let (channel, message, end) = (answer.pointee.channel, answer.pointee.message, answer.pointee.end)
    // No foreign code runs behind that.
    channel.comesBack(from: message)
    end.back(message.within) {
      if let reply {
        try? channel.reply(to: message, numbering: end.ports) { (writer) throws(WireFault) in
          try writer.value(reply.pointee)
        }
      } else if let failure {
        try? channel.fail(message, numbering: end.ports) { (writer) throws(WireFault) in
          try writer.failure(failure.pointee)
        }
      }
    }
  }
}
