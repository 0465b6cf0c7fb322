import ComponentABI
import ComponentKit

/// The check of what is said of an event: whether it has the declared form.
final class EventCheck: Sendable {
  let type: TypeForm
  private let check: ParameterCheck

  /// A type that is right and laid out, of which there is no table yet.
  struct Draft {
    fileprivate let type: TypeForm
    fileprivate let check: ParameterCheck.Draft

    /// Lays a type out; fails where it is none, or holds what lives in one process only.
    init(
      _ text: String, _ types: TypeNames, event: String, in tables: inout CheckTableBuilder
    ) throws(SignatureFault) {
      type = try TypeForm(parsing: text, types: types)
      let needed = types.needed(by: [type])
      guard !type.isLocal, !needed.names.contains(where: { needed[$0]?.isLocal == true }) else {
        throw SignatureFault("an object or a function is no part of an event, which may outlive who published it")
      }
      // One parameter of the type, for the table that checks those.
      check = try ParameterCheck.Draft(
        Signature(parameters: [Signature.Parameter(name: "value", type: type, default: nil)], reply: nil), types,
        action: event, in: &tables)
    }
  }

  init(_ draft: Draft, _ block: CheckBlock) { (type, check) = (draft.type, ParameterCheck(draft.check, block)) }

  /// Lends the value as it is declared: itself, or what it stands for where it came from a place without types.
  func fitted(_ value: component_value, _ body: (component_value) -> Void) throws(Failure) {
    let fits = EventCheck.key.withUTF8Buffer { key in
      var entry = component_entry(key: component_text(key), value: value)
      return withUnsafePointer(to: &entry) { check.fits($0, 1) }
    }
    if fits { return body(value) }
    do throws(Mismatch) {
      let converted = try Conversion(types: check.types).convert(value, to: type)
      if let converted { converted.withBorrowed { body($0.pointee) } } else { body(value) }
    } catch {
      throw Failure(
        .invalidParameters, "invalid_value",
        "what is said of '\(check.action)' has another form: \(error.sentence(.event))")
    }
  }

  private static let key: StaticString = "value"
}

extension TypeForm {
  /// Whether it names what lives in one process only; what it refers to by names is not looked at.
  fileprivate var isLocal: Bool {
    switch self {
    case .object, .function: true
    case .list(let inner), .map(let inner), .optional(let inner): inner.isLocal
    case .fields(let fields): fields.contains { $0.type.isLocal }
    default: false
    }
  }
}
