import ComponentABI

/// One event, as an observer hears it.
public struct Notice: Sendable {
  /// The event's name.
  public let event: String
  /// What is said of it.
  public let value: Value
  /// How many events the observer has lost, just before this one: more came than could wait for it.
  public let lost: Int

  init(_ notice: component_notice) {
    event = notice.event.checkedString
    value = Value(copying: notice.value)
    lost = Int(clamping: notice.lost)
  }
}
