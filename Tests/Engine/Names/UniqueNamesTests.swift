import Testing

@testable import ComponentHost

@Suite struct UniqueNamesTests {
  @Test(arguments: [1, 31, 32, 33, 100]) func `few names and many are told from each other`(count: Int) {
    var names = UniqueNames()
    let all = (0..<count).map { "name\($0)" }
    let new = all.map { names.insert($0) }
    let again = all.map { names.insert($0) }
    #expect(new.allSatisfy { $0 } && !again.contains(true))
    let known = names
    #expect(all.allSatisfy { known.contains($0) } && !known.contains("name\(count)"))
  }
}
