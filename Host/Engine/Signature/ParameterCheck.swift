import ComponentABI
import ComponentKit

/// The check before every call of an action that has a signature: whether the parameters have the declared form.
final class ParameterCheck: Sendable {
  let signature: Signature
  let types: TypeNames
  /// The action as people write it: `Reader.showDetail`.
  let action: String
  let table: CheckTable

  /// What must be done before the action may run.
  enum Verdict: Sendable {
    /// The call is over.
    case failed(Failure)
    /// The action gets these parameters.
    case converted(ConvertedParameters)
  }

  /// A signature that is right and laid out, of which there is no table yet: those of a component are built together.
  struct Draft {
    let signature: Signature
    fileprivate let types: TypeNames
    fileprivate let action: String
    fileprivate let place: CheckTableBuilder.Place

    /// Lays a signature out; fails where it names a type that there is not, or a default is not of its type.
    init(
      _ signature: Signature, _ types: TypeNames, action: String, in tables: inout CheckTableBuilder
    ) throws(SignatureFault) {
      var checked = signature
      for place in checked.parameters.indices { try checked.parameters[place].settle(types) }
      if let name = signature.reply.flatMap({ types.unknownName(in: $0) }) {
        throw SignatureFault(TypeNames.unknown(name, among: types.names))
      }
      (self.signature, self.types, self.action) = (checked, types, action)
      place = tables.add(checked.parameters, reply: checked.reply)
    }
  }

  /// - Parameter block: what the builder made of it and of others.
  init(_ draft: Draft, _ block: CheckBlock) {
    (signature, types, action) = (draft.signature, draft.types, draft.action)
    table = CheckTable(block, draft.place)
  }

  /// Compiles one signature alone.
  convenience init(_ signature: Signature, _ types: TypeNames, action: String) throws(SignatureFault) {
    var tables = CheckTableBuilder(types)
    let draft = try Draft(signature, types, action: action, in: &tables)
    self.init(draft, tables.build())
  }

  /// Nil where all parameters fit as they are; that is found out without allocating anything.
  ///
  /// The parameters must have passed the check at the border, and are borrowed for the call.
  @inline(__always)
  func check(_ parameters: UnsafeBufferPointer<component_entry>) -> Verdict? {
    table.fits(parameters) ? nil : judge(parameters)
  }

  /// Whether all parameters fit as they are. Out of line, so that the quick way keeps its registers for the call.
  @inline(never)
  func fits(_ parameters: UnsafePointer<component_entry>?, _ count: Int) -> Bool {
    table.fits(UnsafeBufferPointer(start: parameters, count: count))
  }

  /// What is to be done where they are known not to fit as they are.
  @inline(never)
  func judge(_ parameters: UnsafeBufferPointer<component_entry>) -> Verdict? {
    if table.fitsTyped(parameters) { return .converted(.typed(table)) }
    do throws(Mismatch) {
      let converted = try Conversion(types: types).members(parameters, of: signature.parameters)
      return converted.isEmpty ? nil : .converted(ConvertedParameters(parameters, converted))
    } catch {
      return .failed(error.failure(of: action))
    }
  }

  /// The first place where a reply does not have the declared form, as a sentence; nil where it has.
  ///
  /// A whole double counts as an int, and an int as a double if it is exact. What is said of a text, that it was typed or
  /// comes from JSON, counts for nothing.
  func check(reply: component_value) -> String? {
    if table.fits(reply: reply) { return nil }
    guard let form = signature.reply else { return nil }
    do throws(Mismatch) {
      _ = try Conversion(types: types, .reply).convert(reply, to: form)
      return nil
    } catch {
      return error.sentence(.reply)
    }
  }
}

extension Signature.Parameter {
  // Checks what could not be checked as long as the named types were not known.
  fileprivate mutating func settle(_ types: TypeNames) throws(SignatureFault) {
    if let name = types.unknownName(in: type) {
      throw SignatureFault(TypeNames.unknown(name, among: types.names))
    }
    guard let value = self.default else { return }
    do throws(Mismatch) {
      self.default = try Conversion(types: types).convert(default: value, to: type)
    } catch {
      throw SignatureFault(error.inside(key: name).sentence(.default))
    }
  }
}
