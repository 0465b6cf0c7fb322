import ComponentABI
import ComponentKit
import Glibc
import Synchronization

// What is looked up for a search before anything of it is sought.
extension Candidates {
  /// Whether a route that names the URL's scheme leads somewhere.
  static func hasRoute(of url: CallURL, _ host: Host, _ patience: Patience) -> Bool {
    host.routes(below: url.host, patience).matches(scheme: url.scheme, host: url.host, path: url.path)
      .contains { $0.route.scheme == url.scheme }
  }

  /// What its own words name, if that is there already.
  static func named(_ url: CallURL, _ host: Host, _ patience: Patience) -> UnsafeMutablePointer<Entry>? {
    url.path.count == 1 ? host.entry(url.host, url.path[0], patience) : nil
  }

  /// Why nothing of a component that is not loaded may be reached, so that none of its code runs for whoever asks.
  static func objection(to component: String, _ manner: Opening.Manner, _ host: Host) -> String? {
    if manner.contains(.owner) || !host.loader.core.pointee.looksAtNames { return nil }
    return host.settings.policy.objection(toAllOf: component)
  }

  /// Where paths are followed from. As a rule nothing of the component was replaced around what asks, and the table is not
  /// even held.
  static func roots(
    of part: String, _ named: UnsafeMutablePointer<Entry>?, _ host: Host, _ patience: Patience
  ) -> RouteTable.Roots? {
    // What is live, and no call has to look first, is nobody's but its own.
    let isSettled = named.map { $0.pointee.isLive.load(ordering: .acquiring) } ?? false
    if isSettled || patience.home(of: ComponentName.root(of: part.utf8)) == nil {
      return host.routes.read { $0.roots(of: part) }
    }
    return host.routes(below: part, patience).roots(of: part)
  }

  /// Whether host and path may form a map key: not if they can be taken apart in one way only, and the component that
  /// this leads to has none.
  static func mayBeKey(_ url: CallURL, _ host: Host, _ named: UnsafeMutablePointer<Entry>?) -> Bool {
    guard url.path.count == 1 else { return false }
    guard let named, named.pointee.generation._withUnsafeGuaranteedRef({ $0.keys.isEmpty }),
      host.settings.policy.aliases[url.host] == nil
    else { return true }
    return url.host.hasUnderscore || url.path[0].hasUnderscore
  }
}

extension RouteMatch {
  /// Why it stands where it does, for people; empty where its pattern alone says so.
  ///
  /// What it says of case is told where the policy says otherwise.
  func standing(_ policy: Policy) -> String {
    let foldsCase = route.query.foldsCase
    let isOther = foldsCase != nil && foldsCase != (policy.query.foldsCase ?? false)
    return (route.priority == 0 ? "" : ", with the priority \(route.priority)")
      + (isNearest ? ", as the nearest above a longer path" : "")
      + (isOther ? ", with case: \(foldsCase == true ? "fold" : "keep"), which goes before the policy's" : "")
  }
}

extension String {
  // Looks at the bytes as they lie there, which is several times as fast as the string's own iterator.
  fileprivate var hasUnderscore: Bool {
    utf8.span.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memchr($0, Int32(UInt8(ascii: "_")), bytes.count) != nil } ?? false
    }
  }
}
