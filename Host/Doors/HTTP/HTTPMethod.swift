/// What a request asks for.
public enum HTTPMethod: UInt8, Sendable {
  case get, head, post, options
  /// A method of HTTP that no path here has.
  case other
  /// A word that is no method of HTTP.
  case unknown

  init(_ name: UnsafeRawBufferPointer) {
    // Methods are told apart by case.
    switch name.count {
    case 3: self = name.isWord("GET") ? .get : name.isWord("PUT") ? .other : .unknown
    case 4: self = name.isWord("POST") ? .post : name.isWord("HEAD") ? .head : .unknown
    case 5: self = name.isWord("PATCH") || name.isWord("TRACE") || name.isWord("QUERY") ? .other : .unknown
    case 6: self = name.isWord("DELETE") ? .other : .unknown
    case 7: self = name.isWord("OPTIONS") ? .options : name.isWord("CONNECT") ? .other : .unknown
    default: self = .unknown
    }
  }
}
