/// What the records of a log add up to.
struct LogState: Sendable {
  private(set) var notes: [Int: LoggedNote] = [:]
  private(set) var places: [Int: (page: Int, time: Int)] = [:]
  private(set) var nextID = 1
  private(set) var records = 0
  private(set) var unknown = 0
  private(set) var cut = 0

  mutating func apply(_ payload: String) {
    records += 1
    guard let record = Record(payload: payload) else {
      unknown += 1
      return
    }
    switch record {
    case .note(let note):
      notes[note.id] = note
      keep(note.id)
    case .gone(let id):
      notes[id] = nil
      keep(id)
    case .place(let book, let page, let time): places[book] = (page, time)
    case .next(let id): nextID = max(nextID, id)
    case .cut(let bytes, _): cut = cut.addingReportingOverflow(bytes).partialValue
    }
  }

  private mutating func keep(_ id: Int) {
    if id >= nextID, id < .max { nextID = id + 1 }
  }

  /// The fewest records that say the same.
  var essence: [Record] {
    [.next(id: nextID)] + notes.values.sorted { $0.id < $1.id }.map(Record.note)
      + places.sorted { $0.key < $1.key }.map { .place(book: $0.key, page: $0.value.page, time: $0.value.time) }
  }

  /// Whether most records say what no longer counts.
  var isMostlyDead: Bool { unknown == 0 && records > 2 * (notes.count + places.count) + 64 }
}
