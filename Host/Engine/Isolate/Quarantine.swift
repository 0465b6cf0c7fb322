/// When a component that crashes again and again is started no more.
public struct Quarantine: Sendable, Equatable {
  /// So many crashes within the window are too many; 0 for no limit. Beyond 1000 they are as many as 1000.
  public var crashes: Int
  public var window: Duration

  /// More are not kept.
  package static let most = 1000

  public init(crashes: Int = 5, window: Duration = .seconds(60)) {
    self.crashes = crashes
    self.window = window
  }
}
