import ComponentKit
import Testing

@Suite struct NearNamesTests {
  static let names = ["Reader", "Review", "Discover", "BookDetail", "Library", "Notes", "WordCount", "NotFound"]

  @Test(arguments: [
    ("Reder", ["Reader"]), ("Raeder", ["Reader"]), ("Readerr", ["Reader"]), ("reader", ["Reader"]),
    ("READER", ["Reader"]),
    ("Reviews", ["Review"]), ("Bookdetails", ["BookDetail"]), ("BokDetial", ["BookDetail"]), ("Note", ["Notes"]),
    ("Reaver", ["Reader"]), ("Revder", ["Reader", "Review"]), ("Notse", ["Notes"]), ("WrodCuont", ["WordCount"]),
    ("Reader", []), ("Weather", []), ("", []), ("R", []), ("Nt", []), ("Dsicvoerr", ["Discover"]), ("Library2000", []),
  ])
  func `a mistyped name finds the one that was meant`(name: String, expected: [String]) {
    #expect(nearNames(to: name, among: Self.names) == expected)
  }

  @Test func `the nearest comes first and equals are sorted`() {
    let names = ["showB", "showC", "showA", "shows", "SHOW", "shw", "showing"]
    #expect(nearNames(to: "show", among: names) == ["SHOW", "showA", "showB"])
    #expect(nearNames(to: "show", among: names, limit: 10) == ["SHOW", "showA", "showB", "showC", "shows", "shw"])
    #expect(nearNames(to: "show", among: names, limit: 0) == [])
  }

  @Test func `a name that occurs twice is told once`() {
    #expect(nearNames(to: "note", among: ["Notes", "Notes", "Noted", "Notes"]) == ["Noted", "Notes"])
  }

  @Test func `names with nothing in common are not near`() {
    #expect(nearNames(to: "x", among: ["y", "", "X", "xy", "yx", "z1"]) == ["X", "xy", "yx"])
  }

  @Test(arguments: [("ca", "abc", false), ("abcdefghi", "badcfeghi", true), ("abcdefghi", "badcfehgi", false)])
  func `a swap of neighbours counts once`(name: String, other: String, isNear: Bool) {
    #expect(nearNames(to: name, among: [other]) == (isNear ? [other] : []))
  }

  @Test func `names of more than 128 characters never match`() {
    let long = String(repeating: "a", count: 128)
    #expect(nearNames(to: long, among: [long + "b", String(long.dropLast())]) == [String(long.dropLast())])
    #expect(nearNames(to: long + "b", among: [long]) == [])
    #expect(nearNames(to: long + "b", among: [long + "c"]) == [])
  }

  @Test func `ten thousand names take little time`() {
    let names = (0..<10_000).map { "Component\($0)" }
    #expect(nearNames(to: "Componnet77", among: names).first == "Component77")
  }

  // As it is defined, with a row for each letter of one and a column for each of the other.
  private func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for row in 1...a.count {
      var new = [row]
      for column in 1...b.count {
        var best = min(rows[row - 1][column], new[column - 1]) + 1
        best = min(best, rows[row - 1][column - 1] + (a[row - 1] == b[column - 1] ? 0 : 1))
        if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
          best = min(best, rows[row - 2][column - 2] + 1)
        }
        new.append(best)
      }
      rows.append(new)
    }
    return rows[a.count][b.count]
  }

  @Test func `what is left out of the table of distances changes nothing`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let words = (0..<2).map { _ in
        (0..<Int.random(in: 1...14, using: &random)).map { _ in "abc".randomElement(using: &random) ?? "a" }
      }
      let (a, b) = (words[0], words[1])
      let distance = distance(a, b)
      let isNear = a != b && distance <= min(max(a.count / 3, 1), 3) && distance < max(a.count, b.count)
      #expect(nearNames(to: String(a), among: [String(b)]).isEmpty != isNear, "\(String(a)) \(String(b)): \(distance)")
    }
  }
}
