import ComponentABI
import ComponentKit

/// A value that is no list or map in its declared form.
struct Scalar {
  /// Nil where the value had the form already.
  private(set) var converted: Value?

  /// Nil where the value can't be brought into the form without loss.
  init?(_ value: component_value, as form: TypeForm, from origin: Conversion.Origin) {
    let isFit =
      switch (form, value.kind) {
      case (.any, _), (.bool, COMPONENT_KIND_BOOL), (.int, COMPONENT_KIND_INT), (.double, COMPONENT_KIND_DOUBLE),
        (.text, COMPONENT_KIND_TEXT), (.bytes, COMPONENT_KIND_BYTES), (.object, COMPONENT_KIND_OBJECT),
        (.function, COMPONENT_KIND_FUNCTION):
        true
      case (.date, COMPONENT_KIND_TEXT):
        value.count > Timestamp.dayLength && Timestamp(utf8: value.textBytes.utf8) != nil
      case (.texts(let texts), COMPONENT_KIND_TEXT):
        texts.contains { $0.utf8.elementsEqual(value.textBytes.utf8) }
      case (.ints(let ints), COMPONENT_KIND_INT): ints.contains(Int(value.as.integer))
      default: false
      }
    if isFit { return }
    guard let converted = Scalar.convert(value, form, origin) else { return nil }
    self.converted = converted
  }

  private static func convert(_ value: component_value, _ form: TypeForm, _ origin: Conversion.Origin) -> Value? {
    switch value.kind {
    case COMPONENT_KIND_DOUBLE: Int(exactly: value.as.number).flatMap { int($0, form) }
    case COMPONENT_KIND_INT: form == .double ? Double(exactly: value.as.integer).map(Value.double) : nil
    case COMPONENT_KIND_TEXT where origin == .reply: nil
    case COMPONENT_KIND_TEXT where form == .bytes && (origin != .call || value.isWritten):
      Base64.decode(value.textBytes.string).map(Value.bytes)
    case COMPONENT_KIND_TEXT where form == .date:
      Timestamp(utf8: value.textBytes.utf8).map { Value.text($0.description) }
    case COMPONENT_KIND_TEXT where value.isLooseText: typed(value.textBytes.string, form)
    default: nil
    }
  }

  /// A text from a command line or a URL, as something else.
  static func typed(_ text: String, _ form: TypeForm) -> Value? {
    switch form {
    case .bool: LooseText.bool(text).map(Value.bool)
    case .int, .ints: LooseText.int(text).flatMap { int($0, form) }
    case .double: LooseText.double(text).map(Value.double)
    default: nil
    }
  }

  private static func int(_ int: Int, _ form: TypeForm) -> Value? {
    switch form {
    case .int: .int(int)
    case .ints(let ints): ints.contains(int) ? .int(int) : nil
    default: nil
    }
  }
}

extension component_text {
  /// The int that up to 18 digits are; nil for all else, also where `Int` can read it.
  var fewDigits: Int64? {
    guard (1...18).contains(length) else { return nil }
    var int: Int64 = 0
    for byte in utf8 {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      int = int &* 10 &+ Int64(digit)
    }
    return int
  }
}

extension TypeForm {
  var isList: Bool { if case .list = self { true } else { false } }

  /// Whether it is written as text.
  var isText: Bool {
    switch self {
    case .text, .bytes, .date, .texts: true
    default: false
    }
  }

  /// Whether the empty text is such a value, and not what stands for nothing.
  var acceptsEmptyText: Bool {
    switch self {
    case .any, .text: true
    case .texts(let texts): texts.contains("")
    default: false
    }
  }
}

extension component_value {
  /// Whether it was typed where everything is text.
  var isLooseText: Bool { kind == COMPONENT_KIND_TEXT && flags & COMPONENT_VALUE_LOOSE != 0 }

  /// What came in place of a form, for a message. A short text is shown, and an int that is not among the right ones.
  func found(for form: TypeForm) -> String {
    switch (kind, form) {
    case (COMPONENT_KIND_INT, .double), (COMPONENT_KIND_INT, .ints): "the int \(self.as.integer)"
    // The host escapes as Swift does; the kits of all languages do as JSON does.
    case (COMPONENT_KIND_TEXT, _) where count <= 40: "the text \(quoted(textBytes.string))"
    default: shown
    }
  }
}
