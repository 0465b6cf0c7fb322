import ComponentABI

/// Reads a value alone.
struct SingleReader: SingleValueDecodingContainer {
  let frame: DecodingFrame

  var codingPath: [any CodingKey] { frame.path() }

  func decodeNil() -> Bool { frame.value.kind == COMPONENT_KIND_NULL }
  func decode(_ type: Bool.Type) throws -> Bool { try frame.bool(frame.value, .here) }
  func decode(_ type: String.Type) throws -> String { try frame.text(frame.value, .here) }
  func decode(_ type: Double.Type) throws -> Double { try frame.double(frame.value, .here) }
  func decode(_ type: Float.Type) throws -> Float { try frame.float(frame.value, .here) }
  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try frame.decode(type, frame.value, .here) }

  @inline(__always)
  private func integer<I: FixedWidthInteger>() throws -> I { try frame.integer(I.self, frame.value, .here) }
}
