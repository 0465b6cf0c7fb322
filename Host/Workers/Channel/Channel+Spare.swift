import ComponentHost
import ComponentKit
import Synchronization

// The channel's own threads: each reads where nobody else does, and does what it has read; another one is idle meanwhile.
extension Channel {
  /// So many of them serve requests that may wait. What comes then waits until one has; all else is heard meanwhile.
  private static let servingLimit = 256

  /// So many of them there are at most.
  private static let spareLimit = 512

  /// How long one that is not needed stays.
  private static let patience = Duration.seconds(5)

  /// Has a spare thread do something. Not under the lock.
  func bring(_ job: Job) {
    let starts = lock.locked {
      jobs.add(job)
      return needsSpare()
    }
    if starts { startSpareThread() } else { _ = inbound.sleepers.wakeSpare() }
    if overMark.end != nil { hearJobs() }
  }

  /// The channel is over: listeners hear what came for them before, and nothing is served any more.
  func hearJobs() {
    while let job = lock.locked({ jobs.take() }) {
      if case .hear(let call) = job { hear(call) }
    }
  }

  func startSpare() { if lock.locked({ needsSpare() }) { startSpareThread() } }

  // Whether a thread is to be started, which is counted then. Under the lock.
  private func needsSpare() -> Bool {
    if idle > 0 || spares >= Channel.spareLimit { return false }
    idle += 1
    spares += 1
    return true
  }

  private func startSpareThread() {
    if spawn({ [self] in beSpare() }) { return }
    // There is none to be had: what waits is done by the next one that is idle, or that is started.
    lock.locked {
      idle -= 1
      spares -= 1
    }
    lacksThread.store(true, ordering: .relaxed)
  }

  /// Tries again to have a thread, where there was none to be had before.
  func nudge() {
    if lacksThread.load(ordering: .relaxed), lacksThread.exchange(false, ordering: .relaxed) { startSpare() }
  }

  private enum Turn {
    case job(Job)
    case read
    case sleep(level: Int, thinsCrowd: Bool)
    case leave
  }

  /// A spare thread's whole life; it is counted as idle when it begins.
  func beSpare() {
    var (hasLooked, isLate) = (false, false)
    while true {
      switch nextTurn(hasLooked, isLate) {
      case .job(let job): perform(job)
      case .read:
        let job = readSpare()
        if let job { perform(job) }
        (hasLooked, isLate) = (job == nil, false)
        continue
      case .sleep(let level, let thinsCrowd):
        if thinsCrowd { startThinning() }
        isLate = sleepSpare(level)
        hasLooked = false
        continue
      case .leave: return
      }
      (hasLooked, isLate) = (false, false)
    }
  }

  // One that nobody has needed for a while leaves, as long as another one is there.
  private func nextTurn(_ hasLooked: Bool, _ isLate: Bool) -> Turn {
    lock.locked {
      if overMark.end == nil, !isLate || idle == 1 || !jobs.isEmpty || !inbound.isEmpty {
        if let job = nextJob() { return .job(job) }
        if !isRead, !hasLooked || !inbound.isEmpty {
          isRead = true
          inbound.sleepers.beginReading()
          return .read
        }
        let level = 1 + (~(levels >> 1)).trailingZeroBitCount
        if level < Sleepers.levels {
          levels |= 1 << UInt32(level)
          inbound.sleepers.lieDown(level)
          return .sleep(level: level, thinsCrowd: beginsThinning())
        }
      }
      idle -= 1
      spares -= 1
      return .leave
    }
  }

  // Under the lock. A request is counted as served from here on.
  private func nextJob() -> Job? {
    while let job = crowd.isEmpty || serving >= Channel.servingLimit ? jobs.take() : crowd.take().map({ .serve($0) }) {
      guard case .serve(let message) = job, mayWait(message) else { return job }
      if serving < Channel.servingLimit {
        serving += 1
        return job
      }
      crowd.add(message)
    }
    return nil
  }

  // Reads until there is something for this thread to do, or nothing at all.
  private func readSpare() -> Job? {
    while overMark.end == nil {
      do throws(ChannelEnd) {
        guard let message = try inbound.receive() else {
          if spinner.spin({ !inbound.isEmpty }) { continue }
          stopReading()
          return nil
        }
        switch try place(message) {
        case .waiter(let waiter, let sleeps): if sleeps { waiter.wake.wake() }
        case .job(let job):
          guard let admitted = lock.locked({ admit(job) }) else {
            if lock.locked({ beginsThinning() }) { startThinning() }
            continue
          }
          stopReading()
          return admitted
        case .nowhere: break
        }
      } catch {
        end(error)
      }
    }
    stopReading()
    return nil
  }

  // Under the lock. A request that comes first is served first.
  private func admit(_ job: Job) -> Job? {
    guard case .serve(let message) = job, mayWait(message) else { return job }
    crowd.add(message)
    return nextJob()
  }

  private func mayWait(_ message: Message) -> Bool { message.manner == .request && service.mayWait(message.verb) }

  // Whether nobody has needed it.
  private func sleepSpare(_ level: Int) -> Bool {
    // The first ones stay: they are needed again.
    let deadline = level <= 2 ? Int64.max : Deadline(after: Channel.patience).nanoseconds
    let isInTime = rest(level, until: deadline) { lock.locked { !isRead && !inbound.isEmpty } }
    let isOthers = lock.locked {
      levels &= ~(1 << UInt32(level))
      return isRead
    }
    if isOthers, !inbound.isEmpty { inbound.sleepers.ring() }
    return !isInTime
  }

  // Foreign code runs: another thread must be there for what comes meanwhile.
  private func perform(_ job: Job) {
    let starts = lock.locked {
      idle -= 1
      return needsSpare()
    }
    if starts { startSpareThread() }
    var served = 0
    switch job {
    case .serve(let message):
      served = mayWait(message) ? 1 : 0
      serve(message)
    case .hear(let call): hear(call)
    case .cancel(let message): message.cancel()
    }
    lock.locked {
      idle += 1
      serving -= served
    }
  }

  /// Hands a listener what has come, in order: one thread at a time does.
  func hear(_ call: OpenCall) {
    guard let listener = call.listener else { return }
    let isFirst = lock.locked {
      call.isToBeHeard = false
      if call.isHeard { return false }
      call.isHeard = true
      return true
    }
    guard isFirst else { return }
    while let heard = lock.locked({ nextHeard(call) }) { listener(heard) }
  }

  // Under the lock.
  private func nextHeard(_ call: OpenCall) -> OpenCall.Heard? {
    if call.isOver { return nil }
    guard let message = call.take() else {
      call.isHeard = false
      guard let end = overMark.end else { return nil }
      call.isOver = true
      return .ended(.over(end))
    }
    if message.manner == .progress { return .progress(message) }
    call.isOver = true
    return .ended(message.manner == .reply ? .reply(message) : .failure(message))
  }
}
