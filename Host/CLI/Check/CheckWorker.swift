import ComponentHost
import ComponentKit
import ComponentWorkers
import Glibc

/// A worker that tries a component out: it gets a job, does it, says what it finds, and ends.
enum CheckWorker {
  /// The exit status where no job came, or nobody listens.
  private static let jobless: Int32 = 2

  static func run() -> Int32 {
    guard let job = CheckTalk.job(from: WorkerRole.channel) else { return jobless }
    WorkerSelf.endBehindChannel()
    let talk = CheckTalk(WorkerRole.channel, job.step)
    let trial = CheckTrial(job, talk)
    trial.run()
    talk.say(.done(calls: trial.calls))
    return 0
  }
}

extension CheckTrial {
  fileprivate func run() {
    switch job.step {
    case .file, .exports: break
    case .registration: register()
    case .twice: registerTwice()
    case .life: live()
    case .parameters: tryParameters()
    case .unknown: tryUnknown()
    case .concurrency: tryAtOnce()
    case .cancellation: tryGivingUp()
    case .events: tryEvents()
    case .reload: tryReloading()
    case .leaks: lookForLeaks()
    }
  }
}
