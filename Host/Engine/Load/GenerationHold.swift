import Synchronization

/// Keeps a component from being shut down, while one of its deferred calls is open or its code runs outside a call.
final class GenerationHold: Sendable {
  private let generation: Generation

  init(_ generation: Generation) {
    self.generation = generation
    generation.held.add(1, ordering: .acquiringAndReleasing)
  }

  deinit { generation.released.add(1, ordering: .acquiringAndReleasing) }
}
