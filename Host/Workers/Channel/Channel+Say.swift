import ComponentABI
import ComponentHost

extension Channel {
  /// Writes one message: measured first, which is where it is refused.
  ///
  /// - Parameter written: is called when it can be read, and before anybody is woken for it.
  func say(
    _ manner: Manner, _ verb: UInt16, call: CallID, within: CallID = 0, until deadline: Int64 = .max,
    descriptor: Int32? = nil, numbering: (any WireNumbering)? = nil, written: () -> Void = {}, _ write: Writing
  ) throws(ChannelFault) {
    let measure = try Channel.measure(write)
    let length = measure.count
    // Here, where no lock is held: a function's `retain` is foreign code.
    let numbers = measure.functions.map { numbering?.number($0) ?? 0 }
    var frame = Frame(manner, length: min(length, Frame.longest), verb: verb, call: call, within: within)
    if descriptor != nil { frame.flags |= Frame.descriptor }
    do throws(ChannelFault) {
      if length <= Frame.longest {
        try outbound.send(frame, manner, descriptor, until: deadline, written: written) { room in
          var writer = WireWriter(into: room, numbers: numbers)
          try? write(&writer)
        }
      } else {
        try outbound.sendLong(frame, manner, descriptor, length: length, until: deadline, numbers: numbers, write)
      }
    } catch {
      for (number, function) in zip(numbers, measure.functions) { numbering?.takeBack(number, of: function) }
      if case .over(let end) = error { self.end(end) }
      throw error
    }
  }

  /// Writes one short message without functions at once where there is room, and else as soon as there is.
  func saySoon(_ manner: Manner, _ verb: UInt16, call: CallID, _ write: Writing) throws(ChannelFault) {
    let measure = try Channel.measure(write)
    guard measure.count <= Postponed.longest else { throw .refused(WireFault(.size)) }
    let isKept: Bool
    do throws(ChannelFault) {
      isKept = try outbound.sendSoon(Frame(manner, length: measure.count, verb: verb, call: call), manner) { room in
        var writer = WireWriter(into: room)
        try? write(&writer)
      }
    } catch {
      if case .over(let end) = error { self.end(end) }
      throw error
    }
    guard isKept else { return }
    let isStarted = Worker.run { [self] in if let end = outbound.sendPostponed() { self.end(end) } }
    if !isStarted { outbound.isSentByNobody() }
  }

  private static func measure(_ write: Writing) throws(ChannelFault) -> WireWriter {
    var measure = WireWriter()
    do throws(WireFault) { try write(&measure) } catch { throw .refused(error) }
    guard measure.count <= Channel.messageLimit else { throw .refused(WireFault(.size)) }
    return measure
  }

  /// What one message may hold: parameters and hints, each as large as the contract lets them be, and what is around them.
  static let messageLimit = Int(COMPONENT_SIZE_LIMIT) * 2 + 1 << 20
}
