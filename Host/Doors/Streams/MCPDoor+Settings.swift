extension MCPDoor {
  /// How a door behaves.
  public struct Settings: Sendable {
    /// Where messages come from and go to. The door does not close them; nobody else may read or write there.
    public var input: Int32 = 0
    public var output: Int32 = 1
    /// How long a message may be, in bytes.
    public var messageLimit = 1 << 20
    /// How many calls may be under way, in all and of one target.
    public var callLimit = 1024
    public var targetCallLimit = 256
    /// How many calls may have a thread at once; the others wait for one, in their order. Of one target it is three
    /// quarters of that.
    public var threadLimit = 64
    /// How many bytes wait for a client that does not read, before no more is taken from it.
    public var waitingLimit = 1 << 20
    /// How many bytes of answers the door keeps, be it that the client does not read them or that others of their batch are not
    /// there yet. Beyond half of that no call is begun; beyond all of it the client hears of those under way that
    /// their answers were left out.
    public var unreadLimit = 64 << 20
    /// How long a call may take; nil for ever.
    public var callTime: Duration? = .seconds(60)
    /// Hears what becomes of the door, on any thread.
    public var tell: @Sendable (DoorEvent) -> Void = { _ in }
    /// Hears once, on a thread of the door's, that the client has ended: it sends nothing more, or reads nothing.
    public var ended: @Sendable () -> Void = {}

    public init() {}
  }
}
