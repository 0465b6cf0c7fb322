/// What may have happened to a connection; several things at once.
struct ConnectionNews: OptionSet, Sendable {
  let rawValue: UInt32

  static let readable = ConnectionNews(rawValue: 1)
  static let writable = ConnectionNews(rawValue: 2)
  /// The client sends nothing more.
  static let inputEnded = ConnectionNews(rawValue: 4)
  /// The client is gone.
  static let gone = ConnectionNews(rawValue: 8)
  /// Its call has ended, or has come further.
  static let ofCall = ConnectionNews(rawValue: 16)
  /// Its time may be over.
  static let timedOut = ConnectionNews(rawValue: 32)
  /// The door is being closed: it ends behind its request, or soon where none comes.
  static let drain = ConnectionNews(rawValue: 64)
  /// It ends now, whatever it does.
  static let cut = ConnectionNews(rawValue: 128)
  /// There may be events that it has not told of.
  static let ofEvents = ConnectionNews(rawValue: 512)
  /// It has more to do, which is for the thread that leads.
  static let more = ConnectionNews(rawValue: 256)

  /// That a thread deals with it.
  static let owned = ConnectionNews(rawValue: 1 << 31)
}
