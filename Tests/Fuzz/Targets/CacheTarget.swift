import ComponentDoors
import ComponentKit
import Glibc

@testable import ComponentHost

extension FuzzTarget {
  /// What reads the files in which is kept what components say of themselves. The first byte says whether the rest is such a
  /// file, or what lies in one behind the key, of which the sum is right.
  public static let cache = FuzzTarget(name: "cache") { input throws(BrokenPromise) in
    guard let form = input.first, let file = KeptFile.component else { return false }
    let rest = Array(input.dropFirst())
    let bytes = form % 4 == 0 ? rest : KeptFile.behindKey(rest)
    guard let kept = KeptDescription(bytes, key: KeptFile.key, file: file) else { return false }
    guard let first = KeptFile.registered(kept) else { return false }
    let shown = LoadedComponent(first)
    let document = OpenAPI([shown], routes: shown.routes, policy: Policy()).json
    try BrokenPromise.unless((try? Value(json: document)) != nil, "the description in OpenAPI is JSON")

    guard let written = try? first.registered().bytes else {
      throw BrokenPromise(description: "what was read can be written")
    }
    var head = KeptWriter()
    head.number(0)
    head.bytes([])
    kept.libraries.write(&head)
    let whole = KeptFile.behindKey(head.bytes + written)
    guard let again = KeptDescription(whole, key: KeptFile.key, file: file),
      let second = KeptFile.registered(again)
    else {
      throw BrokenPromise(description: "what was written can be read")
    }
    try BrokenPromise.unless(again.libraries == kept.libraries, "the libraries are those that were written")
    try BrokenPromise.unless(
      (try? second.registered().bytes) == written, "what was written reads as what was read")
    return true
  }
}

/// A file of the cache, and what is around it.
private enum KeptFile {
  static let key = Array("key".utf8)

  /// What stands for the component's own file: its first bytes are the same everywhere.
  static let component = try? Descriptor(opening: "/proc/self/exe")

  /// A file with that key, and with the right sum.
  static func behindKey(_ rest: [UInt8]) -> [UInt8] {
    var writer = KeptWriter([UInt8](repeating: 0, count: 16))
    writer.bytes(key)
    return KeptDescription.summed(writer.bytes + rest)
  }

  /// What has been registered; nil where it is refused.
  static func registered(_ kept: KeptDescription) -> Generation? {
    let staging = Staging(name: "Kept")
    do throws(Refusal) {
      let declared = try staging.close(status: kept.say(to: staging))
      return Generation(staging, declared, number: 1, Loader.Source(), seat: seat)
    } catch {
      return nil
    }
  }

  private static let host = Host()
  // One for all: it is never freed.
  nonisolated(unsafe) private static let seat = Seat.make(
    host.loader.core, HostProgram(), name: "Kept", directory: "")
}
