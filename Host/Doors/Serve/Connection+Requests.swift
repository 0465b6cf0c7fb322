import ComponentHost
import ComponentKit
import Glibc
import HostNative
import Synchronization

// From one request to the next.
extension Connection {
  /// What its owner does next.
  enum Step {
    /// It waits for something, and can be let go of.
    case waits
    /// It has more to read, which is for the thread that leads.
    case forLeader
    case call(ServedCall)
  }

  /// Goes on as far as it can.
  func advance(_ thread: ServingThread) -> Step {
    let step = step(thread)
    // Before a call as well, which may take its time, and another thread with it.
    flush(thread)
    if phase == .closed, case .call(let call) = step {
      call.drop()
      _ = weigh()
      return .waits
    }
    if saidLast, phase == .idle || phase == .reading, !isStuck { endOutput(thread) }
    // It was looked whether a request has come.
    if endsIdle, phase == .idle, !mayRead, !isStuck { abandon() }
    if phase == .lingering { discard(thread) }
    if weigh() { lighten(thread) }
    return step
  }

  // Too much waits in all connections, and this one has just added to it.
  private func lighten(_ thread: ServingThread) {
    if phase == .reading, !isStuck {
      dropInput()
      core.figures.busy.wrappingAdd(1, ordering: .relaxed)
      answer(RequestRefusal.heavy, thread, closes: true)
      flush(thread)
      if phase != .closed, !isStuck { endOutput(thread) }
    } else {
      abandon()
    }
    _ = weigh()
  }

  private func step(_ thread: ServingThread) -> Step {
    while true {
      switch phase {
      case .closed, .lingering: return .waits
      case .calling:
        guard answerCall(thread) else { return .waits }
      case .listening:
        if isDraining {
          endEvents(thread)
        } else {
          tellEvents(thread)
          return .waits
        }
      case .idle, .reading:
        // A client that does not read what it is sent is not asked for more.
        if isStuck || saidLast { return .waits }
        guard mayRead || hasInput else { return .waits }
        // Behind those that wait meanwhile.
        if !thread.isLeader || thread.turnIsOver { return .forLeader }
        switch nextRequest(thread) {
        case nil: return .waits
        case .call(let call)?: return .call(call)
        case .answered?:
          // Of what the client does not read there is an end as well.
          if thread.output.count >= core.settings.waitingLimit { flush(thread) }
        }
      }
    }
  }

  enum Next { case call(ServedCall), answered }

  // What becomes of the next request; nil where none is whole.
  private func nextRequest(_ thread: ServingThread) -> Next? {
    while true {
      if hasInput {
        if let next = readKept(thread) { return next }
        if phase == .closed { return nil }
      }
      guard mayRead else { return nil }
      guard let base = thread.room.baseAddress else { return nil }
      let count = host_receive(socket, base, thread.room.count)
      if count == -Int(EAGAIN) {
        mayRead = false
        return nil
      }
      if count == 0 {
        // Half a request is worth nothing; what was answered the client may still read.
        (inputEnded, mayRead, saidLast) = (true, false, true)
        return nil
      }
      if count < 0 {
        abandon()
        return nil
      }
      core.figures.received.wrappingAdd(count, ordering: .relaxed)
      // Less than there was room for is all that there was; what comes later is told.
      if count < thread.room.count, !inputEnded { mayRead = false }
      let bytes = UnsafeRawBufferPointer(start: base, count: count)
      if hasInput {
        keep(bytes)
      } else if let next = read(bytes, isKept: false, thread) {
        return next
      }
      if phase == .closed { return nil }
    }
  }

  // What is kept is held meanwhile: the connection may be closed on the way.
  private func readKept(_ thread: ServingThread) -> Next? {
    let (bytes, start) = (input, inputRead)
    return bytes.withUnsafeBytes { read(UnsafeRawBufferPointer(rebasing: $0[start...]), isKept: true, thread) }
  }
}
