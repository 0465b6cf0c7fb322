import FuzzChild
import Glibc

/// What became of a mutant, in the order of the report.
enum Ending: Int, CaseIterable {
  case refusedByCheck
  case refusedWhenLoaded
  case answered
  case diedInLoader
  case diedInOwnCode
  case diedInLibraries
  /// What its own code does to a stack or to registers may show only where that has returned.
  case diedBehindOwnCode
  /// The host must bear anything that is not run.
  case diedInHost
  case late
  /// The check itself must bear anything.
  case diedInCheck
  case notRun

  var words: String {
    switch self {
    case .refusedByCheck: "refused by the check"
    case .refusedWhenLoaded: "refused when it was loaded"
    case .answered: "loaded and called"
    case .diedInLoader: "died in ld.so"
    case .diedInOwnCode: "died in its own code"
    case .diedInLibraries: "died in a library's code"
    case .diedBehindOwnCode: "died in the host's code, called by its own or behind it"
    case .diedInHost: "died in the host's code before its own was there"
    case .late: "did not end"
    case .diedInCheck: "died in the check"
    case .notRun: "not run"
    }
  }

  /// How far a child had come.
  enum Step: Int32 {
    case judging = 1
    case refused
    case loading
    case notLoaded
    /// It is loaded: its code was there, whatever has become of that since.
    case calling
    case done
  }

  /// The code with which ld.so ends a process where one of its assertions does not hold.
  private static let assertion: Int32 = 127

  init(_ end: child_end) {
    guard let step = Step(rawValue: end.reached) else {
      self = .notRun
      return
    }
    let place = Ending.text(end.place)
    let isAlive = end.signal == 0 && end.code == 0
    switch step {
    case .judging: self = .diedInCheck
    case .refused: self = isAlive ? .refusedByCheck : .diedInCheck
    // It has ended the process by itself.
    case .calling where isAlive: self = .diedInOwnCode
    case _ where isAlive: self = step == .done ? .answered : .refusedWhenLoaded
    case _ where end.was_late != 0: self = .late
    case _ where end.signal == 0 && end.code == Ending.assertion: self = .diedInLoader
    default:
      let hadCode = step == .calling || step == .done
      self = Ending(place: place, caller: Ending.text(end.caller), hasCode: hadCode || end.has_code != 0)
    }
  }

  // By the mapping that the instruction lies in. What is no code at all was called by somebody: by the host, as what a
  // library does is, where none of the mutant's code was ever mapped and ld.so calls nothing. The place is empty where the
  // process could not tell it any more: its own code may have taken that from it, too.
  private init(place: String, caller: String, hasCode: Bool) {
    let isCode = !(place.isEmpty || place == "[anonymous]" || place == "[heap]" || place == "[stack]")
    if Ending.isLoader(place) {
      self = .diedInLoader
    } else if place.hasPrefix("/memfd:") {
      self = .diedInOwnCode
    } else if Ending.isLoader(caller), !(isCode && hasCode) {
      self = .diedInLoader
    } else if !hasCode {
      self = .diedInHost
    } else if !isCode {
      self = .diedInOwnCode
    } else {
      self = Ending.file(place).hasPrefix("lib") ? .diedInLibraries : .diedBehindOwnCode
    }
  }

  private static func isLoader(_ place: String) -> Bool {
    file(place).hasPrefix("ld-") || file(place).hasPrefix("ld.so")
  }

  private static func file(_ place: String) -> Substring { place.split(separator: "/").last ?? "" }

  private static func text(_ place: some Any) -> String {
    withUnsafeBytes(of: place) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
