import ComponentKit
import Glibc
import TestThreads

/// An observer of what one component tells, which is too slow at times.
///
/// What is told carries a number, one after the other for each generation, and what tells the generations apart. All that
/// was told is heard in its order, or known to be lost.
final class SoakEar: Sendable {
  let file: SoakFile
  /// How often the component was told to tell something.
  let told = SoakCount()
  private let state = Guarded(State())

  private struct State {
    var last: [Int: Int] = [:]
    var heard = 0
    var lost = 0
    var fault: String?
  }

  init(_ file: SoakFile) { self.file = file }

  func hear(_ notice: Notice) {
    let heard = state.withLock { state in
      state.heard += 1
      state.lost += notice.lost
      guard let words = notice.value.list, words.count == 2, let teller = words[0].int, let number = words[1].int,
        number > state.last[teller] ?? 0
      else {
        state.fault = "\(notice.event) was heard as \(notice.value), after \(state.last)"
        return state.heard
      }
      state.last[teller] = number
      return state.heard
    }
    if heard % 256 == 0 { usleep(200_000) }
  }

  var fault: String? { state.withLock { $0.fault } }

  /// Whether nothing is missing; what was lost last of all is told with what comes next.
  var isComplete: Bool { state.withLock { $0.heard + $0.lost == told.value } }

  var words: String { state.withLock { "\($0.heard) heard and \($0.lost) lost of \(told.value)" } }
}
