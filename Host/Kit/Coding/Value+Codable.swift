// Kit's own values as fields of Codable types. Kit's coders take them as they are, and come here only for a type that
// asks one of the values itself; other coders can write down all but objects and functions.

extension Value: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if decoder.isKits {
      self = try container.decode(Value.self)
    } else if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let int = try? container.decode(Int.self) {
      self = .int(int)
    } else if let double = try? container.decode(Double.self) {
      self = .double(double)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([Value].self) {
      self = .list(list)
    } else {
      self = .map(try container.decode(Fields.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if encoder is PlaceEncoder { return try container.encode(self) }
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .int(let int): try container.encode(int)
    case .double(let double): try container.encode(double)
    case .text(let text): try container.encode(text)
    case .bytes(let bytes): try container.encode(Base64.encode(bytes))
    case .list(let list): try container.encode(list)
    case .map(let fields): try container.encode(fields)
    case .object(let object): try container.encode(object)
    case .function(let function): try container.encode(function)
    }
  }
}

extension Fields: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingPlace.self)
    self.init(try container.allKeys.map { ($0.stringValue, try container.decode(Value.self, forKey: $0)) })
  }

  public func encode(to encoder: any Encoder) throws {
    if encoder is PlaceEncoder {
      var container = encoder.singleValueContainer()
      return try container.encode(Value.map(self))
    }
    var container = encoder.container(keyedBy: CodingPlace.self)
    for (key, value) in self { try container.encode(value, forKey: CodingPlace(key)) }
  }
}

extension Object: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.local("an object") }
  public func encode(to encoder: any Encoder) throws { try encoder.encodeLocal(self, "an object") }
}

extension Function: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.local("a function") }
  public func encode(to encoder: any Encoder) throws { try encoder.encodeLocal(self, "a function") }
}

extension Decoder {
  /// Whether it is one of Kit's, which take Kit's values as they are.
  var isKits: Bool { self is DecodingFrame || self is SketchDecoder }

  // What only Kit's coders know.
  fileprivate func local<T: Decodable>(_ what: String) throws -> T {
    if isKits { return try singleValueContainer().decode(T.self) }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: "\(what) lives in its process only"))
  }
}

extension Encoder {
  fileprivate func encodeLocal<T: Encodable>(_ value: T, _ what: String) throws {
    guard self is PlaceEncoder else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: codingPath, debugDescription: "\(what) lives in its process only"))
    }
    var container = singleValueContainer()
    try container.encode(value)
  }
}
