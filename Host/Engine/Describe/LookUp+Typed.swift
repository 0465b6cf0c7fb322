import ComponentABI
package import ComponentKit

extension LookUp {
  /// Parameters with the texts that were typed in their declared form, where they can be brought into it. Of all else whoever is
  /// called says what is wrong.
  package func typed(_ parameters: Fields, loose: [String]) -> Fields {
    guard let form = action?.form, !loose.isEmpty else { return parameters }
    let conversion = Conversion(types: component.typeNames)
    return Fields(
      unique: parameters.map { key, value in
        guard loose.contains(key), let declared = form.parameters.first(where: { $0.name == key }) else {
          return (key, value)
        }
        let one: Fields = [key: value]
        let typed = one.withBorrowed(loose: [key]) { entries in
          try? conversion.convert(entries[0].value, to: declared.type, mayBeAbsent: declared.default != nil)
        }
        return (key, typed ?? value)
      })
  }
}
