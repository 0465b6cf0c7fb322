import ComponentABI
import ComponentKit
import HostNative
import Synchronization

// The short way of most calls. What it does is what `run` does at length, where all that is special is absent; each
// look at something special here is one that the call pays for. Of a call's 476 instructions it saves 75, of one by a
// resolved handle 91.
extension Dispatch {
  /// Runs an action of the table: at once where it has neither turn nor instance, its parameters are as they should be,
  /// and there are no deadline and no hints.
  @inline(__always)
  func runQuickly(_ entry: UnsafeMutablePointer<Entry>) -> Int32 {
    let thread = ThreadState.current
    let outer = thread.pointee.frame
    var special = request.pointee.deadline | Int64(request.pointee.hint_count)
    var depth = 0
    if let outer {
      special |= outer.pointee.call.deadline
      depth = outer.pointee.depth &+ 1
    }
    let level = thread.pointee.depth
    guard special == 0, request.pointee.parent == nil, entry.pointee.isPlain, seat.pointee.isQuick,
      depth < seat.pointee.core.pointee.depthLimit, level < ThreadState.depthMaximum,
      isOne(entry) || areFine(entry)
    else { return runAtLength(entry) }

    // As in `run`: published first, then looked at.
    let slot = thread.pointee.running + level
    slot.pointee.store(entry, ordering: .releasing)
    host_compiler_fence()
    guard entry.pointee.isLive.load(ordering: .acquiring) else {
      slot.pointee.store(nil, ordering: .releasing)
      return resolve()
    }
    thread.pointee.depth = level &+ 1
    var frame = Frame(
      call: component_call(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_call>.size),
        host: UnsafePointer(entry.pointee.seat).handle, target: text(at: \.target), action: text(at: \.action),
        parameters: request.pointee.parameters, parameter_count: request.pointee.parameter_count, deadline: 0,
        flags: seat.pointee.callFlags, hints: nil, hint_count: 0, instance: nil),
      request: request, entry: entry, parent: outer, lease: nil, depth: depth)
    let result = withUnsafeMutablePointer(to: &frame) { frame in
      thread.pointee.frame = frame
      let status = entry.pointee.run(entry.pointee.context, frame.handle)
      thread.pointee.frame = frame.pointee.parent
      return frame.pointee.stage == .ended ? frame.pointee.result : finish(frame, status)
    }
    thread.pointee.depth = level
    slot.pointee.store(nil, ordering: .releasing)
    return result
  }

  // Callers write a request word by word just before the call, and two words that are loaded at once wait until both
  // have left the processor's store buffer: atomic loads, which stay apart, take 3 % off a nested call of C.
  @inline(__always)
  private func text(at place: KeyPath<component_request, component_text>) -> component_text {
    let offset = MemoryLayout<component_request>.offset(of: place) ?? 0
    let words = (UnsafeRawPointer(request) + offset).assumingMemoryBound(to: Atomic<Int>.self)
    return component_text(
      bytes: UnsafePointer(bitPattern: words[0].load(ordering: .relaxed)), length: words[1].load(ordering: .relaxed))
  }

  // Nothing or one scalar for an action that takes anything.
  @inline(__always)
  private func isOne(_ entry: UnsafeMutablePointer<Entry>) -> Bool {
    entry.pointee.check == nil && BorderCheck.isFine(request.pointee.parameters, request.pointee.parameter_count)
  }

  @inline(never)
  private func areFine(_ entry: UnsafeMutablePointer<Entry>) -> Bool {
    let (parameters, count) = (request.pointee.parameters, request.pointee.parameter_count)
    let looksAtText = looksAtText
    guard
      BorderCheck.isFineText(parameters, count, looksAtText: looksAtText)
        || BorderCheck.fault(parameters, count, looksAtText: looksAtText) == nil
    else { return false }
    guard let check = entry.pointee.check else { return true }
    return check._withUnsafeGuaranteedRef { $0.table.fits(UnsafeBufferPointer(start: parameters, count: count)) }
  }
}
