import AuditFace
import Testing

@testable import AuditJournal

@Suite struct JournalTests {
  @Test func `what it remembers has an end: the oldest call goes first`() {
    let journal = Journal()
    for number in 1...Journal.limit + 2 {
      journal.add(Journal.Call(target: "Reader", action: "page\(number)", caller: "outside"), "ok")
    }
    let kept = journal.last(2 * Journal.limit)
    #expect(kept.map(\.action) == (3...Journal.limit + 2).map { "page\($0)" })
    #expect(kept.last == Passed(target: "Reader", action: "page\(Journal.limit + 2)", caller: "outside", end: "ok"))
    #expect(journal.last(2).map(\.action) == ["page\(Journal.limit + 1)", "page\(Journal.limit + 2)"])
  }
}
