/// What was told of brokers that can't be reached or complain: it is told once, as long as that is so.
struct ToldOnce: Sendable {
  private var told: [BrokerAddress: Set<String>] = [:]

  /// So many different things are told of one broker. Those that a hostile one says have no end.
  private static let limit = 16

  /// Whether something is news of a broker; it is told then.
  mutating func isNews(_ words: String, of broker: BrokerAddress) -> Bool {
    let count = told[broker]?.count ?? 0
    return count < ToldOnce.limit && told[broker, default: []].insert(words).inserted
  }

  /// All is well with a broker: whatever comes behind that is news.
  mutating func forget(_ broker: BrokerAddress) { told[broker] = nil }
}
