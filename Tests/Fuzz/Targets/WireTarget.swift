import ComponentABI
import ComponentKit
import Glibc

@testable import ComponentWorkers

extension FuzzTarget {
  /// The reader of what crosses between a host and its workers. The first byte says what the rest is to be.
  public static let wire = FuzzTarget(name: "wire") { input throws(BrokenPromise) in
    guard let form = input.first else { return false }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(input.count - 1, 8), alignment: 8)
    defer { bytes.deallocate() }
    let message = UnsafeMutableRawBufferPointer(rebasing: bytes[..<(input.count - 1)])
    message.copyBytes(from: input.dropFirst())
    var reader = WireReader(message, functions: { number in number < 4 ? function : nil })
    let again: Written
    do throws(WireFault) {
      switch form % 4 {
      case 0:
        let value = try reader.value()
        again = Written { writer throws(WireFault) in try writer.value(value) }
      case 1:
        let failure = try reader.failure()
        again = Written { writer throws(WireFault) in try writer.failure(failure) }
      case 2:
        let progress = try reader.progress()
        again = Written { writer throws(WireFault) in try writer.progress(progress) }
      default: again = written(try reader.request())
      }
      try reader.end()
    } catch {
      try BrokenPromise.unless(error.words.isPrintable, "a fault can be printed: \(error.words)")
      try BrokenPromise.unless(error.words.utf8.count < 1000, "a fault is short: \(error.words)")
      return false
    }
    try BrokenPromise.unless(again.fault == nil, "what was read can be written: \(again.fault?.words ?? "")")
    // There is one way only to write a thing, but for the numbers of functions.
    try BrokenPromise.unless(again.bytes.count == message.count, "what was read is written as it was")
    if !again.hasFunctions {
      try BrokenPromise.unless(
        again.bytes.elementsEqual(input.dropFirst()), "what was read is written as it was, byte for byte")
    }
    return true
  }

  private static func written(_ request: WireRequest) -> Written {
    request.skips.withUnsafeBufferPointer { skips in
      let again = component_request(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_request>.size), target: request.target,
        action: request.action, parameters: request.parameters.baseAddress,
        parameter_count: request.parameters.count, ended: { _, _, _ in }, progressed: nil, context: nil,
        deadline: request.deadline, cancellation: nil, parent: nil, flags: request.flags, reserved: 0,
        hints: request.hints.baseAddress, hint_count: request.hints.count, skips: skips.baseAddress,
        skip_count: skips.count, place: nil)
      return Written { writer throws(WireFault) in try writer.request(again) }
    }
  }

  // Some function, which is never called.
  nonisolated(unsafe) private static let function: UnsafePointer<component_function> = {
    let place = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<component_function>.size, alignment: 8)
    memset(place, 0, MemoryLayout<component_function>.size)
    return UnsafePointer(place.assumingMemoryBound(to: component_function.self))
  }()
}

/// What a writer makes of something.
private struct Written {
  private(set) var bytes: [UInt8] = []
  private(set) var fault: WireFault?
  private(set) var hasFunctions = false

  init(_ write: (inout WireWriter) throws(WireFault) -> Void) {
    do throws(WireFault) {
      var measure = WireWriter()
      try write(&measure)
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: max(measure.count, 8), alignment: 8)
      defer { room.deallocate() }
      var writer = WireWriter(into: UnsafeMutableRawBufferPointer(rebasing: room[..<measure.count]))
      try write(&writer)
      hasFunctions = !measure.functions.isEmpty
      bytes = Array(room[..<measure.count])
    } catch {
      fault = error
    }
  }
}
