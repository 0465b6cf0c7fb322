/// What an ELF file is for.
enum ElfType: Equatable, Sendable {
  case none
  case relocatable
  case executable
  case sharedLibrary
  case core
  case other(UInt16)

  init(rawValue: UInt16) {
    self =
      switch rawValue {
      case 0: .none
      case 1: .relocatable
      case 2: .executable
      case 3: .sharedLibrary
      case 4: .core
      default: .other(rawValue)
      }
  }
}

extension ElfType: CustomStringConvertible {
  /// The type with its article.
  var description: String { self == .relocatable ? "an \(name)" : "a \(name)" }

  var name: String {
    switch self {
    case .none: "file without a type"
    case .relocatable: "object file"
    case .executable: "program"
    case .sharedLibrary: "shared library"
    case .core: "core dump"
    case .other(let number): "file of the unknown type \(number)"
    }
  }
}
