import Glibc
import Synchronization
import TestThreads

@testable import ComponentKit

/// What is known of one component's file, and of which versions of it a call may be answered by.
///
/// Every file that is written has a stamp, and later ones have larger ones. A call is answered right by a stamp between
/// that of which the host had told, before the call began, that it answers, and that of the last file of which the writing
/// had begun when the call ended.
final class SoakFile: Sendable {
  let name: String
  /// Whether it hands its state over. Its file is never away then: what is taken out hands over to nobody.
  let hasState: Bool
  private let oldest = Atomic(0)
  private let newest = Atomic(0)
  // How many changes have begun, and how many had when the last one was seen to be in force.
  private let changes = Atomic(0)
  private let settled = Atomic(0)
  private let story = Guarded(Story())

  /// How the file is after a change.
  enum State { case good, away, broken }

  private struct Story {
    var lines: [(time: Int, words: String)] = []
    var spans: [Span] = []

    mutating func tell(_ words: String) {
      if lines.count >= 64 { lines.removeFirst(32) }
      lines.append((SoakFile.now, words))
    }
  }

  // A time in which the file was not good.
  private struct Span {
    let begin: Int
    var end: Int?
    var isAway = false
    var isBroken = false
  }

  init(_ name: String, hasState: Bool) { (self.name, self.hasState) = (name, hasState) }

  /// Nanoseconds of the clock that nobody sets.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  // MARK: the changes

  /// Makes a change. Where it is not made at once, the file is broken meanwhile.
  func change(_ words: String, stamp: Int?, to state: State, isAtOnce: Bool = true, _ body: () -> Bool) -> Bool {
    story.withLock { story in
      story.tell(words)
      changes.add(1, ordering: .releasing)
      if let stamp { newest.store(max(stamp, newest.load(ordering: .acquiring)), ordering: .releasing) }
      if state == .good && isAtOnce { return }
      if story.spans.last.map({ $0.end != nil }) ?? true {
        if story.spans.count > 4096 { story.spans.removeFirst(2048) }
        story.spans.append(Span(begin: SoakFile.now))
      }
      let last = story.spans.count - 1
      if state == .away { story.spans[last].isAway = true } else { story.spans[last].isBroken = true }
    }
    let isDone = body()
    story.withLock { story in
      story.tell(isDone ? "done" : "it can't be done")
      if state == .good, let last = story.spans.indices.last, story.spans[last].end == nil {
        story.spans[last].end = SoakFile.now
      }
    }
    return isDone
  }

  /// The host has told that a version has taken the place of the one before.
  func take(_ stamp: Int, generation: Int) {
    story.withLock { story in
      story.tell("the host tells that version \(stamp) is in force, generation \(generation)")
      oldest.store(max(stamp, oldest.load(ordering: .acquiring)), ordering: .releasing)
    }
  }

  /// The last change was seen to be in force.
  func settle() { settled.store(changes.load(ordering: .acquiring), ordering: .releasing) }

  func note(_ words: String) { story.withLock { $0.tell(words) } }

  /// What became of it lately, and when.
  var lines: [String] {
    story.withLock { story in story.lines.map { "\($0.time) \(name): \($0.words)" } }
  }

  // MARK: the calls

  /// What stands fast when a call begins.
  struct Start {
    let time: Int
    let oldest: Int
    let changes: Int
    let isSettled: Bool
  }

  var start: Start {
    let changes = changes.load(ordering: .acquiring)
    return Start(
      time: SoakFile.now, oldest: oldest.load(ordering: .acquiring), changes: changes,
      isSettled: settled.load(ordering: .acquiring) == changes)
  }

  /// What is wrong with the answer of a version; nil where nothing is.
  func fault(_ stamp: Int, since start: Start) -> String? {
    if stamp & 1 != 0 { return "version \(stamp) answers, which did not start" }
    if stamp < start.oldest { return "version \(stamp) answers, and \(start.oldest) was in force before the call" }
    let newest = newest.load(ordering: .acquiring)
    return stamp > newest ? "version \(stamp) answers, and \(newest) is the last that was written" : nil
  }

  /// What is wrong with a failure; nil where nothing is. Callers from outside don't hear what it is that is not there.
  func fault(_ failure: Failure, since start: Start, isOutside: Bool) -> String? {
    let isRight: Bool =
      switch failure.code {
      case .notFound where isOutside:
        failure.reason == "not_found" && (was(\.isAway, since: start) || was(\.isBroken, since: start))
      case .notFound: ["no_such_component", "no_such_key"].contains(failure.reason) && was(\.isAway, since: start)
      case .refused: failure.reason == "component_refused" && was(\.isBroken, since: start)
      default: false
      }
    return isRight ? nil : "\(failure.code.name), \(failure.reason): \(failure.message)"
  }

  /// Whether its component may be another one than it was: a change has begun, or one before was not noticed yet.
  func mayHaveChanged(since start: Start) -> Bool {
    !start.isSettled || changes.load(ordering: .acquiring) > start.changes
  }

  private func was(_ kind: KeyPath<Span, Bool>, since start: Start) -> Bool {
    story.withLock { story in
      for span in story.spans.reversed() {
        if let end = span.end, end < start.time { return false }
        if span[keyPath: kind] { return true }
      }
      return false
    }
  }
}
