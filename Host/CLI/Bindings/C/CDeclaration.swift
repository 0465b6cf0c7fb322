import ComponentKit

/// A type that a face in C declares.
struct CDeclaration {
  let face: CFace
  let place: Int

  private var name: String { face.names.types[place] }

  func write(to source: inout SourceText) {
    let declaration = face.types.declarations[place]
    switch declaration.form {
    case .fields(let fields): writeRecord(fields, declaration.summary, to: &source)
    case .texts(let texts): writeTexts(texts, declaration.summary, to: &source)
    case .ints(let ints): writeInts(ints, declaration.summary, to: &source)
    default: break
    }
  }

  // MARK: records

  private func writeRecord(_ fields: [TypeForm.Field], _ summary: String, to source: inout SourceText) {
    let forms = fields.map { CForm($0.type, in: place, face.types, face.layout) }
    let body = CStruct(fields.map(\.name), forms, forms.map(face.note), face.names)
    source.add()
    CFace.comment(summary, in: &source)
    body.writeDefinition(name, to: &source)
    source.add()
    source.add("// Reads a map; what it holds is borrowed from `value`. False where it does not have this form.")
    source.block("static inline bool \(name)_read(const component_value *value, \(name) *out)") { source in
      body.writeReading(to: &source)
    }
    source.add()
    source.add("// A map for sending, which borrows from `from` and from `entries`; there must be room for as many.")
    source.add("#define \(CNames.entries(name)) (\(body.members.isEmpty ? "1" : body.entries))")
    source.block("static inline component_value \(name)_value(const \(name) *from, component_entry *entries)") {
      source in
      body.writeEntries(of: "from", to: &source)
      if body.members.isEmpty { source.add("(void)from;") }
      source.add("return component_map(entries, count);")
    }
  }

  // MARK: choices

  // The longest literal that a compiler must take is of 4095 bytes.
  private static let literalLimit = 4000

  private func writeTexts(_ texts: [String], _ summary: String, to source: inout SourceText) {
    let constants = face.names.constants[place]
    source.add()
    CFace.comment(summary, in: &source)
    source.block("typedef enum \(name)", end: "} \(name);") { source in
      for constant in constants { source.add("\(constant),") }
    }
    source.add()
    source.add("// The text that a constant stands for; its bytes are null for what is none.")
    source.block("static inline component_text \(name)_text(\(name) value)") { source in
      for (index, text) in texts.enumerated() where text.utf8.count > Self.literalLimit {
        let letters = text.utf8.map { "'\(CWords.literal(byte: $0))'" }
        source.add("static const char long_\(index)[] = {\(letters.joined(separator: ", "))};")
      }
      source.block("static const component_text texts[] =", end: "};") { source in
        for (index, text) in texts.enumerated() {
          let bytes = text.utf8.count > Self.literalLimit ? "long_\(index)" : "\"\(CWords.literal(text))\""
          source.add("{\(bytes), \(text.utf8.count)},")
        }
      }
      source.add("component_text none = COMPONENT_ZERO;")
      source.add("return (size_t)value < COMPONENT_COUNT(texts) ? texts[(size_t)value] : none;")
    }
    source.add()
    source.add("// The text as a value; null for what is none.")
    source.block("static inline component_value \(name)_value(\(name) value)") { source in
      source.add("component_text text = \(name)_text(value);")
      source.add("return text.bytes ? component_text_value(text) : component_null();")
    }
    source.add()
    source.add("// False where it is none of these texts.")
    source.block("static inline bool \(name)_read(const component_value *value, \(name) *out)") { source in
      source.add("component_text text = component_text_in(value);")
      source.add("if (value->kind != COMPONENT_KIND_TEXT) return false;")
      source.block("for (int index = 0; index < \(texts.count); index++)") { source in
        source.add("component_text known = \(name)_text((\(name))index);")
        source.add("if (known.length != text.length) continue;")
        source.add("if (known.length != 0 && memcmp(known.bytes, text.bytes, known.length) != 0) continue;")
        source.add("*out = (\(name))index;")
        source.add("return true;")
      }
      source.add("return false;")
    }
  }

  private func writeInts(_ ints: [Int], _ summary: String, to source: inout SourceText) {
    let constants = face.names.constants[place]
    source.add()
    CFace.comment(summary, in: &source)
    for (constant, int) in zip(constants, ints) {
      source.add("#define \(constant) (\(int == .min ? "INT64_MIN" : "INT64_C(\(int))"))")
    }
    source.add()
    source.add("// False where it is none of these ints.")
    source.block("static inline bool \(name)_read(const component_value *value, int64_t *out)") { source in
      source.add("if (!component_as_int(value, out)) return false;")
      source.block("switch (*out)") { source in
        for constant in constants { source.add("case \(constant):") }
        source.add("  return true;")
        source.add("default:")
        source.add("  return false;")
      }
    }
  }
}
