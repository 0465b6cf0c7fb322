/// One of several actions being asked, and which is asked behind it.
///
/// An action that declines before it has returned is followed by the next once it has: each would stand on the stack of
/// the one before otherwise, and many of them would be nested too deep.
final class AttemptTurn: @unchecked Sendable {
  // Sendable: `isBeginning` and `next` are touched by the thread that begins it only, and the rest does not change.
  private let thread = ThreadState.current
  // Another thread may have got the state of one that has ended meanwhile.
  private let life = ThreadState.current.pointee.life
  private var isBeginning = false
  /// Which is asked as soon as this one has returned.
  var next: Candidate?

  /// Whether this very thread is asking it.
  var isBegun: Bool {
    let current = ThreadState.current
    return current == thread && current.pointee.life == life && isBeginning
  }

  func begin(_ body: () -> Void) {
    isBeginning = true
    body()
    isBeginning = false
  }
}
