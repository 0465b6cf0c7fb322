import ComponentKit
import Glibc
import Synchronization

/// A `register` that has not returned yet. It runs on the thread of whoever needs the component, so nobody waits for it
/// with a deadline: the clock gives it up.
///
/// The thread stays in it. All that it has booked is given back, and what it brings when it returns after all is dropped.
final class OpenRegister: Timed, @unchecked Sendable {
  // Sendable: what changes is touched under the loader's gate only, or atomic.
  let name: String
  fileprivate let source: Loader.Source
  fileprivate let image: RefusedImage?
  let thread = pthread_self()
  private let loader: Loader
  /// Why it was given up.
  fileprivate(set) var refusal: Refusal?

  fileprivate init(_ name: String, _ source: Loader.Source, _ loader: Loader) {
    (self.name, self.source, self.loader) = (name, source, loader)
    image = RefusedImage(name, source.file, source.copy)
  }

  // The clock asks under a lock of its own, so it must not wait for the loader's.
  fileprivate let isOver = Atomic(false)
  var hasEnded: Bool { isOver.load(ordering: .acquiring) }

  func timeOut() {
    // A debugger may stop it for as long as its user likes.
    if TracedProcess.isThis, Timekeeper.shared.add(self, deadline: loader.registerEnd) { return }
    loader.giveUp(self)
  }

  func isOn(_ other: pthread_t) -> Bool { pthread_equal(thread, other) != 0 }
}

extension Loader {
  fileprivate var registerEnd: Int64 { Deadline(after: settings.stepLimit).nanoseconds }

  /// Nil where what hangs is a process of its own, which is ended then.
  func beginRegister(_ name: String, _ source: Source) -> OpenRegister? {
    if source.isIsolated { return nil }
    let open = OpenRegister(name, source, self)
    gate.locked { registers.append(open) }
    // Where the system has no thread for the clock it is waited for without end.
    _ = Timekeeper.shared.add(open, deadline: registerEnd)
    return open
  }

  /// Why it was given up; nil where that has not come to pass, and does not any more.
  func endRegister(_ open: OpenRegister?) -> Refusal? {
    guard let open else { return nil }
    open.isOver.store(true, ordering: .releasing)
    let refusal = gate.locked {
      registers.removeAll { $0 === open }
      return open.refusal
    }
    Timekeeper.shared.forget()
    return refusal
  }

  /// Has what should take a component's place be given up where its file is gone: it has to go, and would wait for that. One
  /// that only can't be opened stays.
  func giveUpReplacement(of name: String) {
    let open: OpenRegister? = gate.locked {
      guard case .loaded(let generation, _) = slots[name], generation.file != nil, !generation.lacksFile,
        let refresher = refreshers[name]
      else { return nil }
      return registers.last { $0.name == name && $0.isOn(refresher) }
    }
    if let open, isGone(name) { _ = giveUp(open, because: ComponentFile.gone) }
  }

  private func isGone(_ name: String) -> Bool {
    do throws(Refusal) { return try find(name) == nil } catch { return false }
  }

  fileprivate func giveUp(_ open: OpenRegister) {
    var refusal = Refusal(
      "register_hangs", "its register did not end within \(settings.stepLimit.inSeconds)", help: Refusal.mend,
      file: open.source.file?.path)
    refusal.retry = .whenFileChanges
    guard let isKept = giveUp(open, because: refusal), !isKept else { return }
    settings.report(Report(.stepFailed, "\(open.name) was not loaded: \(refusal.message)"))
  }

  /// - Returns: whether another generation goes on answering; nil where it has returned meanwhile.
  private func giveUp(_ open: OpenRegister, because refusal: Refusal) -> Bool? {
    let lost = LostRegister(
      name: open.name, source: open.source, thread: open.thread, refusal: refusal, hasEnded: false)
    let loss: LostRegister.Loss? = gate.locked {
      guard let place = registers.firstIndex(where: { $0 === open }) else { return nil }
      registers.remove(at: place)
      open.isOver.store(true, ordering: .releasing)
      open.refusal = refusal
      // By which the file is known again, however young it is.
      if let image = open.image { count(image) }
      return settle(lost)
    }
    guard let loss else { return nil }
    finish(loss, of: lost)
    return loss.isKept
  }
}
