import Testing

@testable import ComponentHost

/// Warnings that come again and again.
@Suite struct SeldomTests {
  private static let minute: Int64 = 60_000_000_000

  @Test func `a warning is told the first time, the tenth and the hundredth`() {
    let seldom = Seldom()
    let told = (1...1000).compactMap { _ in seldom.line("denied", "no") }
    #expect(told == ["no", "no (10 times)", "no (100 times)", "no (1000 times)"])
  }

  @Test func `many of one kind count by their kind, and take no place of another's`() {
    let seldom = Seldom()
    let told = (1...1256).compactMap { seldom.line("ignored_parameter", "utm\($0)", at: 1) }
    #expect(told.count == 256 + 4 && told[255] == "utm256" && told[256] == "utm257")
    #expect(told.suffix(2) == ["utm356 (one of 100 of its kind)", "utm1256 (one of 1000 of its kind)"])
    #expect((1...9).compactMap { seldom.line("denied", "no \($0)", at: 2) }.count == 9)
    #expect(seldom.line("ignored_parameter", "utm7", at: 2) == nil)
  }

  @Test func `what was told long ago is told again where there were many, and nowhere else`() {
    let seldom = Seldom()
    for number in 1...300 { _ = seldom.line("ignored_parameter", "utm\(number)", at: 1) }
    _ = seldom.line("denied", "no", at: 1)
    #expect(seldom.line("ignored_parameter", "id", at: 9 * SeldomTests.minute) == nil)
    #expect(seldom.line("ignored_parameter", "id", at: 11 * SeldomTests.minute) == "id")
    #expect(seldom.line("ignored_parameter", "utm1", at: 11 * SeldomTests.minute) == "utm1")
    #expect(seldom.line("denied", "no", at: 11 * SeldomTests.minute) == nil)
  }

  @Test func `kinds have an end as well`() {
    let seldom = Seldom()
    let told = (1...100_000).count { seldom.line("kind \($0)", "a warning \($0)", at: 1) != nil }
    #expect(told <= 64 + Seldom.limit + 6)
  }
}
