/// Types of Foundation, whose own coding is not the form that they have in signatures.
///
/// A `Date` is coded as the seconds since 2001, `Data` as a list of ints, a `URL` as a map, and a `Decimal` as what it is made
/// of: no caller could write them, and nothing would tell. So they are refused by name, with what to declare in their place. A
/// `UUID` is coded as its text, and stays.
enum ForeignType {
  /// Why a type can't stand in a signature; nil where it can.
  static func refusal(of type: Any.Type) -> String? { refusal(ofNamed: _typeName(type, qualified: true)) }

  /// - Parameter name: with its module.
  static func refusal(ofNamed name: String) -> String? {
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    // All of the name: other modules may begin with that word.
    guard modules.contains(where: { $0.utf8.elementsEqual(name.utf8[..<dot]) }) else { return nil }
    let own = String(Substring(name.utf8[dot...].dropFirst()))
    switch own {
    case "UUID": return nil
    case "Date": return "\(named(own)) is a number here; declare a Timestamp, a 'date' in signatures"
    case "Data": return "\(named(own)) is a list of ints here; declare [UInt8], 'bytes' in signatures"
    case "URL": return "\(named(own)) is a map here; declare a String, its absoluteString"
    case "Decimal": return "\(named(own)) is a map of its insides here; declare a String, its description"
    default: return "\(named(own)) has no form here; declare a struct of your own, or a type that has one"
    }
  }

  private static let modules = [
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
  ]

  private static func named(_ name: String) -> String { "Foundation's \(name)" }
}
