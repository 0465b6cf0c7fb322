import ComponentABI

extension Channel {
  /// Writes one message: measured first, which is where it is refused.
  func say(
    _ manner: Manner, _ verb: UInt16, call: CallID, within: CallID = 0, until deadline: Int64 = .max,
    descriptor: Int32? = nil, numbering: WireWriter.Numbering? = nil, _ write: Writing
  ) throws(ChannelFault) {
    var measure = WireWriter()
    do throws(WireFault) { try write(&measure) } catch { throw .refused(error) }
    let length = measure.count
    guard length <= Channel.messageLimit else { throw .refused(WireFault(.size)) }
    var frame = Frame(manner, length: min(length, Frame.longest), verb: verb, call: call, within: within)
    if descriptor != nil { frame.flags |= Frame.descriptor }
    do throws(ChannelFault) {
      if length <= Frame.longest {
        try outbound.send(frame, manner, descriptor, until: deadline) { room in
          var writer = WireWriter(into: room, numbering: numbering)
          try? write(&writer)
        }
      } else {
        try outbound.sendLong(
          frame, manner, descriptor, length: length, until: deadline, numbering: numbering, write)
      }
    } catch {
      if case .over(let end) = error { self.end(end) }
      throw error
    }
  }

  /// What one message may hold: parameters and hints, each as large as the contract lets them be, and what is around them.
  static let messageLimit = Int(COMPONENT_SIZE_LIMIT) * 2 + 1 << 20
}
