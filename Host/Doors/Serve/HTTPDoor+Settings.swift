import ComponentHost

extension HTTPDoor {
  /// How a door behaves. Each limit is of one door.
  public struct Settings: Sendable {
    /// Where it listens.
    public var addresses: [DoorAddress]
    /// Sockets that listen already and were handed over; they are the door's own from its start on.
    public var handed: [Int32] = []
    /// Whether addresses that other machines reach are taken: only behind a proxy, which speaks TLS and keeps off what
    /// this door does not.
    public var isBehindProxy = false
    /// The names, without ports, by which the door is known besides those of this machine, `localhost`, `127.0.0.1` and
    /// `[::1]`; what a request says in `Host` has to be one of them. Pages of its own come by https where a name says nothing
    /// else, as `http://books.example.org` does.
    public var names: [String] = []

    /// By what each request has to show that it is the owner's, who may do everything here; nil where everybody is a caller from
    /// outside. Only addresses of this machine are taken with it, and no proxy may lead there.
    public var owner: OwnerToken?
    /// The path of the owner's page, which `/` stands for, as `/Console/page`: its reply is a text in HTML. Nil where nothing is there.
    public var front: String?

    /// How many connections there may be.
    public var connectionLimit = 16_384
    /// How many calls may be under way, in all and of one target.
    public var callLimit = 1024
    public var targetCallLimit = 256
    /// How many calls may have a thread at once; the others wait for one, in their order. Of one target it is three
    /// quarters of that.
    public var threadLimit = 64
    /// How many bytes of answers wait for a client that does not read, before its progress is left out.
    public var waitingLimit = 64 * 1024
    /// How many bytes may wait in all connections together: bodies and requests that have not come whole, and answers that
    /// clients have not read. Beyond it a client that adds more than a little is answered 503, or cut off where it does not
    /// read.
    public var heldLimit = 1 << 28
    /// How long a body may be, in bytes.
    public var bodyLimit = 1 << 20

    /// How long a client may take to send what stands before a body, also before its first byte comes, and a body.
    public var headTime: Duration = .seconds(10)
    public var bodyTime: Duration = .seconds(30)
    /// How long a connection stays open between two requests.
    public var idleTime: Duration = .seconds(75)
    /// How long a client may not read what it is sent.
    public var writeTime: Duration = .seconds(30)
    /// How long a call may take, also where its client would wait for longer; nil for ever.
    public var callTime: Duration? = .seconds(60)
    /// How often somebody who hears of progress hears at least that the door is there.
    public var heartbeat: Duration = .seconds(15)

    // What follows, up to the events, the host's policy may show as well.
    /// Whether `/metrics` is for everybody who reaches the door.
    public var showsMetrics = false
    /// Whether `/openapi.json` is for everybody who reaches the door: what callers from outside may call, and nothing else.
    public var showsDescription = false
    /// The events that everybody who reaches the door may hear, at `/events`. None of them needs to be there yet.
    public var events: [String] = []
    /// How often components have crashed in processes of their own, by their names, for `/metrics`: who starts those processes
    /// knows.
    public var crashes: @Sendable () -> [String: Int] = { [:] }
    /// What other doors of the host have counted, which counts for `/metrics` as well.
    public var samples: @Sendable () -> [ActionSample] = { [] }
    /// Whether each call is told, and not only what goes wrong.
    public var tellsCalls = false
    /// Hears what becomes of the door and of its requests, on any thread.
    public var tell: @Sendable (DoorEvent) -> Void = { _ in }

    public init(_ addresses: [DoorAddress] = []) { self.addresses = addresses }

    /// The same with what the host's policy shows besides.
    func showing(_ shown: Policy.Shown) -> Settings {
      var settings = self
      settings.showsMetrics = showsMetrics || shown.metrics
      settings.showsDescription = showsDescription || shown.openAPI
      settings.events += shown.events.filter { !events.contains($0) }
      return settings
    }
  }
}
