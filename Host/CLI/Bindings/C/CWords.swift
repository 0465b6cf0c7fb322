/// What the words of C and C++ forbid.
enum CWords {
  /// Keywords of both, and what common headers and compilers define in small letters.
  static let taken: Set<String> = [
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
    "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const",
    "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double",
    "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
    "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
    "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires", "restrict", "return",
    "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this",
    "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "typeof", "typeof_unqual", "union",
    "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
    "alloca", "assert", "errno", "i386", "linux", "major", "makedev", "minor", "offsetof", "stderr", "stdin", "stdout",
    "unix", "va_arg", "va_copy", "va_end", "va_start",
    // What the face in C++ reads and writes a struct by.
    "face_fields", "face_name",
    // Types of the members themselves.
    "component_entry", "component_function", "component_object", "component_text", "component_value", "int64_t",
    "size_t",
    "uint8_t",
  ]

  /// A text from outside as a part of an identifier: "größe" as "gr_u00f6_sse".
  static func snake(_ text: String) -> String {
    var ascii = ""
    for scalar in text.unicodeScalars.prefix(60) {
      if scalar.isASCII {
        let isPart = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        ascii.unicodeScalars.append(isPart ? scalar : "_")
      } else {
        let digits = String(scalar.value, radix: 16)
        ascii += "_u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "_"
      }
    }
    return ascii.snake
  }

  /// A text as the bytes of a literal, without its quotes.
  static func literal(_ text: String) -> String {
    text.utf8.map { literal(byte: $0) }.joined()
  }

  static func literal(byte: UInt8) -> String {
    switch byte {
    // Two question marks could be the beginning of another sign.
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "?"):
      return "\\" + String(Unicode.Scalar(byte))
    case 0x20..<0x7F: return String(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
  }
}
