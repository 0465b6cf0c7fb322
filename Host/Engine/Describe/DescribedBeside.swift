import ComponentKit
import Glibc

/// The components that are loaded only to be described, for those who do not wait for as long as one likes to take.
///
/// Each is loaded once at a time, however many ask, one after the other. Where one takes long, a moment later another thread
/// goes on with the others: one that hangs keeps one thread, and is waited for by nobody any more.
final class DescribedBeside: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let gate = Gate()
  private var crew = DescribedBeside.crew
  private var underWay: [String: Job] = [:]

  private static var crew: Crew { Crew(limit: 1, pace: .milliseconds(20)) }

  /// What was said; nil where there is no such component.
  typealias Answer = Result<LoadedComponent?, Refusal>

  /// Has components loaded, and waits for each as long as it was not loaded for too long.
  ///
  /// - Parameters:
  ///   - limit: how long the load of one may take, by whomever it was begun.
  ///   - all: how long to wait in all.
  func load(_ names: [String], _ host: Host, within limit: Duration, all: Duration) -> [String: Answer] {
    let jobs = names.map { (name: $0, job: begin($0, host)) }
    let end = Deadline(after: all).nanoseconds
    return gate.locked {
      var said: [String: Answer] = [:]
      for (name, job) in jobs {
        while job.said == nil, gate.wait(until: min(end, job.due(limit))) || Deadline.now < min(end, job.due(limit)) {}
        said[name] = job.said ?? .failure(.stillLoading)
      }
      return said
    }
  }

  private func begin(_ name: String, _ host: Host) -> Job {
    let (job, crew): (Job, Crew?) = gate.locked {
      if let known = underWay[name] { return (known, nil) }
      let job = Job(name, host, self)
      underWay[name] = job
      return (job, self.crew)
    }
    crew?.bring(job)
    return job
  }

  fileprivate func begun(_ job: Job) {
    gate.locked {
      (job.thread, job.began) = (pthread_self(), Deadline.now)
      // The thread that waits knows now for how long.
      gate.wake()
    }
  }

  fileprivate func end(_ job: Job, _ said: Answer) {
    gate.locked {
      // One that was given up may come to its end behind another one.
      guard underWay[job.name] === job else { return }
      job.said = said
      underWay[job.name] = nil
      gate.wake()
    }
  }

  /// A thread has ended inside of a component, or is given up there.
  func lose(on thread: pthread_t, because refusal: (_ name: String) -> Refusal) {
    let lost = gate.locked {
      let lost = underWay.values.first { $0.thread.map { pthread_equal($0, thread) != 0 } ?? false }
      // It counts as busy, and may for ever.
      if lost != nil { crew = DescribedBeside.crew }
      return lost
    }
    if let lost { end(lost, .failure(refusal(lost.name))) }
  }

  fileprivate final class Job: CrewJob, @unchecked Sendable {
    // Sendable: what changes is touched under the gate only.
    let name: String
    var thread: pthread_t?
    var began: Int64?
    var said: Answer?
    private let host: Host
    private let all: DescribedBeside

    init(_ name: String, _ host: Host, _ all: DescribedBeside) { (self.name, self.host, self.all) = (name, host, all) }

    /// When it has taken too long; never as long as it waits for a thread.
    func due(_ limit: Duration) -> Int64 {
      guard let began else { return .max }
      let (due, overflow) = began.addingReportingOverflow(limit.nanoseconds)
      return overflow ? .max : due
    }

    func work() {
      all.begun(self)
      all.end(self, Result { () throws(Refusal) in try host.description(of: name) })
    }
  }
}

extension Refusal {
  /// Of a component that goes on being loaded while others are shown.
  static let stillLoading = Refusal(
    "still_loading", "it takes long to be loaded, and is not waited for any more; it is shown once it is loaded")
}
