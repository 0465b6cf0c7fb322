import ComponentABI
import ComponentKit

/// Brings borrowed values into their declared form, where that loses nothing, or says why not.
///
/// The thorough way, which allocates; calls whose parameters fit as they are don't come here.
struct Conversion {
  let types: TypeNames
  private var origin: Origin

  /// Where values come from. JSON has no bytes but base64. A reply is what it says: nobody typed it, and what it has to be
  /// made into is not made, so a day alone is no moment there.
  enum Origin { case call, json, `default`, reply }

  init(types: TypeNames, _ origin: Origin = .call) {
    self.types = types
    self.origin = origin
  }

  /// The value in the declared form; nil where it has it already.
  func convert(
    _ value: component_value, to form: TypeForm, mayBeAbsent: Bool = false
  ) throws(Mismatch) -> Value? {
    let declared = form
    let resolved = types.resolve(form)
    let (form, isOptional) = (resolved.form, resolved.isOptional || mayBeAbsent)
    if value.kind == COMPONENT_KIND_NULL, isOptional || form == .any { return nil }
    if isLoose(value), value.count == 0, isOptional, !form.acceptsEmptyText { return .null }
    switch form {
    case .list(let item):
      guard value.kind == COMPONENT_KIND_LIST else { return try structured(value, form, declared) }
      return try list(value.items, of: item)
    case .map(let item):
      guard value.kind == COMPONENT_KIND_MAP else { return try structured(value, form, declared) }
      return try map(value.entries, of: item)
    case .fields(let fields):
      guard value.kind == COMPONENT_KIND_MAP else { return try structured(value, form, declared) }
      let members = fields.map { Signature.Parameter(name: $0.name, type: $0.type, default: nil) }
      let converted = try self.members(value.entries, of: members)
      guard !converted.isEmpty else { return nil }
      var entries = value.entries.map { ($0.key.string, Value(copying: $0.value)) }
      for (index, value) in converted { entries[index].1 = value }
      return .map(Fields(entries))
    default:
      guard let scalar = Scalar(value, as: form, from: origin) else {
        throw mistyped(value, form, declared)
      }
      // Of a reply nothing is made, however large it is: it is judged only.
      return origin == .reply ? nil : scalar.converted
    }
  }

  /// The entries that must be replaced, by their index; all others have their declared form already.
  func members(
    _ entries: UnsafeBufferPointer<component_entry>, of members: [Signature.Parameter]
  ) throws(Mismatch) -> [(index: Int, value: Value)] {
    var seen = Array(repeating: false, count: members.count)
    var converted: [(index: Int, value: Value)] = []
    for (index, entry) in entries.enumerated() {
      let key = entry.key.string
      guard let place = members.firstIndex(where: { $0.name.utf8.elementsEqual(key.utf8) }) else {
        throw Mismatch(.unknown(key: key, near: nearNames(to: key, among: members.map(\.name))))
      }
      if seen[place] { throw Mismatch(.duplicate).inside(key: key) }
      seen[place] = true
      let member = members[place]
      if entry.value.kind == COMPONENT_KIND_NULL, !mayBeNull(member) { throw missing(member) }
      do throws(Mismatch) {
        let value = try convert(entry.value, to: member.type, mayBeAbsent: member.default != nil)
        if let value { converted.append((index, value)) }
      } catch {
        throw error.inside(key: key)
      }
    }
    for (member, isSeen) in zip(members, seen) where !isSeen && !mayBeAbsent(member) { throw missing(member) }
    return converted
  }

  private func mayBeNull(_ member: Signature.Parameter) -> Bool {
    member.default != nil || types.resolve(member.type).acceptsNull
  }

  private func mayBeAbsent(_ member: Signature.Parameter) -> Bool {
    member.default != nil || types.resolve(member.type).isOptional
  }

  private func missing(_ member: Signature.Parameter) -> Mismatch {
    Mismatch(.missing(type: member.type.description)).inside(key: member.name)
  }
}

// Lists and maps.
extension Conversion {
  private func list(_ items: UnsafeBufferPointer<component_value>, of form: TypeForm) throws(Mismatch) -> Value? {
    var converted: [(index: Int, value: Value)] = []
    for (index, item) in items.enumerated() {
      do throws(Mismatch) {
        if let value = try convert(item, to: form) { converted.append((index, value)) }
      } catch {
        throw error.inside(index: index)
      }
    }
    guard !converted.isEmpty else { return nil }
    var list = items.map(Value.init(copying:))
    for (index, value) in converted { list[index] = value }
    return .list(list)
  }

  private func map(_ entries: UnsafeBufferPointer<component_entry>, of form: TypeForm) throws(Mismatch) -> Value? {
    var converted: [(index: Int, value: Value)] = []
    for (index, entry) in entries.enumerated() {
      do throws(Mismatch) {
        if let value = try convert(entry.value, to: form) { converted.append((index, value)) }
      } catch {
        throw error.inside(key: entry.key.string)
      }
    }
    guard !converted.isEmpty else { return nil }
    var pairs = entries.map { ($0.key.string, Value(copying: $0.value)) }
    for (index, value) in converted { pairs[index].1 = value }
    return .map(Fields(pairs))
  }

  // A list or map from a text that was typed: it must be JSON of that kind.
  private func structured(
    _ value: component_value, _ form: TypeForm, _ declared: TypeForm
  ) throws(Mismatch) -> Value {
    guard isLoose(value), let parsed = try? Value(json: value.textBytes.utf8),
      form.isList ? parsed.list != nil : parsed.map != nil
    else { throw mistyped(value, form, declared) }
    return try convert(parsed, to: form, from: .json)
  }

  private func isLoose(_ value: component_value) -> Bool { origin != .reply && value.isLooseText }

  private func convert(_ value: Value, to form: TypeForm, from origin: Origin) throws(Mismatch) -> Value {
    var conversion = self
    conversion.origin = origin
    return try value.withBorrowed { borrowed in
      Result { () throws(Mismatch) in try conversion.convert(borrowed.pointee, to: form) }
    }.get() ?? value
  }

  /// A default, which was read from JSON, in its declared form.
  func convert(default value: Value, to form: TypeForm) throws(Mismatch) -> Value {
    try convert(value, to: form, from: .default)
  }

  private func mistyped(_ value: component_value, _ form: TypeForm, _ declared: TypeForm) -> Mismatch {
    let isText = value.kind == COMPONENT_KIND_TEXT
    let found = origin == .default && isText && !form.isText ? "a text" : value.found(for: form)
    let expected = declared == .nothing ? "null" : form.expectation
    return Mismatch(.mistyped(type: declared.description, expected: expected, found: found))
  }
}
