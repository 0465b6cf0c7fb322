import ComponentKit
import Glibc

/// A `register` that nothing comes of: it was given up, or has ended the thread that was in it. Nobody else could settle what
/// the thread has booked.
struct LostRegister {
  let name: String
  let source: Loader.Source
  let thread: pthread_t
  let refusal: Refusal
  /// Whether the thread has ended.
  let hasEnded: Bool

  fileprivate func isOn(_ other: pthread_t) -> Bool { pthread_equal(thread, other) != 0 }

  // Bytes that were kept, put back. What lies in the folder is another file, of which they say nothing.
  fileprivate var isOfEarlier: Bool { source.origin != nil }

  /// What is to be done about it behind the gate.
  struct Loss {
    /// Whether another generation goes on answering.
    fileprivate(set) var isKept = false
    fileprivate var changes: [Change] = []
    // What the thread was just replacing.
    fileprivate var turns: [String] = []
    // What has begun, and comes to nothing.
    fileprivate var begun: [Generation] = []
  }
}

extension Loader {
  /// Gives back what the thread has booked. Under the gate.
  func settle(_ lost: LostRegister) -> LostRegister.Loss {
    var loss = LostRegister.Loss()
    // What else is registered on the thread has an end of its own. As long as that may return, so has what it has booked.
    let others = Set(registers.filter { lost.isOn($0.thread) && $0.name != lost.name }.map(\.name))
    let staying = lost.hasEnded ? [] : others
    startWaits.removeAll { lost.isOn($0.thread) && !staying.contains($0.name) }
    // They need this one to start, and are loaded anew when they are needed.
    for case (let other, .loading(let loader)) in slots
    where lost.isOn(loader) && other != lost.name && !staying.contains(other) {
      slots[other] = nil
      loss.begun += takeStarting(other)
      wake(other)
    }
    refuse(lost, &loss)
    for (other, refresher) in refreshers where lost.isOn(refresher) && !others.contains(other) {
      refreshers[other] = nil
      loss.turns.append(other)
      // Nobody but that thread replaces what is loaded.
      guard case .loaded(let generation, let noted) = slots[other] else { continue }
      if other != lost.name { refuse(other, generation, noted, for: lost, &loss) }
      loss.begun += takeStarting(other)
    }
    wake(lost.name)
    return loss
  }

  // What is just being started, which nobody calls from now on. Under the gate.
  private func takeStarting(_ name: String) -> [Generation] {
    awaited[name] = nil
    return starting.removeValue(forKey: name).map { [$0] } ?? []
  }

  // Under the gate.
  private func refuse(_ lost: LostRegister, _ loss: inout LostRegister.Loss) {
    let (name, refusal) = (lost.name, lost.refusal)
    let refused = Refused(refusal: refusal, file: lost.source.file)
    switch slots[name] {
    case .loading(let loader) where lost.isOn(loader) && lost.isOfEarlier:
      slots[name] = lost.source.noted.map(Slot.refused)
    case .loading(let loader) where lost.isOn(loader):
      slots[name] = .refused(refused)
      events.tell(.refused, name, because: refusal)
    case .loaded(let generation, _) where refreshers[name].map(lost.isOn) == true && refusal != ComponentFile.gone:
      loss.isKept = true
      loss.changes.append(Change(name, .kept(refusal)))
      if lost.isOfEarlier { return }
      slots[name] = .loaded(generation, refusedReplacement: refused)
      events.tell(.refused, name, because: refusal)
    default: break
    }
  }

  // Of a component whose next generation needs the lost one in order to start. It is tried again with news of that. Under the
  // gate.
  private func refuse(
    _ name: String, _ generation: Generation, _ noted: Refused?, for lost: LostRegister, _ loss: inout LostRegister.Loss
  ) {
    let (next, fault) = (starting[name], needRefused(lost.name, lost.refusal, for: name))
    if let next, next.isOfEarlier { return loss.changes.append(Change(name, .kept(fault))) }
    // What was refused for its needs before is not opened again for them.
    guard let needs = next?.needs ?? noted?.refusal.needs?.needs else { return }
    var refusal = fault.ofCode
    refusal.retry = .whenNeedsStart(RefusedNeeds(needs, fault.needs?.cause))
    let file = next == nil ? noted?.file : next?.file
    refusal.file = file?.path
    let refused = Refused(refusal: refusal, file: file)
    slots[name] = .loaded(generation, refusedReplacement: refused)
    guard refused.isNews(after: noted) else { return }
    loss.changes.append(Change(name, .kept(refusal)))
    events.tell(.refused, name, because: refusal)
  }

  /// The rest, which runs code of others.
  func finish(_ loss: LostRegister.Loss, of lost: LostRegister) {
    let untold = loss.changes.filter { watch?.tell($0) != true }
    if let watch { for turn in loss.turns { watch.go(on: watch.refreshing.lose(turn, on: lost.thread), turn) } }
    describedBeside.lose(on: lost.thread) { name in
      name == lost.name ? lost.refusal : needRefused(lost.name, lost.refusal, for: name)
    }
    // A look at the folders would say so.
    for change in untold { settings.changed(change) }
    for generation in loss.begun { abandon(generation) }
  }
}

extension Generation {
  /// Whether its bytes are those of an earlier one.
  fileprivate var isOfEarlier: Bool { origin != number }
}
