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
  var description: String {
    switch self {
    case .none: "a file without a type"
    case .relocatable: "an object file"
    case .executable: "a program"
    case .sharedLibrary: "a shared library"
    case .core: "a core dump"
    case .other(let number): "an ELF file of type \(number)"
    }
  }
}
