/// Why a file is no shared library that this host can open.
enum ElfFault: Error, Equatable, Sendable {
  case unreadable(code: Int32)
  case notRegular
  case empty
  case notElf
  /// The file has `has` bytes, and the part ends at `needs`.
  case truncated(ElfPart, has: UInt64, needs: UInt64)
  /// It is for 32-bit systems.
  case wrongClass
  /// It is for big-endian systems.
  case wrongByteOrder
  case wrongMachine(found: String, host: String)
  case wrongSystem(String)
  case wrongType(ElfType)
  case noDynamicSection
  /// It was linked with the request not to be opened while a program runs.
  case notToBeOpened
  case malformed(ElfPart, String)
}

/// A part of an ELF file, named in faults.
enum ElfPart: String, Equatable, Sendable {
  case header = "ELF header"
  case programHeaders = "program headers"
  case segments = "loaded segments"
  case notes = "notes"
  case componentNote = "component note"
  case dynamicSection = "dynamic section"
  case stringTable = "string table"
  case symbolTable = "symbol table"
  case hashTable = "hash table"
  case relocations = "relocations"
  case versions = "versions of symbols"
  case initializers = "initializers"
}

extension ElfFault: CustomStringConvertible {
  /// The reason as the rest of a sentence about the file.
  var description: String {
    switch self {
    case .unreadable(let code): "it can't be read: \(systemReason(code))"
    case .notRegular: "it is no regular file"
    case .empty: "it is empty"
    case .notElf: "it is no ELF file"
    case .truncated(let part, let has, let needs):
      "it is cut off in its \(part.rawValue): it has \(has) bytes and needs \(needs)"
    case .wrongClass: "it is for 32-bit systems"
    case .wrongByteOrder: "it is for big-endian systems"
    case .wrongMachine(let found, let host): "it is for \(found), this host runs on \(host)"
    case .wrongSystem(let name): "it is for \(name), not for Linux"
    case .wrongType(let type): "it is \(type.description), no shared library"
    case .noDynamicSection: "it has no dynamic section"
    case .notToBeOpened: "it was linked so that no running program can open it"
    case .malformed(let part, let flaw): "its \(part.rawValue) can't be right: \(flaw)"
    }
  }
}
