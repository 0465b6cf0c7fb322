import ComponentKit
import Glibc
import Synchronization
import TestDice

@testable import ComponentHost

/// What the other process is told to do, one change after the other.
struct SoakChanges {
  private let soak: Soak
  private var dice: SoakDice
  private var count = 0
  // Of all files.
  private var stamp = 0
  private var places: [Place]

  // How one file is now.
  private struct Place {
    let file: SoakFile
    let path: String
    var state = SoakFile.State.away
    var lastGood = 0
  }

  init(_ soak: Soak) {
    self.soak = soak
    dice = SoakDice(state: soak.seed)
    places = [soak.changing, soak.tally].map { Place(file: $0, path: "\(soak.folder)/lib\($0.name).so") }
    for place in places.indices { settle(place) }
  }

  /// Changes one of the files.
  mutating func next() {
    count += 1
    soak.counts.changes.add()
    // Calls in between go through an interceptor.
    if count % 40 == 20 { soak.host.add(Interceptor("pass") { $0.proceed() }) }
    if count % 40 == 30 { soak.host.removeInterceptor("pass") }
    if count % 16 == 0 { _ = soak.host.refresh() }
    let index = dice.below(places.count)
    let canGo = !places[index].file.hasState && places[index].state != .away
    switch dice.below(10) {
    case 0: overwrite(index)
    case 1 where places[index].state != .away: truncate(index)
    case 2: move(index, [1, 2, 3], "rubbish is moved into place", nil, .broken)
    case 3: moveUnstartable(index)
    case 4 where canGo, 5 where canGo: remove(index)
    case 6 where canGo && places[index].state == .good: moveAwayAndBack(index)
    case 7: restore(index)
    case 8: settle(index)
    default: replace(index)
    }
    // All that is ever loaded stays, so the pauses grow with what there is.
    usleep(UInt32(3000 + 30 * min(soak.generations, 10_000)))
  }

  /// Waits until the last version of each file is in force.
  mutating func settle() { for index in places.indices { settle(index) } }

  // MARK: what is done

  private mutating func replace(_ index: Int) {
    let stamp = nextStamp()
    move(index, bytes(index, stamp), "version \(stamp) is moved into place", stamp, .good)
  }

  private mutating func moveUnstartable(_ index: Int) {
    let stamp = nextStamp() + 1
    move(index, bytes(index, stamp), "version \(stamp), which does not start, is moved into place", stamp, .broken)
  }

  private mutating func restore(_ index: Int) {
    let stamp = places[index].lastGood
    move(index, bytes(index, stamp), "version \(stamp) is moved into place again", stamp, .good)
  }

  private mutating func move(
    _ index: Int, _ bytes: [UInt8], _ words: String, _ stamp: Int?, _ state: SoakFile.State
  ) {
    guard let new = try? soak.workshop.write(bytes, to: "new") else { return soak.complain("a file can't be written") }
    change(index, words, stamp, state, "move", new, places[index].path)
  }

  private mutating func overwrite(_ index: Int) {
    let (stamp, pause) = (nextStamp(), dice.below(3000))
    guard let new = try? soak.workshop.write(bytes(index, stamp), to: "new") else {
      return soak.complain("a file can't be written")
    }
    change(
      index, "version \(stamp) is written over it", stamp, .good, "overwrite", new, places[index].path, "\(pause)")
  }

  private mutating func truncate(_ index: Int) {
    let size = dice.below(soak.made[places[index].file.name]?.bytes.count ?? 1)
    change(index, "it is truncated to \(size) bytes", nil, .broken, "truncate", places[index].path, "\(size)")
  }

  private mutating func remove(_ index: Int) {
    change(index, "it is removed", nil, .away, "remove", places[index].path)
    guard dice.below(4) == 0 else { return }
    let file = places[index].file
    wait(file, "it still answers although it is away") { answer in
      if case .failure(let failure) = answer { failure.code == .notFound } else { false }
    }
  }

  private mutating func moveAwayAndBack(_ index: Int) {
    let aside = "\(soak.workshop.path)/aside"
    change(index, "it is moved away", nil, .away, "move", places[index].path, aside)
    usleep(UInt32(dice.below(3000)))
    change(index, "it is moved back", nil, .good, "move", aside, places[index].path)
  }

  private mutating func settle(_ index: Int) {
    replace(index)
    let (file, stamp) = (places[index].file, places[index].lastGood)
    wait(file, "version \(stamp) does not answer") { answer in
      if case .success(let value) = answer { value.list?.first?.int == stamp } else { false }
    }
    file.settle()
  }

  private mutating func change(
    _ index: Int, _ words: String, _ stamp: Int?, _ state: SoakFile.State, _ order: String...
  ) {
    let (file, changer) = (places[index].file, soak.changer)
    let isDone = file.change(words, stamp: stamp, to: state, isAtOnce: order.first != "overwrite") {
      changer.change(order)
    }
    if !isDone { soak.complain("the other process can't do this: \(words)", file) }
    places[index].state = state
    if state == .good, let stamp { places[index].lastGood = stamp }
  }

  private func wait(_ file: SoakFile, _ words: String, _ isSo: (Result<Value, Failure>) -> Bool) {
    let start = ContinuousClock.now
    while !soak.isEnded {
      let answer = Result { () throws(Failure) in try soak.host.mediator.call(file.name, "version") }
      if isSo(answer) { return }
      if ContinuousClock.now - start > Soak.patience { return soak.complain("\(words), but \(answer)", file) }
      usleep(200)
    }
  }

  // MARK: what is written

  private mutating func nextStamp() -> Int {
    stamp += 2
    return stamp
  }

  private func bytes(_ index: Int, _ stamp: Int) -> [UInt8] {
    guard let (made, place) = soak.made[places[index].file.name] else { return [] }
    var bytes = made
    for byte in 0..<8 { bytes[place + byte] = UInt8(truncatingIfNeeded: stamp >> (8 * byte)) }
    return bytes
  }
}
