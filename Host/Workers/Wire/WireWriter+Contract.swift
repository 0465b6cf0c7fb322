package import ComponentABI

// What is said of calls, besides values.
extension WireWriter {
  /// A failure; `WireReader.failure` reads it.
  package mutating func failure(_ failure: component_failure) throws(WireFault) {
    left = Int(COMPONENT_SIZE_LIMIT)
    pair(UInt32(bitPattern: failure.code), failure.voice)
    integer(failure.answer == nil ? 0 : 1)
    try text(failure.reason)
    try text(failure.message)
    try cell(failure.details)
    try contents(failure.details, depth: 1)
    if let answer = failure.answer {
      try cell(answer.pointee)
      try contents(answer.pointee, depth: 1)
    }
  }

  /// How far a call has come; `WireReader.progress` reads it.
  package mutating func progress(_ progress: component_progress) throws(WireFault) {
    left = Int(COMPONENT_SIZE_LIMIT)
    number(progress.fraction)
    try text(progress.message)
  }

  /// What a caller asks: names, parameters, deadline, flags, hints, skips; `WireReader.request` reads it.
  package mutating func request(_ request: component_request) throws(WireFault) {
    left = Int(COMPONENT_SIZE_LIMIT)
    try text(request.target)
    try text(request.action)
    integer(request.deadline)
    pair(request.flags, 0)
    try entries(request.parameters, request.parameter_count)
    try entries(request.hints, request.hint_count)
    left = Int(COMPONENT_SIZE_LIMIT)
    integer(Int64(request.skip_count))
    guard request.skip_count > 0 else { return }
    guard let skips = request.skips else { throw WireFault(.missing("a list of names")) }
    try pay(request.skip_count, Int(COMPONENT_VALUE_SIZE))
    for index in 0..<request.skip_count { try text(skips[index]) }
  }
}
