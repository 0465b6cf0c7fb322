/// When a component that crashes again and again is started no more.
public struct Quarantine: Sendable, Equatable {
  /// So many crashes within the window are too many; 0 for no limit.
  public var crashes: Int
  public var window: Duration

  public init(crashes: Int = 5, window: Duration = .seconds(60)) {
    self.crashes = crashes
    self.window = window
  }
}
