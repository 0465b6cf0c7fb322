/// A reply whose fields are its stored properties, under their names, and nothing else.
///
/// It costs a fraction of what `Codable` does: its memory is read and written in place, once it has been seen that its
/// own coding says the same. It must be a struct without coding of its own; fields beyond bools, ints, doubles, texts and
/// optionals of them are allowed, and take the usual way.
///
///     public struct Quotient: Record {
///       public var quotient: Int
///       public var rest: Int
///     }
public protocol Record: Codable, Sendable {}
