@testable import ComponentHost

extension Loader {
  /// Leaves a name to whoever registers it next, as where its file is gone.
  func vacate(_ name: String) {
    gate.locked {
      slots[name] = nil
      wake(name)
    }
  }
}
