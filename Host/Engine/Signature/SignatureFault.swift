import ComponentKit

/// What is wrong with a signature or with the definition of a type, and where.
package struct SignatureFault: Error, Sendable, Equatable {
  /// One clause for people. Names in it are safe to print.
  package let message: String
  /// The character where it is wrong, counted from 1; every Unicode scalar is one. Nil where no place is to blame.
  package var column: Int?
  /// The named type whose definition is wrong; nil for a signature.
  package var type: String?

  init(_ message: String, column: Int? = nil, type: String? = nil) {
    self.message = message
    self.column = column
    self.type = type
  }
}

extension SignatureFault: CustomStringConvertible {
  /// `type 'Detail', column 12: unknown type 'inte' (did you mean 'int'?)`.
  package var description: String {
    let place = [type.map { "type \(quoted($0))" }, column.map { "column \($0)" }].compactMap(\.self)
    return place.isEmpty ? message : "\(place.joined(separator: ", ")): \(message)"
  }
}
