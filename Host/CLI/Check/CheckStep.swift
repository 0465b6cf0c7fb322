import ComponentKit

/// A part of `host check`. Each one that runs the component's code does so in a process of its own.
enum CheckStep: String, CaseIterable, Sendable {
  case file
  case exports
  case registration
  case twice
  case life
  case parameters
  case unknown
  case concurrency
  case cancellation
  case events
  case reload
  case leaks

  /// Whether no action is called in it, so that `--quick` has it.
  var isQuick: Bool {
    switch self {
    case .file, .exports, .registration, .twice: true
    default: false
    }
  }

  /// Whether the component's code runs in it.
  var runsCode: Bool { self != .file && self != .exports }

  /// What is done in it, for the help and for progress.
  var summary: String {
    switch self {
    case .file: "what the loader says of it: headers, note, libraries"
    case .exports: "whether it exports 'register', and nothing in others' way"
    case .registration: "whether it registers, within \(CheckTrial.registrationLimit.nanoseconds / 1_000_000) ms"
    case .twice: "whether it registers again in one process, and says the same"
    case .life: "start, save, restore and shutdown"
    case .parameters: "every action with right, missing, wrong, huge, deep parameters"
    case .unknown: "actions and targets that it does not have"
    case .concurrency: "eight threads that call at once"
    case .cancellation: "calls that are given up, and deadlines that pass"
    case .events: "what it publishes, and what it observes"
    case .reload: "taken out and put back, and replaced"
    case .leaks: "descriptors, threads and memory over a thousand calls each"
    }
  }
}
