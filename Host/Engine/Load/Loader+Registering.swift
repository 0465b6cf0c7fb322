import Glibc

// A component's `register` runs on the thread of whoever needs the component, and may end that thread instead of
// returning: then the thread's end settles what it has booked. Where it does neither it is given up (`OpenRegister`).
extension Loader {
  /// What one thread registers.
  struct Registering {
    fileprivate let loader: Loader
    fileprivate let name: String
    fileprivate let source: Loader.Source
    fileprivate let open: OpenRegister?

    /// Refuses it where the thread is ending.
    func end() {
      loader.keep(RefusedImage(name, source.file, source.copy))
      _ = loader.endRegister(open)
      loader.refuse(name, source)
      loader.watch?.goOnElsewhere(for: loader)
    }
  }

  /// Runs a component's `register`.
  ///
  /// - Returns: what came of it, and why that is not waited for any more.
  func registering<R>(_ name: String, _ source: Source, _ body: () -> R) -> (result: R, givenUp: Refusal?) {
    let thread = ThreadState.current
    let open = beginRegister(name, source)
    thread.pointee.registering.append(Registering(loader: self, name: name, source: source, open: open))
    let result = body()
    thread.pointee.registering.removeLast()
    return (result, endRegister(open))
  }

  // Of one that was given up before there is nothing left but what the thread has booked since.
  private func refuse(_ name: String, _ source: Source) {
    var refusal = Refusal(
      "register_failed", "its register ended the thread that loads it", help: Refusal.mend, file: source.file?.path)
    refusal.retry = .whenFileChanges
    let lost = LostRegister(name: name, source: source, thread: pthread_self(), refusal: refusal, hasEnded: true)
    finish(gate.locked { settle(lost) }, of: lost)
  }
}
