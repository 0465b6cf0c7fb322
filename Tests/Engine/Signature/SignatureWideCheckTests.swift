import ComponentABI
import ComponentKit
import Testing

@testable import ComponentHost

/// Many parameters, deep values, values that live in the process only.
@Suite struct SignatureWideCheckTests {
  @Test func `a parameter that is given twice is refused`() throws {
    let wide = "(\((0..<200).map { "p\($0): int?" }.joined(separator: ", ")))"
    for (signature, name) in [("(a: int, b: int?)", "a"), (wide, "p3"), (wide, "p70"), (wide, "p199")] {
      let check = try compiled(signature)
      let verdict = Fields([(name, Value.int(1)), ("\(name)2", .int(1))] as [(String, Value)]).withBorrowed { entries in
        entries[1].key = entries[0].key
        return check.check(UnsafeBufferPointer(entries))
      }
      guard case .failed(let failure) = verdict else {
        Issue.record("no failure for \(name)")
        continue
      }
      #expect(failure.reason == "duplicate_parameter" && failure.message == "the parameter '\(name)' is given twice")
    }
  }

  @Test func `objects and functions are told apart`() throws {
    final class Thing: Sendable {}
    let parameters: Fields = ["a": .object(Object(Thing())), "b": .function(Function { _ in nil })]
    #expect(try outcome("(a: object, b: function)", parameters) == .fits)
    guard case .failed(let failure) = try outcome("(a: function, b: object)", parameters) else {
      Issue.record("no failure")
      return
    }
    #expect(failure.message == "the parameter 'a' must be a function, not an object")
  }

  @Test func `many parameters in any order`() throws {
    let names = (0..<256).map { "p\($0)" }
    let signature = "(\(names.map { "\($0): int" }.joined(separator: ", ")))"
    #expect(try outcome(signature, Fields(names.map { ($0, Value.int(1)) })) == .fits)
    #expect(try outcome(signature, Fields(names.reversed().map { ($0, Value.int(1)) })) == .fits)
    for missing in [0, 63, 64, 130, 255] {
      guard
        case .failed(let failure) = try outcome(
          signature, Fields(names.filter { $0 != "p\(missing)" }.map { ($0, Value.int(1)) }))
      else {
        Issue.record("no failure")
        continue
      }
      #expect(failure.message == "the parameter 'p\(missing)' is missing (int)")
    }
  }

  @Test func `names are compared to the last byte`() throws {
    for length in 1...33 {
      let name = Array(repeating: UInt8(ascii: "a"), count: length)
      let check = try compiled("(\(String(decoding: name, as: UTF8.self)): int?)")
      #expect(outcome(check, [String(decoding: name, as: UTF8.self): 1]) == .fits)
      for place in 0..<length {
        var other = name
        other[place] = UInt8(ascii: "b")
        guard case .failed(let failure) = outcome(check, [String(decoding: other, as: UTF8.self): 1]) else {
          Issue.record("no failure at \(place) of \(length)")
          continue
        }
        #expect(failure.reason == "unknown_parameter")
      }
    }
  }

  @Test func `values as deep as they may be are checked`() throws {
    let types = try TypeNames([("Node", "{next: Node?}"), ("Deep", "[Deep]")])
    func chain(_ end: Value) -> Value { (0..<126).reduce(end) { inner, _ in ["next": inner] } }
    #expect(try outcome("(x: Node)", ["x": chain(nil)], types: types) == .fits)
    #expect(try outcome("(x: Node)", ["x": chain([:])], types: types) == .fits)
    #expect(try outcome("(x: Node)", ["x": chain(["next": nil])], types: types) == .fits)
    guard case .failed(let failure) = try outcome("(x: Node)", ["x": chain(1)], types: types) else {
      Issue.record("no failure")
      return
    }
    let next = Array(repeating: "next", count: 8).joined(separator: ".")
    #expect(failure.message == "the parameter 'x.\(next.dropLast(5))….\(next)' must be a map, not an int")
    let lists = (0..<126).reduce(Value.list([])) { inner, _ in [inner, []] }
    #expect(try outcome("(x: Deep)", ["x": lists], types: types) == .fits)
  }
}
