import ComponentABI
import ComponentKit
import HostNative
import Synchronization

// The short way of most calls: the same steps as `run`, without those for what is special. Each look at something
// special here is paid for by every call; the short way saves a seventh of a call's instructions.
extension Dispatch {
  /// Runs an action of the table: at once where it has neither turn nor instance, its parameters are as declared, and
  /// there is no deadline, hint, cancellation or named parent. Otherwise the long way runs it.
  @inline(__always)
  func runQuickly(_ entry: UnsafeMutablePointer<Entry>) -> Int32 {
    let thread = ThreadState.current
    let outer = thread.pointee.frame
    var special =
      request.pointee.deadline | Int64(request.pointee.hint_count)
      | Int64(Int(bitPattern: request.pointee.parent)) | Int64(Int(bitPattern: request.pointee.cancellation))
    var depth = 0
    if let outer {
      special |= outer.pointee.isWatched ? 1 : 0
      depth = outer.pointee.depth &+ 1
    }
    guard special == 0, seat.pointee.isQuick, depth < seat.pointee.core.pointee.depthLimit,
      thread.pointee.slot < thread.pointee.end
    else { return runAtLength(entry) }
    let parameters = UnsafePointer<component_entry>(bitPattern: word(\.parameters))
    let count = word(\.parameter_count)
    guard entry.pointee.way == .plain, BorderCheck.isPlain(parameters, count) else {
      return runChecked(entry, thread, depth)
    }
    return publish(entry, parameters, count, thread, depth)
  }

  // Out of line, so that the simplest calls save no registers for what is checked here.
  @inline(never)
  private func runChecked(
    _ entry: UnsafeMutablePointer<Entry>, _ thread: UnsafeMutablePointer<ThreadState>, _ depth: Int
  ) -> Int32 {
    if entry.pointee.way == .inTurn { return runAtLength(entry) }
    let (parameters, count) = (request.pointee.parameters, request.pointee.parameter_count)
    let checksText = checksText
    guard
      BorderCheck.isFine(parameters, count, checksText: checksText)
        || BorderCheck.fault(parameters, count, checksText: checksText) == nil
    else { return runAtLength(entry) }
    if let check = entry.pointee.check {
      let borrowed = UnsafeBufferPointer(start: parameters, count: count)
      guard check._withUnsafeGuaranteedRef({ $0.table.fits(borrowed) }) else { return runAtLength(entry) }
    }
    return publish(entry, parameters, count, thread, depth)
  }

  @inline(__always)
  private func publish(
    _ entry: UnsafeMutablePointer<Entry>, _ parameters: UnsafePointer<component_entry>?, _ count: Int,
    _ thread: UnsafeMutablePointer<ThreadState>, _ depth: Int
  ) -> Int32 {
    let slot = thread.pointee.slot
    // As in `run`: published first, then looked at.
    slot.pointee.store(entry, ordering: .releasing)
    host_compiler_fence()
    guard entry.pointee.isLive.load(ordering: .acquiring) else {
      slot.pointee.store(nil, ordering: .releasing)
      return resolve()
    }
    thread.pointee.slot = slot + 1
    var frame = Frame(
      call: component_call(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_call>.size),
        host: UnsafePointer(entry.pointee.seat).handle, target: entry.pointee.target, action: entry.pointee.action,
        parameters: parameters, parameter_count: count, deadline: 0, flags: 0, reserved: 0,
        hints: nil, hint_count: 0, instance: nil),
      request: request, entry: entry, parent: thread.pointee.frame, lease: nil, depth: depth, isWatched: false,
      stage: .running)
    let result = withUnsafeMutablePointer(to: &frame) { frame in
      thread.pointee.frame = frame
      let status = entry.pointee.run(entry.pointee.context, frame.handle)
      thread.pointee.frame = frame.pointee.parent
      return frame.pointee.stage == .ended ? frame.pointee.result : Dispatch.finish(frame, status, waits: waits)
    }
    thread.pointee.slot = slot
    slot.pointee.store(nil, ordering: .releasing)
    return result
  }

  // Callers write a request word by word just before the call, and two words that are loaded at once wait until both
  // have left the processor's store buffer: atomic loads, which stay apart, take 3 % off a nested call of C.
  @inline(__always)
  private func word(_ place: PartialKeyPath<component_request>) -> Int {
    let offset = MemoryLayout<component_request>.offset(of: place) ?? 0
    let word = (UnsafeRawPointer(request) + offset).assumingMemoryBound(to: Atomic<Int>.self)
    return word.pointee.load(ordering: .relaxed)
  }
}
