import Testing

@testable import ComponentHost

@Suite struct TargetNameTests {
  @Test(arguments: ["A", "Shop", "Shop.Till", "a.b_2.C3", String(repeating: "x", count: 128)])
  func `a target's name is one name or more of them joined by dots`(name: String) {
    #expect(ComponentName.isValidTarget(name.utf8))
  }

  @Test(arguments: [
    "", ".", ".A", "A.", "A..B", "1A", "_A", "A.1", "A._b", "A b", "A-b", "É", "A.É", "A\0", "[", "{",
    String(repeating: "x", count: 129),
  ])
  func `anything else is none`(name: String) {
    #expect(!ComponentName.isValidTarget(name.utf8))
  }
}
