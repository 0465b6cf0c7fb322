import ComponentHost
import ComponentKit
import Glibc
import HostNative

// What the thread does that leads.
extension MCPCore {
  /// Deals with what the client sends, until another thread leads or the door is closed.
  func lead(_ thread: ServingThread) {
    thread.isLeader = true
    thread.now = Clock.now
    while thread.isLeader {
      if stage == .over { return }
      var isBusy = false
      let begun = inHand { () -> MCPRegistry.Entry? in
        guard let plan = nextPlan() else { return nil }
        isBusy = true
        return handle(plan, thread)
      }
      if let begun { place(begun, thread) } else if !isBusy { wait(thread) }
    }
  }

  // What is to be done next; nil where more has to come, or the client has to read first.
  private func nextPlan() -> MCPPlan? {
    guard output.waiting <= settings.waitingLimit else { return nil }
    if let plan = plans.popLast() { return plan }
    batch = nil
    guard let piece = reader.next() ?? (isInputOver ? reader.last() : nil) else {
      if isInputOver { tellEnd() }
      return nil
    }
    switch rules.plans(for: piece, limit: settings.messageLimit) {
    case .one(let plan): return plan
    case .batch(let all):
      let answered = all.filter(\.isAnswered).count
      batch = answered > 0 ? MCPBatch(count: answered, output) : nil
      plans = all.reversed()
      return plans.popLast()
    }
  }

  private func tellEnd() {
    if hasToldEnd { return }
    hasToldEnd = true
    settings.ended()
  }

  // MARK: waiting

  private func wait(_ thread: ServingThread) {
    // Before the wait, whose end it sets: the client may just have said that it is ready.
    lookAtFolders(thread)
    let isOpen = stage == .open && !isInputOver
    let isFull = output.waiting > settings.waitingLimit
    if !isFull { stuckAt = nil } else if isInputOver, stuckAt == nil { stuckAt = thread.now }
    var ready = [
      pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
      // Where nothing more is read it is heard all the same that nothing more will come.
      pollfd(
        fd: isOpen && stuckAt == nil ? settings.input : -1, events: isFull ? MCPCore.inputEnd : Int16(POLLIN),
        revents: 0),
      // That nobody reads any more is told without being asked for.
      pollfd(
        fd: output.isBroken ? -1 : settings.output, events: output.waiting > 0 ? Int16(POLLOUT) : 0, revents: 0),
    ]
    let count = poll(&ready, 3, timeout(thread.now))
    thread.now = Clock.now
    if count > 0 {
      if ready[0].revents != 0 { host_bell_hush(bell) }
      if ready[2].revents & Int16(POLLOUT) != 0 {
        output.flush()
        if stuckAt != nil { stuckAt = thread.now }
      }
      if ready[2].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { output.endByReader() }
      if ready[1].revents != 0 { if isFull { stuckAt = thread.now } else { read(thread) } }
    }
    if output.isBroken || thread.now >= stuckEnd { tellEnd() }
    if isNewsHeld, output.waiting == 0 { (isNewsHeld, announceAt) = (false, thread.now) }
    if takeChange() { announceAt = min(announceAt, thread.now + MCPCore.changePause) }
    if thread.now >= announceAt { announce() }
    if thread.now >= nextLook { look(thread) }
  }

  // That the other side of a socket sends nothing more. Of a pipe it is told without being asked for.
  private static let inputEnd: Int16 = 0x2000  // POLLRDHUP

  // A client that has ended its input, and for so long takes nothing of what waits for it, is taken for one that has ended: what
  // it has sent besides is not done.
  private static let stuckTime: Int64 = 1_000_000_000

  private var stuckEnd: Int64 { stuckAt.map { $0 + MCPCore.stuckTime } ?? .max }

  // In milliseconds.
  private func timeout(_ now: Int64) -> Int32 {
    let next = min(nextLook, announceAt, printAt, hasToldEnd ? .max : stuckEnd)
    return next == .max ? -1 : Int32(clamping: max(0, next - now) / 1_000_000 + 1)
  }

  private func read(_ thread: ServingThread) {
    let count = Glibc.read(settings.input, thread.room.baseAddress, thread.room.count)
    if count > 0 {
      reader.take(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(thread.room)[..<count]))
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      if count < 0, errno != ECONNRESET {
        tell(.warning, DoorEvent.notRead, "what the client sends can't be read: \(systemReason(errno))")
      }
      isInputOver = true
    }
  }

  // MARK: the clock

  // How long after a change the tools are told to have changed: what is copied into a folder is often more than one file.
  private static let changePause: Int64 = 50_000_000

  // How often the folders are looked at, for components that are shown without having been loaded, of which the host tells
  // nothing; more seldom where that takes longer than a hundredth of it.
  private static let printPause: Int64 = 1_000_000_000

  private func lookAtFolders(_ thread: ServingThread) {
    guard stage == .open, isHeard || rules.isReady else {
      printAt = .max
      return
    }
    if printAt == .max { printAt = thread.now }
    guard thread.now >= printAt else { return }
    let now = book.print
    if let print, print != now { announceAt = min(announceAt, thread.now + MCPCore.changePause) }
    print = now
    let began = thread.now
    thread.now = Clock.now
    printAt = thread.now + max(MCPCore.printPause, 100 * (thread.now - began))
  }

  private func announce() {
    announceAt = .max
    guard stage == .open else { return }
    // A client that does not read hears once that there was something.
    guard output.waiting == 0 else {
      isNewsHeld = true
      return
    }
    // What is told now is not told again.
    print = book.print
    let method = "notifications/tools/list_changed"
    if rules.isReady { output.send(MCPWriter.notice(method)) }
    for listener in registry.listeners(toTools: true) {
      listener.tell { MCPWriter.notice(method, MCPCore.listened(listener.id)) }
    }
  }

  private func look(_ thread: ServingThread) {
    beginLook()
    for call in registry.calls {
      if thread.now >= call.due {
        overdue(call)
      } else {
        wake(at: call.due)
        if call.tellHeldProgress() { wake(at: thread.now + MCPProgress.pause) }
      }
    }
    for listing in registry.listings {
      if thread.now >= listing.due { overdue(listing) } else { wake(at: listing.due) }
    }
  }

  // Its action does not notice that its time is over.
  private func overdue(_ call: MCPCall) {
    guard registry.remove(call.exchange) else { return }
    call.answer(Failure(.timedOut, "", "the tool has not answered in time"))
    if threads.takeBack(call) { drop(call, "timed_out") }
  }

  // A component does not end to be loaded, or there are more than the time is enough for.
  private func overdue(_ listing: MCPListing) {
    guard registry.remove(listing.exchange) else { return }
    listing.exchange.answer(.failure(.lateTools))
    if threads.takeBack(listing) { leave(listShare) }
  }
}

extension MCPPlan {
  /// Whether there is a request whose answer has to be waited for.
  fileprivate var isAnswered: Bool {
    switch self {
    case .nothing, .cancel: false
    default: true
    }
  }
}
