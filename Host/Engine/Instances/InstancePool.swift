import ComponentKit
import Glibc

/// The instances of one target: made on first use, lent to calls, destroyed when no call is in them.
///
/// No lock is held while the component makes or destroys one.
final class InstancePool: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  let target: String
  let maker: InstanceMaker
  private let cache: InstanceCache
  private let generation: Unmanaged<Generation>
  private let gate = Gate()
  /// The one that calls share; nil until the first of them, and after it was dropped.
  private var shared: Instance?
  /// Those that were let go of while the component gives way to another: they are destroyed behind that.
  private var owed: [Instance] = []
  /// The thread that is making the shared one.
  private var making: pthread_t?

  init(_ target: String, _ maker: InstanceMaker, _ cache: InstanceCache, of generation: Generation) {
    self.target = target
    self.maker = maker
    self.cache = cache
    // It is never freed.
    self.generation = .passUnretained(generation)
  }

  /// An instance for one call, until the loan is dropped.
  ///
  /// - Parameter patience: how long the call waits while another one makes it.
  func lend(fresh: Bool, behind lease: CallLease?, _ patience: Patience) throws(Failure) -> InstanceLoan {
    if fresh || maker.lifetime == .perCall {
      guard let pointer = maker.make(until: patience.ownDeadline) else { throw failure("made no instance") }
      return InstanceLoan(self, Instance(pointer, users: 1, isShared: false), lease)
    }
    let place: Place
    if let free = gate.locked({ look() }) {
      place = free
    } else {
      let steps = generation._withUnsafeGuaranteedRef { $0.host.loader.steps(of: $0.name) }
      place = try steps.wait("for the instance of \(target)") { () throws(Failure) in
        try patience.wait(at: gate, late: Failure.instanceBusy, for: look)
      }
    }
    switch place {
    case .shared(let known):
      cache.count(hit: true)
      if maker.lifetime == .cached { cache.touch(known) }
      return InstanceLoan(self, known, lease)
    case .inside: throw failure("is called while it makes its instance")
    case .empty: cache.count(hit: false)
    }
    let pointer = maker.make(until: patience.ownDeadline)
    let made = pointer.map { Instance($0, users: 1, isShared: true) }
    gate.locked {
      shared = made
      making = nil
      gate.wake()
    }
    guard let made else { throw failure("made no instance") }
    let loan = InstanceLoan(self, made, lease)
    if maker.lifetime == .cached {
      cache.add(made, of: self)
      // Dropped before the cache knew of it, the instance would be kept there for good.
      if !gate.locked({ shared === made }) { cache.forget(made) }
    }
    return loan
  }

  private enum Place {
    case shared(Instance), empty
    /// It calls itself while it makes its instance, and would wait for itself.
    case inside
  }

  // Called under the gate. The shared instance, lent; nil while another thread makes it. A caller that gets `empty`
  // makes it.
  private func look() -> Place? {
    if let shared {
      shared.users += 1
      return .shared(shared)
    }
    let me = pthread_self()
    if let making { return pthread_equal(making, me) != 0 ? .inside : nil }
    making = me
    return .empty
  }

  fileprivate func giveBack(_ instance: Instance) {
    let isLast = gate.locked {
      instance.users -= 1
      return instance.users == 0 && !instance.isShared
    }
    if isLast { maker.destroy(instance.pointer) }
  }

  /// Lets go of the shared instance: it is destroyed at once, or when its last call has ended, or when it is decided
  /// whether the component is replaced. False if there is none.
  @discardableResult
  func drop() -> Bool {
    holding { dropNow() }
  }

  // The component is not shut down while another's thread destroys an instance of it.
  private func holding(_ body: () -> Bool) -> Bool {
    withExtendedLifetime(GenerationHold(generation.takeUnretainedValue())) { body() }
  }

  private func dropNow() -> Bool {
    let dropped = detach()
    if let dropped, dropped.isIdle { destroy(dropped.instance) }
    if !givesWay { destroyOwed() }
    return dropped != nil
  }

  // Its instances are part of what the component may be just saving. Asked by who has taken a hold on it: what comes
  // after that waits for it.
  private var givesWay: Bool { generation._withUnsafeGuaranteedRef { $0.givesWay } }

  private func destroy(_ instance: Instance) {
    if !givesWay { return maker.destroy(instance.pointer) }
    gate.locked { owed.append(instance) }
    // It may have been decided meanwhile.
    if !givesWay { destroyOwed() }
  }

  /// Destroys what was let go of while the component seemed to give way to another, on a thread of its own.
  func destroyOwedApart() {
    if gate.locked({ owed.isEmpty }) { return }
    let hold = GenerationHold(generation.takeUnretainedValue())
    let destroy: @Sendable () -> Void = { withExtendedLifetime(hold) { self.destroyOwed() } }
    if !Worker.run(destroy) { destroy() }
  }

  private func destroyOwed() {
    let owed = gate.locked { exchange(&self.owed, with: []) }
    for instance in owed { maker.destroy(instance.pointer) }
  }

  /// The same, and destroys it on a thread of its own.
  func dropApart() -> Bool {
    let hold = GenerationHold(generation.takeUnretainedValue())
    guard let dropped = detach() else { return false }
    if !dropped.isIdle { return true }
    let destroy: @Sendable () -> Void = {
      withExtendedLifetime(hold) { self.destroy(dropped.instance) }
    }
    if !Worker.run(destroy) { destroy() }
    return true
  }

  // Has no further call get the shared instance.
  private func detach() -> (instance: Instance, isIdle: Bool)? {
    let dropped = gate.locked { () -> (instance: Instance, isIdle: Bool)? in
      guard let instance = shared else { return nil }
      shared = nil
      instance.isShared = false
      return (instance, instance.users == 0)
    }
    if let dropped { cache.forget(dropped.instance) }
    return dropped
  }

  /// The same, if this very instance is the shared one and no call is in it.
  func dropIdle(_ instance: Instance) -> Bool {
    holding { dropIdleNow(instance) }
  }

  private func dropIdleNow(_ instance: Instance) -> Bool {
    if givesWay { return false }
    let isIdle = gate.locked {
      guard shared === instance, instance.users == 0 else { return false }
      shared = nil
      instance.isShared = false
      return true
    }
    if isIdle { maker.destroy(instance.pointer) }
    return isIdle
  }

  private func failure(_ words: String) -> Failure { Failure(.failed, "no_instance", "\(target) \(words)") }
}

/// One instance of a target.
final class Instance: @unchecked Sendable {
  // Sendable: what changes is touched under its pool's gate only, and what the pointer leads to is the component's.
  let pointer: UnsafeMutableRawPointer
  fileprivate(set) var users: Int
  fileprivate(set) var isShared: Bool

  fileprivate init(_ pointer: UnsafeMutableRawPointer, users: Int, isShared: Bool) {
    self.pointer = pointer
    self.users = users
    self.isShared = isShared
  }
}

/// Keeps an instance from being destroyed while a call is in it.
final class InstanceLoan: CallLease, @unchecked Sendable {
  // Sendable: nothing in it changes; it says so anew because the class above does.
  let instance: Instance
  private let pool: InstancePool
  private let lease: CallLease?

  fileprivate init(_ pool: InstancePool, _ instance: Instance, _ lease: CallLease?) {
    self.pool = pool
    self.instance = instance
    self.lease = lease
  }

  deinit { pool.giveBack(instance) }
}
