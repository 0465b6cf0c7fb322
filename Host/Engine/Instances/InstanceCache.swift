import ComponentKit

/// How often instances were found, made and let go.
public struct InstanceStatistics: Sendable, Equatable {
  /// Calls that found their instance.
  public internal(set) var hits = 0
  /// Calls for which one had to be made.
  public internal(set) var misses = 0
  /// Cached ones that were dropped because there were too many, or memory was short.
  public internal(set) var evictions = 0

  package init(hits: Int = 0, misses: Int = 0, evictions: Int = 0) {
    self.hits = hits
    self.misses = misses
    self.evictions = evictions
  }
}

/// The cached instances of a host, the least recently used of which go first.
final class InstanceCache: Sendable {
  private let limit: Int
  private let memory: MemoryRelief
  private let state = Guarded(State())

  private struct State {
    var kept: [ObjectIdentifier: Cached] = [:]
    var clock = 0
    var statistics = InstanceStatistics()
  }

  private struct Cached {
    let instance: Instance
    let pool: InstancePool
    var used: Int
  }

  /// - Parameter limit: how many cached instances there may be before half of them go.
  init(limit: Int, _ memory: MemoryRelief) {
    self.limit = max(1, limit)
    self.memory = memory
  }

  var statistics: InstanceStatistics { state.withLock { $0.statistics } }

  func count(hit: Bool) {
    state.withLock { if hit { $0.statistics.hits += 1 } else { $0.statistics.misses += 1 } }
  }

  func touch(_ instance: Instance) {
    state.withLock { state in
      state.clock += 1
      state.kept[ObjectIdentifier(instance)]?.used = state.clock
    }
  }

  func add(_ instance: Instance, of pool: InstancePool) {
    let isFull = state.withLock { state in
      state.clock += 1
      state.kept[ObjectIdentifier(instance)] = Cached(instance: instance, pool: pool, used: state.clock)
      return state.kept.count > limit
    }
    memory.watch()
    if isFull { evict { $0 / 2 } }
  }

  func forget(_ instance: Instance) { state.withLock { _ = $0.kept.removeValue(forKey: ObjectIdentifier(instance)) } }

  /// Drops every cached instance that no call uses.
  func evictAll() { evict { $0 } }

  // The least recently used ones; what is in use stays, and counts on.
  private func evict(_ howMany: (Int) -> Int) {
    let candidates = state.withLock { state in
      state.kept.values.sorted { $0.used < $1.used }
    }
    var left = howMany(candidates.count)
    for cached in candidates where left > 0 && cached.pool.dropIdle(cached.instance) {
      left -= 1
      state.withLock { state in
        state.kept[ObjectIdentifier(cached.instance)] = nil
        state.statistics.evictions += 1
      }
    }
  }
}
