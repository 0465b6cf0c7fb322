package import ComponentABI

extension WireReader {
  /// What `WireWriter.failure` wrote.
  package mutating func failure() throws(WireFault) -> component_failure {
    left = Int(COMPONENT_SIZE_LIMIT)
    let (code, voice) = try pair()
    let hasAnswer = try bool()
    let reason = try text()
    let message = try text()
    let details = try anotherInPlace().pointee
    let answer = hasAnswer ? try anotherInPlace() : nil
    return component_failure(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_failure>.size), code: Int32(bitPattern: code),
      voice: voice, reason: reason, message: message, details: details, answer: answer)
  }

  /// What `WireWriter.progress` wrote.
  package mutating func progress() throws(WireFault) -> component_progress {
    left = Int(COMPONENT_SIZE_LIMIT)
    return component_progress(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_progress>.size), fraction: try number(),
      message: try text())
  }

  /// What `WireWriter.request` wrote. Whoever makes the call adds who hears its end, and in which call's service it is.
  package mutating func request() throws(WireFault) -> WireRequest {
    left = Int(COMPONENT_SIZE_LIMIT)
    let target = try text()
    let action = try text()
    let deadline = try integer()
    let (flags, stray) = try pair()
    guard stray == 0 else { throw WireFault(.stray) }
    let parameters = try entries()
    let hints = try entries()
    left = Int(COMPONENT_SIZE_LIMIT)
    let count = try word()
    // Each takes its length at least.
    guard count <= UInt64(remaining / WireCell.lengthSize) else { throw WireFault(.count(count)) }
    try pay(count)
    var skips: [component_text] = []
    skips.reserveCapacity(Int(count))
    for _ in 0..<count { skips.append(try text()) }
    return WireRequest(
      target: target, action: action, parameters: parameters, deadline: deadline, flags: flags, hints: hints,
      skips: skips)
  }

  private mutating func bool() throws(WireFault) -> Bool {
    let word = try word()
    guard word <= 1 else { throw WireFault(.bool(word)) }
    return word == 1
  }
}

/// What a caller on the other side asks; all but `skips` points into the message.
package struct WireRequest {
  package let target, action: component_text
  package let parameters: UnsafeBufferPointer<component_entry>
  package let deadline: Int64
  package let flags: UInt32
  package let hints: UnsafeBufferPointer<component_entry>
  package let skips: [component_text]
}
