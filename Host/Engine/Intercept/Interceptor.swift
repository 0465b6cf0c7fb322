import ComponentABI
import ComponentKit
import Synchronization

/// Stands before every call to a target: looks, changes, answers, redirects, retries or refuses.
///
///     host.add(Interceptor("audit", priority: 10) { call in
///       print(call.target, call.action)
///       call.proceed()
///     })
public struct Interceptor: Sendable {
  public let name: String
  /// The highest comes first; of equal ones the first by name.
  public let priority: Int
  /// The target whose action `intercept` it asks, if it asks a component.
  let asked: String?
  let run: @Sendable (InterceptedCall) -> Void

  /// - Parameter run: proceeds with the call, ends it, or keeps it and does so later; runs on the caller's thread,
  ///   several times at once.
  public init(_ name: String, priority: Int = 0, _ run: @escaping @Sendable (InterceptedCall) -> Void) {
    self.init(name, priority: priority, asking: nil, run)
  }

  init(
    _ name: String, priority: Int, asking target: String?, _ run: @escaping @Sendable (InterceptedCall) -> Void
  ) {
    self.name = name
    self.priority = priority
    asked = target
    self.run = run
  }
}

extension Host {
  /// The interceptors in the order in which they see a call.
  public var interceptors: [Interceptor] { chains.withLock { $0 } }

  /// Adds an interceptor, in the place of one that has its name. Calls under way go on without it.
  public func add(_ interceptor: Interceptor) { add([interceptor]) }

  /// The same for several. Of those that have one name the last one counts.
  func add(_ interceptors: [Interceptor]) {
    if interceptors.isEmpty { return }
    let added = Dictionary(interceptors.map { ($0.name, $0) }) { $1 }
    change { chain in
      chain.removeAll { added[$0.name] != nil }
      chain += added.values
      chain.sort { ($1.priority, $0.name) < ($0.priority, $1.name) }
    }
  }

  /// Takes an interceptor out; false if there is none of the name. Calls that it has seen go on.
  @discardableResult
  public func removeInterceptor(_ name: String) -> Bool {
    change { chain in
      let count = chain.count
      chain.removeAll { $0.name == name }
      return chain.count < count
    }
  }

  private func change<R>(_ body: (inout [Interceptor]) -> R) -> R {
    chains.withLock { chain in
      defer {
        // Readers take no lock, so what they may hold is never freed; chains change a few times in a process's life.
        let published = chain.isEmpty ? nil : Unmanaged.passRetained(Chain(chain))
        loader.core.pointee.chain.store(published, ordering: .releasing)
      }
      return body(&chain)
    }
  }
}

/// The interceptors of a host at one moment.
final class Chain: Sendable {
  let interceptors: [Interceptor]
  init(_ interceptors: [Interceptor]) { self.interceptors = interceptors }

  /// The chain without those that the request goes past. Where one that there is may have been meant, the log is told.
  func without(_ names: UnsafeBufferPointer<component_text>, _ host: Host) -> Chain {
    if names.isEmpty { return self }
    let left = interceptors.filter { one in !names.contains { $0.utf8.elementsEqual(one.name.utf8) } }
    // Also where a name was given twice, which does no harm.
    if left.count + names.count != interceptors.count { reportUnknown(names, host) }
    return Chain(left)
  }

  private func reportUnknown(_ names: UnsafeBufferPointer<component_text>, _ host: Host) {
    let known = interceptors.map(\.name)
    for name in names.map(\.string) where !known.contains(name) {
      guard let near = nearNames(to: name, among: known).first,
        let report = Report(
          .unknownInterceptor,
          "a call goes past \(quoted(name)), no interceptor's name; did you mean \(quoted(near))?", by: host.seldom)
      else { continue }
      host.settings.report(report)
    }
  }
}

extension component_request {
  /// The names of the interceptors that it goes past; they have been checked.
  var skipped: UnsafeBufferPointer<component_text> {
    UnsafeBufferPointer(start: skips, count: skips == nil ? 0 : skip_count)
  }
}
