/// A call as it is written outside: `scheme://Target/action?key=value&list[]=a&list[]=b&flag#ignored`.
///
/// The host part is the target, the path the action or what a route makes of it. A key that comes several times, or
/// ends in `[]`, is a list; one without `=` is true. All other values are texts, which become what the action declares.
/// This type knows no schemes: the program that takes URLs from outside says which are welcome.
public struct CallURL: Sendable, Equatable {
  /// In lower case.
  public var scheme: String
  /// The host part, decoded: a target, `Reader` or `Reader.Settings`, or what a route makes of it.
  public var host: String
  /// The parts of the path without the slashes, decoded. What was `%2F` is a slash within a part.
  public var path: [String]
  public var parameters: Fields

  public init(scheme: String, host: String, path: [String] = [], parameters: Fields = [:]) {
    self.scheme = scheme
    self.host = host
    self.path = path
    self.parameters = parameters
  }
}

extension CallURL {
  /// Reads a URL, as RFC 3986 has it, with brackets for lists and letters of all languages besides.
  ///
  /// - Parameters:
  ///   - lengthLimit: in bytes.
  ///   - parameterLimit: how many keys and values there may be in all.
  public init(
    _ text: String, lengthLimit: Int = CallURL.lengthLimit, parameterLimit: Int = CallURL.parameterLimit
  ) throws(URLFault) {
    self = try text.utf8.span.withUnsafeBytes { (bytes) throws(URLFault) in
      try CallURL(utf8: bytes, lengthLimit: lengthLimit, parameterLimit: parameterLimit)
    }
  }

  /// Reads a URL from bytes that are valid UTF-8.
  package init(utf8 bytes: UnsafeRawBufferPointer, lengthLimit: Int, parameterLimit: Int) throws(URLFault) {
    guard bytes.count <= lengthLimit else {
      throw URLFault(.tooLong, "it has \(bytes.count) bytes, the limit is \(lengthLimit)")
    }
    var reader = URLReader(bytes, parameterLimit: parameterLimit)
    self = try reader.read()
  }

  public static let lengthLimit = 8192
  public static let parameterLimit = 256
}
