import ComponentABI
import ComponentKit
import Testing

@testable import ComponentHost

/// Texts without a type that the table of the check reads by itself.
@Suite struct TypedParametersTests {
  private static let texts = [
    "", "0", "7", "-3", "+3", "007", " 1", "1.0", "1e3", "nan", "inf", "true", "yes", "no", "TRUE", "x", "é",
    "/", ":", "1/", "1:", "999999999999999999", "0000000000000000007", "9223372036854775807", "9223372036854775808",
  ]

  @Test(arguments: [
    "int", "bool", "double", "int?", "bool?", "double?", "int = 5", "text", "any", "A", "1 | 2", "date",
  ])
  func `they become what the thorough way makes of them`(_ type: String) throws {
    let check = try compiled("(a: \(type), b: text?, c: int?)")
    for text in Self.texts {
      for parameters: Fields in [["a": .text(text)], ["c": "8", "b": "b", "a": .text(text)]] {
        let thorough = parameters.withBorrowed(loose: parameters.keys) { entries in
          Result { () throws(Mismatch) in
            var new = parameters
            for (index, value) in try Conversion(types: check.types).members(
              UnsafeBufferPointer(entries), of: check.signature.parameters)
            {
              new[parameters[index].key] = value
            }
            return new
          }
        }
        switch (outcome(check, parameters, loose: parameters.keys), thorough) {
        case (.fits, .success(let expected)): #expect(parameters == expected, "\(text)")
        case (.converted(let converted), .success(let expected)): #expect(converted == expected, "\(text)")
        case (.failed, .failure): break
        case (let outcome, let thorough): Issue.record("'\(text)': \(outcome), but thoroughly \(thorough)")
        }
      }
    }
  }

  @Test(
    arguments: [
      ["b": "1"], ["a": "1", "d": "1"], ["a": "1", "b": nil, "c": "x"], ["a": nil], ["a": 1.5],
    ] as [Fields])
  func `what is missing, unknown or wrong is refused`(_ parameters: Fields) throws {
    guard case .failed = try outcome("(a: int, b: int?, c: bool?)", parameters, loose: parameters.keys) else {
      Issue.record("no failure")
      return
    }
  }

  @Test func `a parameter that comes twice is refused`() throws {
    let check = try compiled("(a: int, b: int?, c: int?)")
    (["a": "1", "b": "1", "c": "1"] as Fields).withBorrowed(loose: ["a", "b", "c"]) { entries in
      entries[2].key = entries[1].key
      guard case .failed = check.check(UnsafeBufferPointer(entries)) else {
        Issue.record("no failure")
        return
      }
    }
  }

  @Test func `texts that were not typed stay texts`() throws {
    guard case .failed = try outcome("(a: int)", ["a": "1"]) else {
      Issue.record("no failure")
      return
    }
  }
}
