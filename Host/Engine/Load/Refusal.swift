import ComponentKit

/// Why the host will not load a component: a word for programs, a sentence for people, and what to do.
///
/// When it may be over is no part of what is compared.
public struct Refusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// Such as `not_elf` or `abi_version`.
  public let reason: String
  /// Reads after "refused: ".
  public let message: String
  public internal(set) var help: String?
  /// The component's file, where it has one.
  public var file: String?
  /// Whether it says nothing of the component, but that the process lacks what a load takes.
  var isOfLack = false
  /// What trying again can't change before the file or this condition does.
  var retry = Retry.always

  enum Retry: Sendable, Equatable {
    case always
    /// The dynamic loader's verdict on it together with the libraries that it finds: only trying tells.
    case whenLibrariesChange
    /// What the calls of the generation before do, how it saves its state, whether there is a thread for that: the same.
    case whenCallsEnd
    case whenFileChanges
    case whenComponentAppears(String)
    /// What it can't do without does not start: that is tried before the component is opened again.
    case whenNeedsStart(RefusedNeeds)

    /// Whether it may be over with news of these components.
    func isMet(by names: Set<String>) -> Bool {
      switch self {
      case .whenComponentAppears(let name): names.contains(name)
      // What a need needs in turn may have come.
      case .whenNeedsStart: !names.isEmpty
      case .always, .whenLibrariesChange, .whenCallsEnd, .whenFileChanges: false
      }
    }
  }

  package init(_ reason: String, _ message: String, help: String? = nil, file: String? = nil) {
    self.reason = reason
    self.message = message
    self.help = help
    self.file = file
  }

  public static func == (one: Refusal, other: Refusal) -> Bool {
    one.reason == other.reason && one.message == other.message && one.help == other.help && one.file == other.file
  }

  /// Whether it says nothing of the component: the process may open no more files.
  package var isOfProcess: Bool { reason == PluginDirectory.noDescriptor }

  /// Whether the file was being written to.
  var isOfChange: Bool { reason == ComponentFile.changing.reason }

  /// Whether it is said of these moments, and not of the file: the component is in quarantine or has just crashed, or is
  /// being written to, or the process lacks what a load takes. To callers from outside any other refused component is as
  /// if it were not there.
  var isForNow: Bool {
    isOfChange || isOfProcess || isOfLack || [Refusal.quarantined, Refusal.crashed, Refusal.noWorker].contains(reason)
  }

  /// The reason where no process can be started for a component.
  package static let noWorker = "no_worker"

  public var description: String { message }

  /// What helps against what its `register` does.
  package static let mend = "mend it in the component's code, or put another version of the component there"

  /// Whether a component is not loaded that something was to be done with.
  package var isOfNothingLoaded: Bool { reason == Refusal.nothingLoaded }

  static let nothingLoaded = "not_loaded"

  /// The reason where a component is not there yet for those whose doing makes it come.
  static let inThisCall = "not_registered"

  /// The reason where earlier generations hold as much as they may.
  static let tooManyGenerations = "too_many_generations"

  /// The reason where a component's process ended before it could answer: it is started again when it is needed.
  package static let crashed = "crashed"

  /// The reason where a component has crashed too often.
  package static let quarantined = "quarantined"

  /// Nothing is loaded any more.
  static let closed = Refusal("closed", Failure.closed.message)
}
