import ComponentABI
import ComponentKit

// Serial targets, and those that have instances.
extension Dispatch {
  @inline(never)
  func runInTurn(
    _ entry: UnsafeMutablePointer<Entry>, _ parameters: UnsafePointer<component_entry>?, _ count: Int,
    _ thread: UnsafeMutablePointer<ThreadState>, _ parent: UnsafeMutablePointer<Frame>?, _ depth: Int
  ) -> Int32 {
    var frame = frame(entry, entry.pointee.seat, parameters, count, parent, depth, nil)
    if let failure = over(&frame) { return end(failure) }
    guard let gate = entry.pointee.gate?.takeUnretainedValue() else {
      return runInside(entry, parameters, count, thread, parent, depth, lease: nil)
    }
    if let failure = reentry(entry, parent) { return end(failure) }
    if let pass = gate.enter() { return runInside(entry, parameters, count, thread, parent, depth, lease: pass) }
    if waits {
      do throws(Failure) {
        let pass = try gate.enter(Patience(self, parent))
        return runInside(entry, parameters, count, thread, parent, depth, lease: pass)
      } catch {
        return end(error)
      }
    }
    let queued = QueuedCall(&frame, entry, self)
    if let pass = gate.enter(or: queued.run, unless: { queued.record.hasEnded }) { queued.run(pass) }
    queued.record.watch()
    return COMPONENT_OK
  }

  /// Runs the action with an instance of its target, where it has any.
  func runInside(
    _ entry: UnsafeMutablePointer<Entry>, _ parameters: UnsafePointer<component_entry>?, _ count: Int,
    _ thread: UnsafeMutablePointer<ThreadState>, _ parent: UnsafeMutablePointer<Frame>?, _ depth: Int,
    lease: CallLease?
  ) -> Int32 {
    var lease = lease
    var instance: UnsafeMutableRawPointer?
    if let pool = entry.pointee.pool?.takeUnretainedValue() {
      do throws(Failure) {
        let fresh = request.pointee.flags & COMPONENT_REQUEST_FRESH != 0
        let loan = try pool.lend(fresh: fresh, behind: lease, Patience(self, parent))
        instance = loan.instance.pointer
        lease = loan
      } catch {
        return end(error)
      }
    }
    return withExtendedLifetime(lease) {
      run(
        entry.pointee.run, entry.pointee.context, entry, entry.pointee.seat, parameters, count, thread, parent, depth,
        lease: lease, instance: instance)
    }
  }

  // A serial target that is called by a call of its own would wait for itself.
  private func reentry(_ entry: UnsafeMutablePointer<Entry>, _ parent: UnsafeMutablePointer<Frame>?) -> Failure? {
    let own = entry.pointee.gate?.toOpaque()
    if let parent, parent.heldGates.contains(where: { $0 == own }) {
      return .serialReentry(parent.callPath + [entry.path])
    }
    return nil
  }
}
