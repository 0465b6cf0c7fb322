import Synchronization

/// What a `component_cancellation` points to: whether it was used, and the deferred calls that hear of it.
final class Cancelled: @unchecked Sendable {
  // Sendable: the flag is atomic, and `records` is touched under the gate only.
  private let flag = Atomic(false)
  private let gate = Gate()
  private var records: [ObjectIdentifier: DeferredRecord] = [:]

  var isSet: Bool { flag.load(ordering: .acquiring) }

  func set() {
    flag.store(true, ordering: .releasing)
    let given = gate.locked {
      let all = Array(records.values)
      records = [:]
      return all
    }
    for record in given { record.giveUp() }
  }

  /// Has a record ended when the handle is used; at once if it was.
  func add(_ record: DeferredRecord) {
    gate.locked { records[ObjectIdentifier(record)] = record }
    if isSet {
      remove(record)
      record.giveUp()
    }
  }

  func remove(_ record: DeferredRecord) {
    gate.locked { _ = records.removeValue(forKey: ObjectIdentifier(record)) }
  }
}
