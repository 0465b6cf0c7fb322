import ComponentABI
import ComponentKit
import Testing

/// Values as no host would pass them on.
@Suite struct CodingHostileTests {
  struct Wide: Codable {
    var a: Int, b: String, c: [UInt8], d: [String], e: [String: Pair], f: Value, g: Timestamp, h: Style, i: Object?
  }

  private func raw(_ kind: component_kind, count: Int) -> component_value {
    var value = component_value()
    value.kind = kind
    value.count = count
    return value
  }

  @Test(arguments: [1, 5, Int.max, -1, Int.min, 1 << 60])
  func `what is announced and not there is a failure`(_ count: Int) {
    let kinds = [COMPONENT_KIND_TEXT, COMPONENT_KIND_BYTES, COMPONENT_KIND_LIST, COMPONENT_KIND_MAP]
    for kind in kinds {
      let value = raw(kind, count: count)
      #expect(throws: Failure.self) { try decoded(Int.self, raw: value) }
      #expect(throws: Failure.self) { try decoded(Int?.self, raw: value) }
      #expect(throws: Failure.self) { try decoded(String.self, raw: value) }
      #expect(throws: Failure.self) { try decoded([UInt8].self, raw: value) }
      #expect(throws: Failure.self) { try decoded([Int].self, raw: value) }
      #expect(throws: Failure.self) { try decoded([Pair].self, raw: value) }
      #expect(throws: Failure.self) { try decoded([String: Int].self, raw: value) }
      #expect(throws: Failure.self) { try decoded(Pair.self, raw: value) }
      #expect(throws: Failure.self) { try decoded(Value.self, raw: value) }
      #expect(throws: Failure.self) { try decoded(Style.self, raw: value) }
      #expect(throws: Failure.self) { try decoded(Timestamp.self, raw: value) }
      #expect(throws: Failure.self) { try decoded(Object.self, raw: value) }
      var loose = value
      loose.flags = .max
      #expect(throws: Failure.self) { try decoded(Int.self, raw: loose) }
      #expect(throws: Failure.self) { try decoded(Bool.self, raw: loose) }
      #expect(throws: Failure.self) { try decoded([UInt8].self, raw: loose) }
    }
  }

  @Test func `an object, a function or a kind that is not there is a failure`() {
    for kind in [COMPONENT_KIND_OBJECT, COMPONENT_KIND_FUNCTION, 10, 77, .max] {
      let value = raw(kind, count: 3)
      #expect(throws: Failure.self) { try decoded(Object.self, raw: value) }
      #expect(throws: Failure.self) { try decoded(Function.self, raw: value) }
      #expect(throws: Failure.self) { try decoded(Value.self, raw: value) }
      #expect(throws: Failure.self) { try decoded(Int.self, raw: value) }
      #expect(throws: Failure.self) { try decoded(Pair.self, raw: value) }
    }
    #expect(throws: Failure(.failed, "broken_value", "the value is a value of the unknown kind 77 that is broken")) {
      try decoded(Int.self, raw: raw(77, count: 0))
    }
    #expect(throws: Failure(.failed, "broken_value", "the value is a list that is broken")) {
      try decoded([Int].self, raw: raw(COMPONENT_KIND_LIST, count: 3))
    }
  }

  @Test func `keys that are not there are not found`() throws {
    var one = component_value()
    one.kind = COMPONENT_KIND_INT
    let keys = [component_text(bytes: nil, length: 2), component_text(bytes: nil, length: -1), component_text()]
    var entries = keys.map { component_entry(key: $0, value: one) }
    try entries.withUnsafeMutableBufferPointer { (entries) throws in
      let borrowed = UnsafeBufferPointer(entries)
      #expect(throws: Failure(.invalidParameters, "missing_field", "'id' is missing (int)")) {
        try ValueDecoder.decode(Pair.self, from: borrowed)
      }
      #expect(try ValueDecoder.decode([String: Int].self, from: borrowed) == ["": 0])
      #expect(throws: Failure.self) { try ValueDecoder.decode(Value.self, from: borrowed) }
    }
  }

  @Test func `texts that are no UTF-8 are mended`() throws {
    let bytes: [CChar] = [97, -1, 98]
    try bytes.withUnsafeBufferPointer { (bytes) throws in
      var value = raw(COMPONENT_KIND_TEXT, count: 3)
      value.as.text = bytes.baseAddress
      #expect(try decoded(String.self, raw: value) == "a\u{FFFD}b")
    }
  }

  @Test func `a value that holds itself ends`() {
    struct Nested: Codable { var items: [Nested] }
    struct Chain: Codable { var next: [Chain]? }
    withUnsafeTemporaryAllocation(of: component_value.self, capacity: 1) { memory in
      memory[0] = raw(COMPONENT_KIND_LIST, count: 1)
      memory[0].as.items = UnsafePointer(memory.baseAddress)
      #expect(throws: Failure.self) { try decoded(Value.self, raw: memory[0]) }
      #expect(throws: Failure.self) { try decoded(Lists.self, raw: memory[0]) }
    }
    withUnsafeTemporaryAllocation(of: component_entry.self, capacity: 1) { entry in
      withUnsafeTemporaryAllocation(of: component_value.self, capacity: 1) { list in
        let key: StaticString = "items"
        key.withUTF8Buffer { entry[0].key = component_text($0) }
        list[0] = raw(COMPONENT_KIND_MAP, count: 1)
        list[0].as.entries = UnsafePointer(entry.baseAddress)
        entry[0].value = raw(COMPONENT_KIND_LIST, count: 1)
        entry[0].value.as.items = UnsafePointer(list.baseAddress)
        let failure = #expect(throws: Failure.self) { try decoded(Nested.self, raw: list[0]) }
        #expect(failure?.reason == "too_deep")
        #expect(failure?.message.hasPrefix("items[0].items[0]") == true)
        #expect(throws: Failure.self) { try decoded(Value.self, raw: list[0]) }
      }
    }
  }

  /// Lists in lists, as far as they go.
  struct Lists: Decodable {
    var lists: [Lists]
    init(from decoder: any Decoder) throws { lists = try decoder.singleValueContainer().decode([Lists].self) }
  }

  @Test func `a value is read as deep as the contract allows`() throws {
    var value: Value = []
    for _ in 1..<Value.depthLimit { value = [value] }
    #expect(try decoded(Value.self, value) == value)
    _ = try decoded(Lists.self, value)
    #expect(throws: Failure.self) { try decoded(Value.self, [value]) }
    #expect(throws: Failure.self) { try decoded(Lists.self, [value]) }
    // The map of the parameters does not count.
    let fields: Fields = ["a": value]
    let count = try ValueEncoder.withEncodedParameters(fields) { (entries) throws(Failure) in
      try ValueDecoder.decode([String: Value].self, from: UnsafeBufferPointer(entries)).count
        + ValueDecoder.decode([String: Lists].self, from: UnsafeBufferPointer(entries)).count
    }
    #expect(count == 2)
  }

  @Test func `every kind for every field is read or refused`() {
    let values: [Value] = [
      nil, true, 1, .int(.min), 1.5, .double(.nan), .double(.infinity), "", "x", .bytes([]), .bytes([1]), [], [nil],
      [[]],
      [:], ["a": nil], ["": [:]], .object(Object(Some())), .function(Function { (_: borrowing Call) in nil }),
    ]
    for field in ["a", "b", "c", "d", "e", "f", "g", "h", "i"] {
      for value in values {
        var whole: Fields = [
          "a": 1, "b": "b", "c": .bytes([]), "d": [], "e": [:], "f": 1, "g": "1970-01-01T00:00:00Z", "h": "rich",
        ]
        whole[field] = value
        let failure = refusal(Wide.self, .map(whole))
        #expect(failure.map { $0.message.hasPrefix("'\(field)'") || $0.message.hasPrefix(field) } ?? true)
      }
    }
  }

  private final class Some: Sendable {}
}
