import ComponentABI
import ComponentKit

/// The observers of the component here, by the numbers that the host knows them by.
final class WorkerObservers: Sendable {
  private struct Observer: @unchecked Sendable {
    // Sendable: the contract lets its functions be called from any thread.
    let heard: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<component_notice>) -> Void
    let context: UnsafeMutableRawPointer?
    let release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  }

  private struct State {
    var last: Int64 = 0
    var observers: [Int64: Observer] = [:]
  }

  private let state = Guarded(State())

  /// - Parameter gives: whether its context is given back when it will not hear any more.
  func add(_ observer: component_observer, gives: Bool) -> Int64 {
    let own = Observer(heard: observer.heard, context: observer.context, release: gives ? observer.release : nil)
    return state.withLock { state in
      state.last += 1
      state.observers[state.last] = own
      return state.last
    }
  }

  /// Takes one back that the host did not take: its context stays the component's.
  func forget(_ number: Int64) { _ = state.withLock { $0.observers.removeValue(forKey: number) } }

  /// It will not hear any more.
  func end(_ number: Int64) {
    let observer = state.withLock { $0.observers.removeValue(forKey: number) }
    if let observer { observer.release?(observer.context) }
  }

  func hear(_ number: Int64, _ notice: UnsafePointer<component_notice>) {
    let observer = state.withLock { $0.observers[number] }
    if let observer { observer.heard(observer.context, notice) }
  }
}
