import Glibc

// A component's `register` runs on the thread of whoever needs the component, and may end that thread instead of
// returning. Nobody else could settle what the thread has booked, so its end does. Where it does neither it is given up
// (`OpenRegister`).
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
      if loader.endRegister(open) == nil { loader.refuse(name, source.file) }
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

  private func refuse(_ name: String, _ file: ComponentFile.Identity?) {
    var refusal = Refusal(
      "register_failed", "its register ended the thread that loads it", help: Refusal.mend, file: file?.path)
    refusal.retry = .whenFileChanges
    let refused = Refused(refusal: refusal, file: file)
    let thread = pthread_self()
    var turns: [String] = []
    let (given, isKept) = gate.locked {
      var (given, isKept) = ([Generation](), false)
      endWaitsOfThread()
      // The thread may have been loading others, which need this one to start. They are loaded anew when they are needed.
      for case (let other, .loading(let loader)) in slots where pthread_equal(loader, thread) != 0 && other != name {
        slots[other] = nil
        awaited[other] = nil
        if let generation = starting[other] { given.append(generation) }
        wake(other)
      }
      switch slots[name] {
      case .loading(let other) where pthread_equal(other, thread) != 0:
        slots[name] = .refused(refused)
        events.tell(.refused, name, because: refusal)
      case .loaded(let generation, _):
        slots[name] = .loaded(generation, refusedReplacement: refused)
        events.tell(.refused, name, because: refusal)
        isKept = true
      default: break
      }
      for (other, refresher) in refreshers where pthread_equal(refresher, thread) != 0 {
        refreshers[other] = nil
        turns.append(other)
        // Nobody but that thread replaces what is loaded.
        guard case .loaded = slots[other], let generation = starting[other] else { continue }
        awaited[other] = nil
        given.append(generation)
      }
      wake(name)
      return (given, isKept)
    }
    if let watch { for turn in turns { watch.go(on: watch.refreshing.lose(turn), turn) } }
    describedBeside.lose(because: refusal)
    // Who brings what is loaded in line with the folders would say so.
    if isKept { settings.changed(Change(name, .kept(refusal))) }
    for generation in given { abandon(generation) }
  }
}
