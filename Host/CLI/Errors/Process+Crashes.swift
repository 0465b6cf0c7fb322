import ComponentKit
import HostNative

extension Process {
  /// From here on a component that kills the process is named before the process ends, in these words.
  ///
  /// - Parameters:
  ///   - target: of the call, as it was given.
  ///   - action: the same.
  static func tellCrashes(_ remarks: Remarks, target: String?, action: String?) {
    tellCrashes { message, details in
      var problem = Problem(.crashed, Failure.Code.crashed.name, message, details: details)
      (problem.target, problem.action) = (target, action)
      return LastWords(problem, remarks)
    }
  }

  /// The same in the lines of a service's log.
  static func tellCrashes(_ log: ServeLog) {
    tellCrashes { message, details in LastWords(log.lastLine(message, component: details["component"]?.text)) }
  }

  private static func tellCrashes(_ said: (_ message: String, _ details: Fields) -> LastWords) {
    func words(_ message: String, _ details: Fields) -> host_words { said(message, details).words }
    let (component, place, signal) = (LastWords.component, LastWords.place, LastWords.signal)
    let all = UnsafeMutablePointer<host_last_words>.allocate(capacity: 1)
    all.initialize(
      to: host_last_words(
        crashed: words(
          "component '\(component)' crashed\(place) (\(signal))",
          ["component": .text(component), "signal": .text(signal)]),
        left: words(
          "component '\(component)' ended the process\(place): it called exit", ["component": .text(component)]),
        left_thread: words(
          "component '\(component)' ended the program's thread\(place): it called pthread_exit",
          ["component": .text(component)])))
    guard let before = host_crash_watch(all, ExitCode.crashed.rawValue) else { return }
    for words in [before.pointee.crashed, before.pointee.left, before.pointee.left_thread] { words.bytes.deallocate() }
    before.deallocate()
  }
}
