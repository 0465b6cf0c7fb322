import ComponentKit

// What a component can't do without is started before it.
extension Loader {
  /// Has all of a component's needs be loaded, which starts them, and all that these can't do without.
  ///
  /// Nothing of the component is needed for it but what it has declared. So one that was refused for its needs is not opened
  /// again before these are there: each time would leave an image in memory.
  func startNeeds(_ needs: [Need], of name: String, _ patience: Patience) throws(Refusal) {
    defer { gate.locked { awaited[name] = nil } }
    var seen: Set<String> = []
    do throws(Refusal) {
      try startNeeds(needs, for: name, [], &seen, patience)
    } catch {
      if error == .closed { throw error }
      var refusal = error
      refusal.retry = .whenNeedsStart(RefusedNeeds(needs, refusal.needs?.cause))
      throw refusal
    }
  }

  /// The same for one that was refused for its needs, and has not changed.
  func startNeeds(of refused: Refused, _ name: String, _ patience: Patience = .endless) throws(Refusal) {
    guard let needs = refused.refusal.needs?.needs else { return }
    do throws(Refusal) {
      try startNeeds(needs, of: name, patience)
    } catch {
      var refusal = isClosed ? Refusal.closed : error.ofCode
      refusal.file = refused.refusal.file
      throw refusal
    }
  }

  /// - Parameters:
  ///   - name: the component that is to start.
  ///   - way: by which needs it came to this one.
  private func startNeeds(
    _ needs: [Need], for name: String, _ way: [String], _ seen: inout Set<String>, _ patience: Patience
  ) throws(Refusal) {
    for need in needs where !need.isOptional && seen.insert(need.name).inserted {
      let way = way + [need.name]
      if let circle = book(way, for: name) { throw circular(circle) }
      switch ensure(need.name, patience, evenHeld: true) {
      // What has a start has had its own needs started before.
      case .loaded(let other):
        if let circle = gate.locked({ circle(from: other, by: way, to: name) }) {
          throw circular([name] + circle.way, isSettled: circle.isSettled)
        }
        if !other.has(.start) { try startNeeds(other.needs, for: name, way, &seen, patience) }
      case .absent: throw missing(need)
      case .refused(let refusal): throw needRefused(need.name, refusal, for: name)
      case .closed: throw .closed
      case .over(let failure): throw Refusal("need_refused", failure.message)
      }
    }
  }

  /// Says what is at the bottom of it, once, by however many needs it is reached.
  func needRefused(_ need: String, _ refusal: Refusal, for name: String) -> Refusal {
    let root: RefusedNeeds.Root
    switch refusal.needs?.cause {
    // All members of a circle are refused in the same words, whichever of them is called first.
    case .circle(let members) where members.contains(name): return circular(members)
    case .root(let known): root = known
    case .circle, nil: root = RefusedNeeds.Root(name: need, message: refusal.message, retry: refusal.retry)
    }
    var own = Refusal(
      "need_refused", "it needs the component '\(root.name)', which is refused: \(root.message)", help: refusal.help)
    own.retry = .whenNeedsStart(RefusedNeeds([], .root(root)))
    return own
  }

  // - Parameters:
  //   - circle: its members in their order, the first one once more behind the last.
  //   - isSettled: whether all of them have answered or are waited for. One that is just being started in the place of another
  //     may come to nothing, and is no need of anybody then.
  private func circular(_ circle: [String], isSettled: Bool = true) -> Refusal {
    let members = circle.dropLast()
    let turned = members.indices.map { Array(members[$0...] + members[..<$0]) }
    let first = turned.min { $0.lexicographicallyPrecedes($1) } ?? []
    let words = (first + first.prefix(1)).joined(separator: " → ")
    var refusal = Refusal(
      "circular_needs", "the needs of components form a cycle: \(words)",
      help: "one of them has to do without another when it starts: declare that need as optional")
    let cause: RefusedNeeds.Cause =
      isSettled
      ? .circle(first + first.prefix(1))
      : .root(RefusedNeeds.Root(name: first[0], message: refusal.message, retry: .whenCallsEnd))
    refusal.retry = .whenNeedsStart(RefusedNeeds([], cause))
    return refusal
  }

  // The way back to a component that is replaced, through what is loaded and needs the one before, and through what is just
  // being started in the place of that: of two that are replaced at once at least the later one sees the other. Under the
  // gate.
  private func circle(
    from generation: Generation, by way: [String], to name: String
  ) -> (way: [String], isSettled: Bool)? {
    var ways = [(generation, way, true)]
    if let next = starting[generation.name] { ways.append((next, way, false)) }
    var seen: Set<String> = []
    while let (generation, way, isSettled) = ways.popLast() {
      for need in generation.needs where !need.isOptional {
        let way = way + [need.name]
        if need.name == name { return (way, isSettled) }
        guard seen.insert(need.name).inserted else { continue }
        if let next = slots[need.name]?.generation { ways.append((next, way, isSettled)) }
        if let next = starting[need.name] { ways.append((next, way, false)) }
      }
    }
    return nil
  }

  // Books what a load is about to wait for. Where that waits for this very load in turn, the members of the circle.
  private func book(_ way: [String], for name: String) -> [String]? {
    gate.locked {
      awaited[name] = way
      // What is asked for in a start may wait for this now.
      if !startWaits.isEmpty { gate.wake() }
      var circle = [name] + way
      while let last = circle.last, last != name {
        guard case .loading = slots[last], let next = awaited[last] else { return nil }
        circle += next
        // One that this load is no part of is found by one of its members.
        if circle.count > slots.count + way.count { return nil }
      }
      return circle
    }
  }
}
