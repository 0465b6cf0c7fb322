import ComponentABI
import ComponentKit

/// The end of what somebody began and does not wait for, on its way to that listener.
///
/// What is begun may end at once, and whoever hears the end may begin the next. So on one thread ends are told one after
/// the other: one that comes while what it ends is being begun, by a listener that is just being told, is told behind
/// that listener. A chain of them would need a stack as long otherwise.
///
/// While it is told the thread is in the call of whoever began it, and not in that of the action that replied: what the
/// listener begins is a part of the former.
final class EndInLine: @unchecked Sendable {
  // Sendable: `isBeginning` is touched by the thread that begins it only, and the rest does not change.
  private let listener: Listener
  private let thread: UnsafeMutablePointer<ThreadState>
  // Another thread may have got the state of one that has ended meanwhile.
  private let life: UInt
  // The call of whoever began it.
  private let frame: UnsafeMutablePointer<Frame>?
  // What is being told on the thread, if it was begun by that very code, and not by an action that it calls.
  private let outer: UnsafeMutablePointer<Telling>?
  private var isBeginning = false

  private enum Listener {
    /// Of a started call. Its caller's own call may be over once the call has been begun.
    case sink(Sink)
    /// Of an interceptor, which keeps the call that it sees.
    case interceptor(@Sendable (Outcome) -> Void)
  }

  /// An end that is told on a thread, and those to be told behind it.
  struct Telling {
    fileprivate let frame: UnsafeMutablePointer<Frame>?
    fileprivate var line: [(EndInLine, Outcome)] = []
  }

  convenience init(ofStarted sink: Sink) { self.init(.sink(sink), ThreadState.current) }

  /// - Parameter frame: of the call that the interceptor sees, which `heard` keeps.
  convenience init(
    ofPassing frame: UnsafeMutablePointer<Frame>, _ heard: @escaping @Sendable (Outcome) -> Void
  ) {
    self.init(.interceptor(heard), ThreadState.current, in: frame)
  }

  private init(
    _ listener: Listener, _ thread: UnsafeMutablePointer<ThreadState>, in frame: UnsafeMutablePointer<Frame>? = nil
  ) {
    self.listener = listener
    self.thread = thread
    self.frame = frame ?? thread.pointee.frame
    life = thread.pointee.life
    outer = thread.pointee.isTelling ? thread.pointee.telling : nil
  }

  /// Begins what this hears the end of.
  func begin<R>(_ body: () -> R) -> R {
    isBeginning = true
    defer { isBeginning = false }
    return body()
  }

  func progress(_ progress: UnsafePointer<component_progress>) {
    if case .sink(let sink) = listener { sink.progressed?(sink.context, progress) }
  }

  func hear(_ outcome: Outcome) {
    let thread = ThreadState.current
    if let line = line(on: thread) { return line.pointee.line.append((self, outcome.kept())) }
    var telling = Telling(frame: frame(on: thread))
    withUnsafeMutablePointer(to: &telling) { telling in
      let before = (thread.pointee.telling, thread.pointee.frame)
      (thread.pointee.telling, thread.pointee.frame) = (telling, telling.pointee.frame)
      tell(outcome)
      while !telling.pointee.line.isEmpty {
        for (end, outcome) in exchange(&telling.pointee.line, with: []) { end.tell(outcome) }
      }
      (thread.pointee.telling, thread.pointee.frame) = before
    }
  }

  private func isBegun(on thread: UnsafeMutablePointer<ThreadState>) -> Bool {
    thread == self.thread && thread.pointee.life == life && isBeginning
  }

  // The line that it is told in; nil where it is told at once.
  private func line(on thread: UnsafeMutablePointer<ThreadState>) -> UnsafeMutablePointer<Telling>? {
    if let outer, isBegun(on: thread) { return outer }
    // An interceptor that ends a call where it hears how that went on has an earlier one hear it, which may go on again.
    if case .interceptor = listener, thread.pointee.isTelling, thread.pointee.frame == frame {
      return thread.pointee.telling
    }
    return nil
  }

  private func frame(on thread: UnsafeMutablePointer<ThreadState>) -> UnsafeMutablePointer<Frame>? {
    if case .sink = listener, !isBegun(on: thread) { return nil }
    return frame
  }

  private func tell(_ outcome: Outcome) {
    switch listener {
    case .sink(let sink): outcome.tell(sink)
    case .interceptor(let heard): heard(outcome)
    }
  }
}

extension ThreadState {
  /// Whether what runs is a listener that is told an end, and not an action that one calls.
  fileprivate var isTelling: Bool { telling.map { $0.pointee.frame == frame } ?? false }
}
