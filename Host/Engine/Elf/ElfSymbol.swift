/// One entry of the dynamic symbol table.
struct ElfSymbol: Equatable, Sendable {
  /// Where its name begins in the string table.
  let name: UInt32
  let section: UInt16
  let address: UInt64
  private let info: UInt8
  private let other: UInt8

  static let size = 24

  init(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    name = bytes.word(at: start)
    info = bytes.byte(at: start + 4)
    other = bytes.byte(at: start + 5)
    section = bytes.half(at: start + 6)
    address = bytes.long(at: start + 8)
  }

  var isDefined: Bool { section != 0 }

  /// Global, weak or unique: not only for the library itself.
  var isGlobal: Bool {
    switch info >> 4 {
    case 1, 2, 10: true
    default: false
    }
  }

  /// Wanted of others, and a library can't be linked without it.
  var isWanted: Bool { !isDefined && info >> 4 == 1 }

  /// Default or protected: other images may bind to it.
  var isVisible: Bool { other & 3 == 0 || other & 3 == 3 }

  var isExported: Bool { isDefined && isGlobal && isVisible }

  /// Whether a function of the library says where it is, when it is looked for.
  var isChosen: Bool { isDefined && info & 15 == 10 }

  var isThreadLocal: Bool { info & 15 == 6 }

  /// Whether it can be called: a function, one chosen at load time, or an untyped label, and no absolute number.
  var isFunction: Bool {
    let absolute: UInt16 = 0xfff1
    guard section != absolute else { return false }
    switch info & 15 {
    case 0, 2, 10: return info >> 4 != 10
    default: return false
    }
  }
}
