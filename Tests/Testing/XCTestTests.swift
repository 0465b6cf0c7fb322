import ComponentKit
import ComponentTesting
import XCTest

/// The other library for tests that Swift brings knows nothing of the first one's expectations.
final class XCTestTests: XCTestCase {
  func testABenchWorksWithXCTest() throws {
    let bench = try Bench(Clerk.self)
    bench.stub(BookRequest.self) { request in Book(title: "Book \(request.id)") }
    XCTAssertEqual(try bench.mediator.call("Clerk", "title", ["id": 3]), "Book 3")
    try bench.expectCall(BookRequest { $0.id = 3 }, times: 1)
    XCTAssertEqual(bench.calls.map(\.description), ["Library.book(id: 3, edition: 1) -> {title: \"Book 3\"}"])
    XCTAssertThrowsError(try bench.expectNoCalls()) { XCTAssertTrue($0 is UnmetExpectation) }
  }
}
