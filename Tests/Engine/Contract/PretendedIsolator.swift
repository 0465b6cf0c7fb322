import ComponentABI
import ComponentKit

@testable import ComponentHost

/// An isolator without processes: what it loads is linked into the tests, and is lost when they say so.
final class PretendedIsolator: Isolator {
  final class Loaded: IsolatedComponent {
    private let entry: @Sendable (HostTable, Registration) -> Int32
    private let told = Guarded<[@Sendable () -> Void]>([])

    fileprivate init(_ entry: @escaping @Sendable (HostTable, Registration) -> Int32) { self.entry = entry }

    // What is linked into a program has no folder: all functions that the tests make would be this component's.
    func register(_ host: HostTable, _ registration: Registration) -> Int32 {
      let table = UnsafeMutablePointer(mutating: host)
      let folder = table.pointee.directory
      table.pointee.directory.length = 0
      defer { table.pointee.directory = folder }
      return entry(host, registration)
    }

    func whenLost(_ tell: @escaping @Sendable () -> Void) { told.withLock { $0.append(tell) } }

    /// Its process has ended.
    func lose() { for tell in told.withLock({ $0 }) { tell() } }
  }

  private let entry: @Sendable (HostTable, Registration) -> Int32
  private let all = Guarded<[Loaded]>([])
  private let refusal = Guarded<Refusal?>(nil)

  init(_ entry: @escaping @Sendable (HostTable, Registration) -> Int32) { self.entry = entry }

  /// From now on nothing is started; with nil all is again.
  func refuses(_ refusal: Refusal?) { self.refusal.withLock { $0 = refusal } }

  /// What it has loaded, in that order.
  var loaded: [Loaded] { all.withLock { $0 } }

  func load(_ component: ComponentToIsolate) throws(Refusal) -> any IsolatedComponent {
    if let refusal = refusal.withLock({ $0 }) { throw refusal }
    let loaded = Loaded(entry)
    all.withLock { $0.append(loaded) }
    return loaded
  }
}
