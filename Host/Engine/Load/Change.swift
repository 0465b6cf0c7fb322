/// What a refresh did to one component.
public struct Change: Sendable, Equatable, CustomStringConvertible {
  public enum Kind: Sendable, Equatable {
    /// Its file is new since the folders were looked at before: the next call of it loads it.
    case added
    /// Its file is gone: it was taken out.
    case removed
    /// Its file is another: the next generation answers.
    case replaced(generation: Int)
    /// Its file is another, and refused: the old one goes on answering.
    case kept(Refusal)
  }

  public let name: String
  public let kind: Kind
  /// Whether it was told while it could not be given back yet; no part of what is compared.
  let isTold: Bool

  init(_ name: String, _ kind: Kind, isTold: Bool = false) {
    self.name = name
    self.kind = kind
    self.isTold = isTold
  }

  public static func == (one: Change, other: Change) -> Bool { one.name == other.name && one.kind == other.kind }

  public var description: String {
    switch kind {
    case .added: "\(name) is new"
    case .removed: "\(name) was taken out"
    case .replaced(let generation): "\(name) was replaced: generation \(generation)"
    case .kept(let refusal): "\(name) was not replaced: \(refusal.message)"
    }
  }
}
