import ComponentABI

extension Channel {
  /// Writes one message: measured first, which is where it is refused.
  func say(
    _ manner: Manner, _ verb: UInt16, call: CallID, within: CallID = 0, until deadline: Int64 = .max,
    descriptor: Int32? = nil, numbering: WireWriter.Numbering? = nil, _ write: Writing
  ) throws(ChannelFault) {
    var measure = WireWriter()
    do throws(WireFault) { try write(&measure) } catch { throw .refused(error) }
    guard measure.count <= Channel.messageLimit else { throw .refused(WireFault(.size)) }
    if let end = lock.locked({ over }) { throw .over(end) }
    let frame = Frame(
      length: UInt32(measure.count), manner: manner.rawValue, verb: verb, call: call, within: within)
    let isSaid = line.send(frame, descriptor) { room in
      var writer = WireWriter(into: room, numbering: numbering)
      try? write(&writer)
    }
    if !isSaid { throw .over(.hungUp) }
  }

  /// What one message may hold: parameters and hints, each as large as the contract lets them be, and what is around them.
  static let messageLimit = Int(COMPONENT_SIZE_LIMIT) * 2 + 1 << 20
}
