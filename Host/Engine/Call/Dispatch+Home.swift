import ComponentABI
import ComponentKit
import Synchronization

// Calls that are made within another one of the same component, which is being taken out or replaced meanwhile.
extension Dispatch {
  /// The generation that a call of a component belongs to, where that is another one than answers: a call stays with the
  /// generation that the outermost one around it has entered. What a component calls of itself while it is held, outside
  /// of a call, stays as well.
  @inline(never)
  func home(of name: String, _ parent: UnsafeMutablePointer<Frame>?) -> Generation? {
    ComponentHost.home(of: name, around: parent, for: seat)
  }

  /// Runs a call in the generation that it belongs to; nil where that has come to its end, or rests before its calls have
  /// a place in it again.
  func stay(in home: Generation, _ entry: UnsafeMutablePointer<Entry>) -> Int32? {
    repeat { if let result = runAsked(entry, stays: true) { return result } } while !home.hasEnded && !home.rests
    return nil
  }
}

extension Patience {
  /// The same of what asks.
  func home(of name: String) -> Generation? {
    switch place {
    case .call(let dispatch, let parent): dispatch.home(of: name, parent)
    case .thread(let around): ComponentHost.home(of: name, around: around, for: nil)
    // What goes on with it may tell an end on the thread of an action that is no part of the call.
    case .record(let around, let seat): ComponentHost.home(of: name, around: around, for: seat)
    case .nowhere: nil
    }
  }
}

private func home(
  of name: String, around parent: UnsafeMutablePointer<Frame>?, for seat: UnsafePointer<Seat>?
) -> Generation? {
  switch Home(of: name, around: parent) {
  case .current: return nil
  case .leaving(let home): return home
  case .none: break
  }
  if let around = ThreadState.current.home(of: name, around: parent, for: seat) { return around }
  guard let own = seat?.pointee.generation?.takeUnretainedValue(), own.name == name, own.state == .live,
    own.isLeaving, own.admits(parent)
  else { return nil }
  return own
}

/// What the calls around something say of where a component's calls belong.
private enum Home {
  /// To the one that answers, which the outermost of them has entered.
  case current
  case leaving(Generation)
  /// They are in none of its calls.
  case none

  init(of name: String, around parent: UnsafeMutablePointer<Frame>?) {
    var (home, isCurrent) = (nil as Generation?, false)
    parent?.eachEntry { entry in
      let generation = entry.pointee.generation.takeUnretainedValue()
      guard generation.name == name else { return }
      if generation.isLeaving {
        (home, isCurrent) = (generation, false)
      } else if generation.state == .live {
        (home, isCurrent) = (nil, true)
      }
    }
    if isCurrent {
      self = .current
    } else if let home, parent?.isHome(home) == true {
      self = .leaving(home)
    } else {
      self = .none
    }
  }
}

extension UnsafeMutablePointer<ThreadState> {
  // What runs on this very thread would wait for a hand-over that waits for the thread.
  fileprivate func home(
    of name: String, around parent: UnsafeMutablePointer<Frame>?, for seat: UnsafePointer<Seat>?
  ) -> Generation? {
    guard let around = leaving(name, for: seat), around.admits(parent) else { return nil }
    return around
  }
}

extension Generation {
  /// Whether calls within its own are its own although another one answers, or none does.
  var isLeaving: Bool {
    // What is made of its state by then is the next one's.
    if hasHandedOver.load(ordering: .acquiring) { return false }
    return switch state {
    case .draining: hasAnswered.load(ordering: .acquiring) && !(isEnding.load(ordering: .acquiring) && hasEnded)
    case .live: isHeld.load(ordering: .acquiring)
    case .new, .retired: false
    }
  }

  /// Whether a call within others belongs to it although it is held: none but those of its own steps and of its own threads
  /// does once it rests.
  func admits(_ parent: UnsafeMutablePointer<Frame>?) -> Bool {
    guard let parent else { return true }
    return !rests || parent.isHome(self)
  }
}
