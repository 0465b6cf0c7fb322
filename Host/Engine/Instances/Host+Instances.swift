import ComponentKit

// Instances of targets, as the embedding program sees them.
extension Host {
  public var instanceStatistics: InstanceStatistics { instances.statistics }

  /// Lets go of a target's instance, cached or kept: it is destroyed when no call is in it. False if there is none.
  @discardableResult
  public func releaseInstance(of target: String) -> Bool {
    pools.filter { $0.target == target }.reduce(false) { $1.drop() || $0 }
  }

  /// The same, and none of the component's code runs on this thread: the instance is destroyed on another one.
  ///
  /// - Parameter patience: whose wish it is: within a call of what was replaced or taken out its own instance is meant.
  func releaseInstanceApart(of target: String, _ patience: Patience) -> Bool {
    let pools = patience.home(of: ComponentName.root(of: target.utf8))?.pools ?? pools
    return pools.filter { $0.target == target }.reduce(false) { $1.dropApart() || $0 }
  }

  /// Lets go of all instances, also of the kept ones.
  public func releaseInstances() { for pool in pools { pool.drop() } }

  /// Destroys the cached instances that no call uses, as is done where memory is short.
  public func releaseIdleInstances() { instances.evictAll() }

  /// Gives back what can be made again, as is done where memory is short: the cached instances that no call uses, and what
  /// components give back in their `memory_pressure`, one after the other.
  public func relieveMemory() {
    instances.evictAll()
    for (name, generation) in loader.loaded.sorted(by: { $0.key < $1.key }) {
      guard case .failure(let failure) = generation.relieveMemory(within: settings.stepLimit),
        // One that is just being replaced does not give anything back.
        generation.takesCalls
      else { continue }
      settings.report(Report(.stepFailed, "\(name) does not give memory back: \(failure.message)"))
    }
  }

  private var pools: [InstancePool] { loader.loaded.values.flatMap(\.pools) }
}
