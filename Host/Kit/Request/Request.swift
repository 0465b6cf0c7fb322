/// One action's parameters as a type: its stored properties are `@Parameter`s, and its reply is a type as well.
///
/// Caller and component are compiled against the same request, so a rename breaks the build on both sides.
///
///     public struct ShowDetail: ReaderRequest {
///       public static let summary = "Shows a book"
///       @Parameter("The book's number") public var id: Int
///       @Parameter("Which page") public var page = 1
///       public init() {}
///       public typealias Reply = Detail
///     }
public protocol Request: Sendable {
  associatedtype Reply: Codable & Sendable

  /// The target, usually said once for all requests of a face.
  static var target: String { get }
  /// The action's name; the type's own name with a small first letter if nothing else is said.
  static var action: String { get }
  /// One line for people.
  static var summary: String { get }
  /// Whether callers from outside the process may call it.
  static var isRemote: Bool { get }
  /// Whether it says how far it has come.
  static var tellsProgress: Bool { get }
  /// Whether it changes nothing that a caller could tell: a call may then be made again, and HTTP's `GET` is allowed. It is a
  /// promise, which nobody checks.
  static var reads: Bool { get }
  /// What a reply that is a text or bytes is, for callers from outside: "text/csv"; or empty.
  static var mediaType: String { get }
  /// Whether its reply is a ``RecordReply``. The type tells; it need not be said.
  static var repliesRecord: Bool { get }

  /// A request with its defaults, in which the required parameters are not set yet.
  init()
}

extension Request {
  public static var action: String {
    let name = TypeName.own(Self.self)
    // By bytes where that is enough, because Unicode's rules for small letters are slow in a new process.
    guard name.utf8.prefix(2).allSatisfy({ $0 < 0x80 }) else { return name.prefix(1).lowercased() + name.dropFirst() }
    guard let first = name.utf8.first, first.isUpper else { return name }
    var action = String(UnicodeScalar(first | 0x20))
    action.append(contentsOf: Substring(name.utf8.dropFirst()))
    return action
  }
  public static var summary: String { "" }
  public static var isRemote: Bool { false }
  public static var tellsProgress: Bool { false }
  public static var reads: Bool { false }
  public static var mediaType: String { "" }
  public static var repliesRecord: Bool { false }

  /// A request with its parameters: `ShowDetail { $0.id = 1 }`.
  @inlinable
  public init(_ set: (inout Self) -> Void) {
    self.init()
    set(&self)
  }
}

extension Request where Reply: RecordReply {
  public static var repliesRecord: Bool { true }
}

/// The reply of an action that has nothing to say: null.
public struct NoReply: Codable, Sendable, Equatable {
  public init() {}

  public init(from decoder: any Decoder) throws {}

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
