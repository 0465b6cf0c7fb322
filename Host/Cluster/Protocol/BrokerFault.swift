/// Why a connection to a broker can't go on, or does not come about.
struct BrokerFault: Error, Equatable, Sendable {
  /// One word for programs.
  let reason: String
  /// One sentence for people.
  let message: String
  /// What to do; nil where nothing is known to help.
  var help: String?

  init(_ reason: String, _ message: String, help: String? = nil) {
    (self.reason, self.message, self.help) = (reason, message, help)
  }

  /// Of messages that no connection has taken.
  static func lostAnswers(_ count: Int) -> BrokerFault {
    let words =
      count == 1 ? "1 answer is lost: no broker has taken it" : "\(count) answers are lost: no broker has taken them"
    return BrokerFault("answers_lost", words)
  }

  // MARK: what a broker says that is none of the protocol

  static let longLine = BrokerFault("long_line", "the broker sends a line that is longer than the protocol allows")
  static let brokenLine = BrokerFault("broken_line", "the broker sends a line that does not end in CR and LF")
  static let unknownOperation = BrokerFault("unknown_operation", "the broker sends a line of an unknown kind")
  static let wrongArguments = BrokerFault(
    "wrong_arguments", "the broker sends a line with other words than belong there")
  static let wrongNumber = BrokerFault("wrong_number", "the broker sends a number that is none, or too large")
  static let wrongSizes = BrokerFault(
    "wrong_sizes", "the broker sends a message whose headers are longer than all of it")
  static let hugeMessage = BrokerFault(
    "huge_message", "the broker sends a message that is longer than the protocol allows")
  static let noEnd = BrokerFault("no_end", "the broker sends a message that is longer than it says")
}
