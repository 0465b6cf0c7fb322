/// What waits for a spare thread, in order.
struct Jobs {
  enum Job {
    case serve(Message)
    case hear(OpenCall)
    case cancel(Message)
  }

  private var jobs: [Job?] = []
  private var next = 0

  var isEmpty: Bool { next == jobs.count }

  mutating func add(_ job: Job) { jobs.append(job) }

  mutating func take() -> Job? {
    guard next < jobs.count else { return nil }
    let job = jobs[next]
    jobs[next] = nil
    next += 1
    // What was taken is dropped now and then, so that each costs the same.
    if next * 2 >= jobs.count {
      jobs.removeFirst(next)
      next = 0
    }
    return job
  }
}
