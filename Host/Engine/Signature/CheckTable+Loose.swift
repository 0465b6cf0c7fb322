import ComponentABI
import ComponentKit

// Texts of a command line or a URL where an int, a bool or a double is declared: the common case of a conversion, found
// out and done without an allocation. `Conversion` does the others, and takes nine times as long.
extension CheckTable {
  /// Whether all parameters have the declared form once `typed` has replaced some. False may also mean that it is not so.
  func fitsTyped(_ parameters: UnsafeBufferPointer<component_entry>) -> Bool {
    guard parameters.count <= root.pointee.count else { return false }
    var missing = root.pointee.required
    var seen = SeenMembers()
    for index in parameters.indices {
      let value = parameters[index].value
      guard let place = find(parameters[index].key, in: root, from: index), seen.insert(place) else { return false }
      let member = members + (root.pointee.first &+ place)
      guard member.pointee.isPlain,
        CheckNode.accepts(member.pointee.accepts, value.kind) || typed(value, member.pointee) != nil
      else { return false }
      if member.pointee.isRequired { missing &-= 1 }
    }
    return missing == 0
  }

  /// The value that takes the place of a parameter; nil where it has its declared form.
  func typed(_ parameter: component_entry, at index: Int) -> component_value? {
    guard parameter.value.isLooseText, let place = find(parameter.key, in: root, from: index) else { return nil }
    let member = (members + (root.pointee.first &+ place)).pointee
    return CheckNode.accepts(member.accepts, parameter.value.kind) ? nil : typed(parameter.value, member)
  }

  private func typed(_ value: component_value, _ member: CheckMember) -> component_value? {
    guard value.isLooseText else { return nil }
    var typed = component_value()
    let form: TypeForm
    switch member.accepts & ~CheckNode.bit(COMPONENT_KIND_NULL) {
    case CheckNode.bit(COMPONENT_KIND_INT):
      // Most ints are a few digits, which are read without a text being made of them.
      if let int = value.textBytes.fewDigits {
        (typed.kind, typed.as.integer) = (COMPONENT_KIND_INT, int)
        return typed
      }
      form = .int
    case CheckNode.bit(COMPONENT_KIND_BOOL): form = .bool
    case CheckNode.bit(COMPONENT_KIND_DOUBLE): form = .double
    default: return nil
    }
    switch Scalar.typed(value.textBytes.checkedString, form) {
    case .int(let int): (typed.kind, typed.as.integer) = (COMPONENT_KIND_INT, Int64(int))
    case .bool(let bool): (typed.kind, typed.as.boolean) = (COMPONENT_KIND_BOOL, bool)
    case .double(let double): (typed.kind, typed.as.number) = (COMPONENT_KIND_DOUBLE, double)
    default: return nil
    }
    return typed
  }
}
