package import ComponentHost
import ComponentKit
import Glibc
import HostNative

/// What the parent of a confined worker does before it starts it.
package enum Confining {
  /// What a component's worker is to be told; nil where it is not confined and has no limits.
  package static func terms(of component: String, _ settings: Settings) throws(Refusal) -> WorkerTerms? {
    guard let confinement = settings.confinement(of: component) else { return nil }
    return try terms(confinement, of: component, settings)
  }

  /// Looks whether this system can do what is asked, makes what the worker needs, and says what it is to be told.
  ///
  /// Fails, instead of leaving something out, where the system can't do all of it.
  ///
  /// - Parameters:
  ///   - confinement: `Settings.confinement(of:)` has it.
  ///   - data: the folder for its data; nil for the component's own.
  package static func terms(
    _ confinement: Confinement, of component: String, _ settings: Settings, data: String? = nil
  ) throws(Refusal) -> WorkerTerms {
    var terms = WorkerTerms(confinement)
    if !confinement.allowsEverything {
      terms.landlock = try version(for: confinement, of: component, settings.landlockLimit)
      for path in confinement.reads + confinement.writes where access(path, F_OK) != 0 {
        throw refusal("\(quoted(path)), which the policy grants it, can't be opened: \(systemReason(errno))")
      }
      terms.folders = settings.directories.compactMap(wholePath)
      terms.data = try DataFolder(settings, of: component, at: data).make()
    }
    // Last, for they have to be taken away again.
    terms.groups = try ControlGroup.make(for: confinement, of: component)
    return terms
  }

  /// Takes away what was made for a worker that has ended, and all that it started with it.
  package static func clear(_ terms: WorkerTerms) { for group in terms.groups { ControlGroup.remove(group) } }

  private static func version(
    for confinement: Confinement, of component: String, _ limit: Int
  ) throws(Refusal) -> Int {
    guard host_filters_calls() else {
      throw refusal(
        "this kernel does not filter system calls, or not on this processor",
        help: "use Linux 4.14 or later with CONFIG_SECCOMP_FILTER, on x86-64 or arm64")
    }
    let version = try Landlock(atMost: limit).version
    if confinement.processes != .none, !confinement.signals, version < Landlock.knowsSignals {
      throw refusal(
        "it may start processes, and this kernel's Landlock (version \(version)) can't keep those from sending signals to others",
        help: "use Linux 6.12 or later, or allow signals as well in the policy: "
          + "\"confine\": {\"\(component)\": {\"processes\": …, \"signals\": true}}")
    }
    return version
  }

  static let reason = "confinement"
  static let beginning = "it can't be confined: "

  static func refusal(_ words: String, help: String? = nil) -> Refusal {
    Refusal(
      reason, "\(beginning)\(words)",
      help: help.map { "\($0); or let it run unconfined: \"all\": true in the policy's \"confine\"" })
  }
}
