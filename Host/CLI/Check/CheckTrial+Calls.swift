import ComponentHost
import ComponentKit
import Glibc

extension CheckTrial {
  /// Calls every action with all that is made for it, one call at a time.
  func tryParameters() {
    let host = host()
    guard let component = load(host) else { return }
    var number = 0
    for made in actions(of: component) {
      made.each { call in
        defer { number += 1 }
        if number < job.first || isLeftOut(made) { return true }
        let place = CheckPlace(made.target, made.action.name, call.about, call.parameters)
        talk.at(number, place)
        self.call(host, made, call.parameters, at: place)
        return true
      }
    }
    // A call that was ended may be ended again a moment later.
    usleep(50_000)
    end(host)
  }

  /// Calls what there is not: each such call has to fail as a missing neighbour's does.
  func tryUnknown() {
    let host = host()
    guard let component = load(host) else { return }
    let names = component.targets.map(\.name) + ["\(component.name).NoSuchTarget"]
    for (number, target) in names.enumerated() {
      let place = CheckPlace(target, "noSuchAction", "unknown action", ["a": 1])
      talk.at(number, place)
      count(1)
      do throws(Failure) {
        _ = try host.mediator.strict.call(target, "noSuchAction", ["a": 1], timeLimit: job.duration)
        talk.find("unknown_answered", "a call of an action that it does not have was answered as if there was one")
      } catch {
        // A stand-in of its own may fail in its own words, but has to end the call.
        if ["no_reply", "invalid_reply", "invalid_failure"].contains(error.reason) {
          talk.find(error.reason, error.message)
        }
      }
    }
    end(host)
  }

  /// Calls from eight threads at once, all actions in turn.
  func tryAtOnce() {
    let host = host()
    guard let component = load(host) else { return }
    let all = actions(of: component).filter { !isLeftOut($0) }
    if all.isEmpty { return }
    var place = CheckPlace()
    place.about = "\(CheckTrial.threads) threads at once"
    talk.at(0, place)
    let progress = Guarded(0)
    let began = Threads.run(CheckTrial.threads) { thread in
      for turn in 0..<CheckTrial.turns {
        let made = all[(turn + thread) % all.count]
        let parameters = made.right(turn)
        var place = CheckPlace(made.target, made.action.name, "while others called", parameters)
        self.call(host, made, parameters, at: place, mayEnd: true)
        let number = progress.withLock { count in
          count += 1
          return count
        }
        // It goes on, which is told to whoever waits. Which of the threads crashes is not known.
        place.parameters = nil
        self.talk.at(number, place)
      }
    }
    if !began { talk.note("not all threads could be started") }
    usleep(50_000)
    end(host)
  }

  private static let threads = 8
  private static let turns = 25

  /// Gives calls up, before they begin and while they run, and calls with deadlines that pass.
  func tryGivingUp() {
    let host = host()
    guard let component = load(host) else { return }
    var number = 0
    for made in actions(of: component) {
      for (turn, manner) in ["given up before it began", "given up at once", "a deadline of 1 ms"].enumerated() {
        defer { number += 1 }
        if number < job.first || isLeftOut(made) { continue }
        let parameters = made.right(turn)
        let place = CheckPlace(made.target, made.action.name, manner, parameters)
        talk.at(number, place)
        if turn == 2 {
          call(host, made, parameters, at: place, timeLimit: .milliseconds(1), mayEnd: true)
          continue
        }
        let cancellation = Cancellation(host.mediator)
        if turn == 0 {
          cancellation.cancel()
        } else {
          _ = Worker.run {
            usleep(1_000)
            cancellation.cancel()
          }
        }
        call(host, made, parameters, at: place, cancellation: cancellation, mayEnd: true)
      }
    }
    usleep(50_000)
    end(host)
  }

  /// Shuts down what the step has loaded.
  func end(_ host: Host) {
    var place = CheckPlace()
    place.about = "shutting down"
    talk.at(Int.max, place)
    host.close(waiting: job.duration)
  }
}

/// A few threads that are waited for.
enum Threads {
  private final class Job: Sendable {
    let number: Int
    let body: @Sendable (Int) -> Void

    init(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.number = number
      self.body = body
    }
  }

  /// False where the system has fewer threads left; those that there are have run then.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Bool {
    var threads: [pthread_t] = []
    for number in 0..<count {
      let job = Unmanaged.passRetained(Job(number, body))
      var thread = pthread_t()
      let result = pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          let job = Unmanaged<Job>.fromOpaque(context).takeRetainedValue()
          job.body(job.number)
          return nil
        }, job.toOpaque())
      if result != 0 {
        job.release()
        break
      }
      threads.append(thread)
    }
    for thread in threads { pthread_join(thread, nil) }
    return threads.count == count
  }
}
