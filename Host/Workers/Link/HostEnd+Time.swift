import ComponentABI
import ComponentHost
import ComponentKit

/// The alarms of what a worker was asked for, by the numbers of the requests.
final class AskAlarms: Sendable {
  private let alarms = Guarded<[CallID: HangAlarm]>([:])

  func add(_ alarm: HangAlarm?, _ number: CallID) { if let alarm { alarms.withLock { $0[number] = alarm } } }

  subscript(number: CallID) -> HangAlarm? { number == 0 ? nil : alarms.withLock { $0[number] } }

  func end(_ number: CallID) { alarms.withLock { $0.removeValue(forKey: number) }?.end() }

  /// The worker is gone.
  func endAll() { for (_, alarm) in alarms.withLock({ exchange(&$0, with: [:]) }) { alarm.end() } }
}

// How long the worker has for what it is asked. The keeper of workers kills one that takes longer, so who waits needs no
// limit: the answer comes, or the worker's end.
extension HostEnd {
  /// What it has until then, and a little longer; nil for what may take as long as it likes.
  func alarm(behind deadline: Int64) -> HangAlarm? {
    deadline == 0 || deadline == .max ? nil : process?.alarm(at: deadline, grace: settings.hangLimit)
  }

  /// How a question ended that is no call.
  enum Asked {
    case reply(Message)
    /// The worker is gone, and was asked before that.
    case lost
    /// It was gone before it was asked.
    case over
    /// So much is asked of it that one thing more can't be.
    case crowded
  }

  /// Asks the worker for what is no call, and waits for the answer: within the time of a step, if there is no earlier
  /// deadline. Refused where what is asked can't cross.
  func ask(
    _ verb: HostVerb, by deadline: Int64 = 0, over channel: Channel, _ write: Channel.Writing
  ) throws(WireFault) -> Asked {
    let alarm = alarm(behind: deadline == 0 ? Deadline(after: settings.stepLimit).nanoseconds : deadline)
    var entered: CallID = 0
    let answer: Answer?
    do throws(ChannelFault) {
      answer = try channel.begin(
        verb.rawValue, within: Serving.innermost(of: channel), until: alarm?.last ?? .max, numbering: ports,
        waitsNext: true,
        enlisted: { number in
          entered = number
          alarms.add(alarm, number)
          return true
        }, write
      ).wait()
    } catch {
      alarms.end(entered)
      alarm?.end()
      switch error {
      case .refused(let fault): throw fault
      case .late:
        return killIfLate(alarm) ? .lost : .crowded
      case .over: return .over
      }
    }
    alarms.end(entered)
    if case .reply(let message)? = answer { return .reply(message) }
    return .lost
  }

  /// Nothing could be said to the worker in time: it does not listen, or so many calls of it are open that one more can't be.
  /// The latter says nothing of it.
  func killIfLate(_ alarm: HangAlarm?) -> Bool {
    guard let alarm, alarm.last <= Deadline.now else { return false }
    process?.kill(.hang)
    return true
  }

  /// Runs what is this process's own while the worker waits for it: that is no time of what it was asked for.
  func away<R>(_ numbers: CallID..., body: () -> R) -> R {
    let all = numbers.compactMap { alarms[$0] }
    for alarm in all { alarm.pause() }
    let result = body()
    for alarm in all { alarm.resume() }
    return result
  }

  /// Within that: what is said to the worker meanwhile it has to take in its own time.
  func back(_ number: CallID, body: () -> Void) {
    let alarm = alarms[number]
    alarm?.resume()
    body()
    alarm?.pause()
  }
}
