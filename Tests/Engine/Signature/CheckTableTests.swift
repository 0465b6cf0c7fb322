import ComponentKit
import Testing

@testable import ComponentHost

/// The tables of a component's signatures.
@Suite struct CheckTableTests {
  private let types: TypeNames

  init() throws {
    types = try TypeNames([("Page", "{number: int, next: Page?}"), ("Size", "\"small\" | \"large\"")])
  }

  private func checks(_ signatures: String...) throws -> [ParameterCheck] {
    var tables = CheckTableBuilder(types)
    let drafts = try signatures.map {
      try ParameterCheck.Draft(Signature(parsing: $0, types: types), types, action: "Reader.showDetail", in: &tables)
    }
    let block = tables.build()
    return drafts.map { ParameterCheck($0, block) }
  }

  @Test func `a type with a name is laid out once, however many signatures refer to it`() throws {
    let checks = try checks("(page: Page) -> Page", "(n: int, pages: [Page], page: Page)", "() -> [Page]")
    let tables = checks.map(\.table)
    func node(_ table: CheckTable, _ place: Int) -> Int { table.members[table.root.pointee.first + place].node }
    let page = node(tables[0], 0)
    #expect(tables[0].nodes + page == tables[0].reply)
    #expect(node(tables[1], 2) == page && tables[1].nodes[node(tables[1], 1)].first == page)
    #expect(tables[2].reply?.pointee.first == page)
    #expect(Set(tables.map(\.nodes)).count == 1 && Set(tables.map(\.root)).count == 3)
  }

  @Test func `each of them checks its own parameters and its own reply`() throws {
    let signatures = ["(page: Page) -> Size", "(size: Size = \"small\", page: Page?)", "(number: int) -> [Page]", "()"]
    let parameters: [Fields] = [
      ["page": ["number": 1, "next": ["number": 2]]], ["size": "large", "page": nil], ["number": 1], [:],
      ["page": ["number": "1"]], ["size": "huge"], ["number": 1.5], ["other": nil],
    ]
    let replies: [Value] = ["small", "huge", [["number": 1]], [["number": 1, "next": [:]]], nil]
    var (hits, wrongs) = (0, 0)
    for (together, text) in zip(try checks(signatures[0], signatures[1], signatures[2], signatures[3]), signatures) {
      let alone = try compiled(text, types)
      for fields in parameters {
        // Words for the same place, or the same values.
        let found = outcome(together, fields)
        if found == .fits { hits += 1 } else { wrongs += 1 }
        switch (found, outcome(alone, fields)) {
        case (.failed(let one), .failed(let other)): #expect(one.details == other.details && one.reason == other.reason)
        case (let one, let other): #expect(one == other, "\(text) \(fields)")
        }
      }
      for reply in replies {
        let words = reply.withBorrowed { together.check(reply: $0.pointee) }
        #expect(words == reply.withBorrowed { alone.check(reply: $0.pointee) }, "\(text) \(reply)")
      }
    }
    #expect(hits == 6 && wrongs == 26)
  }

  // The table keeps what it leads into.
  @Test func `one of them goes on when the others are gone`() throws {
    var all = try checks("(page: Page)", "(size: Size)")
    let last = all.removeLast()
    all = []
    #expect(outcome(last, ["size": "small"]) == .fits)
    #expect(outcome(last, ["size": "none"]) != .fits)
  }
}
