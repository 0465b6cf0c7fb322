import ComponentABI
import ComponentKit
import HostNative
import Synchronization

// The short way of most calls: the steps of an attempt, without those for what is special. Each look at something
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
    return run(entry, on: thread, depth: depth, parameters: parameters, count: count)
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
    if let check = entry.pointee.check, !check._withUnsafeGuaranteedRef({ $0.fits(parameters, count) }) {
      return runAtLength(entry)
    }
    return run(entry, on: thread, depth: depth, parameters: parameters, count: count)
  }

  // Entered before the attempt is made: what it reads of the entry would else be kept in registers meanwhile.
  @inline(__always)
  private func run(
    _ entry: UnsafeMutablePointer<Entry>, on thread: UnsafeMutablePointer<ThreadState>, depth: Int,
    parameters: UnsafePointer<component_entry>?, count: Int
  ) -> Int32 {
    let slot = thread.pointee.slot
    guard thread.enter(entry, in: slot, fences: false) else { return resolve() }
    let attempt = Attempt(
      quick: self, .action(entry), on: thread, depth: depth, parameters: parameters, count: count)
    let result = attempt.run(isQuick: true)
    thread.leave(slot)
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
