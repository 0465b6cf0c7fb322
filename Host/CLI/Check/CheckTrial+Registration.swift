import ComponentHost
import ComponentKit

extension CheckTrial {
  /// What `register` may take, its file's way into memory included.
  static let registrationLimit = Duration.milliseconds(100)

  /// Registers, and says how long that took. A machine is busy now and then, so the best of three counts.
  func register() {
    talk.at(0, CheckPlace())
    // What was just written is loaded once it has settled. The check's own copy was, so the first time is none of the
    // component's: it says what there is.
    guard registrationTime({ talk.say(.described(CheckedComponent($0))) }) != nil else { return }
    var best = Duration.seconds(1 << 20)
    for _ in 0..<3 where best > CheckTrial.registrationLimit {
      guard let time = registrationTime() else { return }
      best = min(best, time)
    }
    let milliseconds = CheckTrial.milliseconds(best)
    talk.note("\(milliseconds) ms")
    if best > CheckTrial.registrationLimit {
      talk.find(
        "slow_registration",
        "it takes \(milliseconds) ms to load and register, and may take \(CheckTrial.milliseconds(CheckTrial.registrationLimit))",
        help: "do in start what takes longer: register only says what there is")
    }
  }

  /// Registers with a host of its own. Nil where that refuses it, which is then told.
  private func registrationTime(_ body: (LoadedComponent) -> Void = { _ in }) -> Duration? {
    let host = host(describes: true)
    let before = Deadline.now
    guard let component = load(host) else { return nil }
    let time = Duration.nanoseconds(Deadline.now - before)
    body(component)
    host.close(waiting: .zero)
    return time
  }

  /// Registers twice in one process: with two images, as a replaced component has them, and twice with the same one.
  func registerTwice() {
    for inPlace in [false, true] {
      talk.at(0, CheckPlace())
      let hosts = [host(describes: true, inPlace: inPlace), host(describes: true, inPlace: inPlace)]
      var said: [Value] = []
      for host in hosts {
        guard load(host) != nil, let found = try? host.lookUp(job.component) else { return }
        var fields = found.json().map ?? [:]
        // Where it lies is not what it says.
        (fields["file"], fields["generation"]) = (nil, nil)
        said.append(.map(fields))
      }
      if said[0] != said[1] {
        talk.find(
          "other_registration", "it registers something else the second time",
          help: "register has no effect but registering, and depends on nothing that may change")
      }
      for host in hosts { host.close(waiting: .zero) }
    }
  }

  /// With one digit behind the point.
  static func milliseconds(_ duration: Duration) -> String {
    let tenths = (duration.nanoseconds + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
