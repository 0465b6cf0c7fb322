import ComponentABI
import ComponentKit
import Testing

@Suite struct CodingDecoderTests {
  @Test func `keys come in any order, and unknown ones are ignored`() throws {
    #expect(try decoded(Pair.self, ["id": 1, "title": "One"]) == Pair(id: 1, title: "One"))
    #expect(try decoded(Pair.self, ["x": [], "title": "One", "y": nil, "id": 1]) == Pair(id: 1, title: "One"))
  }

  @Test func `null and absent are nil`() throws {
    struct Sparse: Codable, Equatable { var a: Int?, b: [Int]?, c: Value? }
    #expect(try decoded(Sparse.self, [:]) == Sparse())
    #expect(try decoded(Sparse.self, ["a": nil, "b": nil, "c": nil]) == Sparse())
    #expect(try decoded(Sparse.self, ["b": [1], "c": 2]) == Sparse(b: [1], c: 2))
    #expect(try decoded([Int?].self, [1, nil]) == [1, nil])
    #expect(try decoded(Int?.self, nil) == nil)
  }

  @Test func `numbers are converted where nothing is lost`() throws {
    #expect(try decoded(Int.self, 1.0) == 1)
    #expect(try decoded(Double.self, 3) == 3)
    #expect(try decoded(Float.self, 0.1) == 0.1)
    #expect(try decoded(Double.self, .double(.infinity)) == .infinity)
    #expect(try decoded(Float.self, .double(.infinity)) == .infinity)
    #expect(try decoded(UInt8.self, 255) == 255)
    #expect(try decoded(Int8.self, -128.0) == -128)
    #expect(try decoded(UInt64.self, 1e19) == 10_000_000_000_000_000_000)
    #expect(try decoded(Double.self, .double(.nan)).isNaN)
  }

  @Test func `a text is another thing only if it is loose`() throws {
    #expect(try loosely(Int.self, "12") == 12)
    #expect(try loosely(UInt8.self, "12") == 12)
    #expect(try loosely(Double.self, "1.5") == 1.5)
    #expect(try loosely(Bool.self, "yes") == true)
    #expect(try loosely(Bool.self, "0") == false)
    #expect(try loosely([UInt8].self, "AQI=") == [1, 2])
    #expect(try loosely(Level.self, "10") == .high)
    #expect(try loosely(String.self, "12") == "12")
    #expect(try loosely(Int?.self, "12") == 12)
    #expect(refusal(Int.self, "12")?.message == "the value must be an int, not the text '12'")
    #expect(throws: Failure(.failed, "mistyped_field", "the value must be an int, not the text '1x'")) {
      try loosely(Int.self, "1x")
    }
    #expect(throws: Failure(.failed, "mistyped_field", "the value must be a double, not the text 'inf'")) {
      try loosely(Double.self, "inf")
    }
  }

  @Test func `superclasses and nested containers are read`() throws {
    #expect(try decoded(Dog.self, ["legs": 3, "name": "Rex"]).legs == 3)
    #expect(try decoded(Cat.self, ["name": "Tom", "super": ["legs": 3]]).legs == 3)
    #expect(try decoded(Flat.self, ["at": ["x": 1, "y": 2], "list": [3]]) == Flat(x: 1, y: 2, z: 3))
  }

  @Test func `objects and functions keep their identity`() throws {
    final class Thing: Sendable {}
    struct Local: Codable {
      var object: Object
      var function: Function
      var maybe: Object?
    }
    let local = Local(object: Object(Thing()), function: Function { (_: borrowing Call) in 1 })
    let copy = try decoded(Local.self, encoded(local))
    #expect(copy.object == local.object)
    #expect(copy.function == local.function)
    #expect(copy.maybe == nil)
  }

  @Test func `parameters are read from their entries`() throws {
    let pair = try ValueEncoder.withEncodedParameters(Pair(id: 1, title: "One")) { (entries) throws(Failure) in
      try ValueDecoder.decode(Pair.self, from: UnsafeBufferPointer(entries))
    }
    #expect(pair == Pair(id: 1, title: "One"))
    #expect(throws: Failure(.invalidParameters, "missing_field", "'id' is missing (int)")) {
      try ValueDecoder.decode(Pair.self, from: UnsafeBufferPointer(start: nil, count: 0))
    }
  }

  @Test(arguments: CodingRefusal.all)
  func `a failure names the place and the cure`(_ one: CodingRefusal) {
    let failure = one.failure()
    #expect(failure?.code == .failed)
    #expect(failure?.reason == one.reason)
    #expect(failure?.message == one.message)
  }

  @Test func `a failure names what was read, where that has a name`() {
    func message(_ value: Value) -> String? {
      value.withBorrowed { pointer in
        do throws(Failure) {
          _ = try ValueDecoder.decode(Pair.self, from: pointer.pointee, subject: "the reply of A.b")
          return nil
        } catch {
          return error.message
        }
      }
    }
    #expect(message(["id": 1]) == "the reply of A.b: 'title' is missing (text)")
    #expect(message("page") == "the reply of A.b must be a map, not the text 'page'")
    #expect(message(["id": 1, "title": "One"]) == nil)
  }

  @Test func `a type may catch an error and try another form`() throws {
    struct Either: Decodable {
      var text: String
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do { text = "\(try container.decode(Int.self))" } catch DecodingError.typeMismatch {
          text = try container.decode(String.self)
        }
      }
    }
    #expect(try decoded([Either].self, [1, "two"]).map(\.text) == ["1", "two"])
  }

  @Test func `a type's own failure comes through, and its own error is told`() {
    struct Own: Decodable {
      init(from decoder: any Decoder) throws { throw Failure(.denied, "no", "not this one") }
    }
    struct Strange: Error, CustomStringConvertible { var description: String { "strange" } }
    struct Other: Decodable { init(from decoder: any Decoder) throws { throw Strange() } }
    #expect(refusal([Own].self, [1]) == Failure(.denied, "no", "not this one"))
    #expect(refusal([Other].self, [1]) == Failure(.failed, "", "strange"))
  }

  @Test func `a decoder that was kept finds nothing`() throws {
    struct Thief: Decodable {
      nonisolated(unsafe) static var stolen: (any Decoder)?
      init(from decoder: any Decoder) throws { Thief.stolen = decoder }
    }
    _ = try decoded([String: Thief].self, ["some key": ["id": 1]])
    let stolen = try #require(Thief.stolen)
    #expect(throws: (any Error).self) { try Pair(from: stolen) }
    #expect(throws: (any Error).self) { try [Int](from: stolen) }
    #expect(stolen.codingPath.count == 1)
  }

  @Test func `a decoder taken out of its place still knows it`() throws {
    struct Taken: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    struct Holder: Decodable {
      init(from decoder: any Decoder) throws {
        let taken = try decoder.singleValueContainer().decode([String: Taken].self)
        for (_, one) in taken { _ = try Pair(from: one.decoder) }
      }
    }
    #expect(refusal([Holder].self, [["a": ["id": 1]]])?.message == "[0].a.title is missing (text)")
  }
}
