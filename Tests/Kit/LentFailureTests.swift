import ComponentABI
import Testing

@testable import ComponentKit

/// A failure that is laid out for good says the same as one that is lent for a moment.
@Suite struct LentFailureTests {
  @Test(arguments: [
    Failure(.failed, "", ""),
    Failure(.notFound, "no_such_component", "no component named 'Ä'", details: ["near": ["a", "b"]]),
    Failure(
      .refused, "long", String(repeating: "long ", count: 100),
      details: [
        "text": .text(String(repeating: "x", count: 1000)), "bytes": .bytes([0, 1, 255]), "none": .null,
        "map": ["list": [1, 2.5, true, "", []], "empty": [:]],
      ]),
  ])
  func `every part of it is there, as often as it is asked`(failure: Failure) {
    let lent = LentFailure(failure)
    for _ in 0..<2 {
      #expect(Failure(copying: lent.borrowed.pointee) == failure)
      #expect(lent.borrowed.pointee.abi == COMPONENT_ABI_VERSION)
      #expect(Int(lent.borrowed.pointee.size) == MemoryLayout<component_failure>.size)
    }
  }
}
