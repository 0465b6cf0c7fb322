import ComponentKit
import Testing

@testable import ComponentDoors

@Suite struct MCPRulesTests {
  private func plans(_ lines: String..., then last: String) -> [MCPPlan] {
    var rules = MCPRules(name: "host", version: "1")
    for line in lines { _ = rules.plans(for: .line(Array(line.utf8)), limit: 1000) }
    switch rules.plans(for: .line(Array(last.utf8)), limit: 1000) {
    case .one(let plan): return [plan]
    case .batch(let plans): return plans
    }
  }

  @Test func `an id that stands twice in a list is answered once, whatever is done in between`() {
    let begin = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}"#
    let list = [#""a""#, "1", #""a""#, "1.0", #""1""#].map { id in
      #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"Shelf-few"}}"#
    }
    let isCall = plans(begin, then: "[\(list.joined(separator: ","))]").map { plan in
      switch plan {
      case .call: true
      case .answer(_, .failure(.idInUse), _): false
      default: Bool?.none
      }
    }
    #expect(isCall == [true, true, false, false, true])
  }

  @Test func `a number that is whole is an id, however it is written`() {
    for text in ["1", "1.0", "1e0", "10e-1"] {
      let plan = plans(then: #"{"jsonrpc":"2.0","id":\#(text),"method":"ping"}"#)[0]
      #expect(plan.id == .int(1), "\(text)")
    }
    for text in ["1.5", "1e300", "-0.5", "9223372036854775808.0"] {
      let plan = plans(then: #"{"jsonrpc":"2.0","id":\#(text),"method":"ping"}"#)[0]
      guard case .answer(nil, .failure(let fault), _) = plan else {
        Issue.record("\(text): \(plan)")
        continue
      }
      #expect(fault.code == .invalidRequest)
    }
  }
}
