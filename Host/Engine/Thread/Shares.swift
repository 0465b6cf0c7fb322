import ComponentKit
import HostNative

/// Work on many things, shared among a few processors: what a host and its doors make of a thousand components.
///
/// No component's code may run in it, so nobody waits for long; and each thing is judged as it would be alone.
public enum Shares {
  // Fewer things are not worth the start of a thread.
  private static let least = 64
  private static let most = 4

  /// What comes of all of them, in their order. Each share follows on from the one before, and one thread goes through it.
  public static func map<Thing: Sendable, Result: Sendable>(
    _ things: [Thing], _ body: @escaping @Sendable (ArraySlice<Thing>) -> [Result]
  ) -> [Result] {
    let count = min(Int(host_processors()), most, things.count / least)
    if count < 2 { return body(things[...]) }
    let size = (things.count + count - 1) / count
    let shares = stride(from: 0, to: things.count, by: size).map { things[$0..<min($0 + size, things.count)] }
    let others = shares.dropFirst().map { share in
      let done = Guarded<[Result]>([])
      let told = Worker.begin { tell in
        let results = body(share)
        done.withLock { $0 = results }
        tell()
      }
      return (share: share, done: done, told: told)
    }
    var all = body(shares[0])
    all.reserveCapacity(things.count)
    for other in others {
      // Where there is no thread left this one does it.
      if let told = other.told, told.wait(until: .max) {
        all += other.done.withLock { exchange(&$0, with: []) }
      } else {
        all += body(other.share)
      }
    }
    return all
  }
}
