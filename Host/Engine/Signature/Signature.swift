package import ComponentKit

/// What an action takes and what it replies with: `(id: int, page: int = 1) -> Detail`.
package struct Signature: Sendable, Equatable {
  package internal(set) var parameters: [Parameter]
  /// Nil where the signature says nothing about the reply.
  package internal(set) var reply: TypeForm?

  /// One parameter of an action.
  package struct Parameter: Sendable, Equatable {
    package let name: String
    package let type: TypeForm
    /// What the action takes where the parameter is absent. The action applies it, the host only shows it.
    package internal(set) var `default`: Value?
  }

  /// Longer texts are refused.
  package static let lengthLimit = 16 << 10

  /// Reads a signature.
  ///
  /// With `types`, a name that is not among them is a fault; without, names are taken on trust until the signature is
  /// compiled. A default is kept as its type has it: the `1` of a double is 1.0. The canonical text, with its spaces,
  /// can be longer than what a component wrote; `limit` allows for that where it is read again.
  package init(
    parsing text: String, types: TypeNames? = nil, limit: Int = Signature.lengthLimit
  ) throws(SignatureFault) {
    var reader = try SignatureReader(text, known: types?.names, types: types ?? TypeNames(), limit: limit)
    self = try reader.readSignature()
  }

  init(parameters: [Parameter], reply: TypeForm?) {
    self.parameters = parameters
    self.reply = reply
  }
}
