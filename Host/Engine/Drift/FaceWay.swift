package import ComponentKit

/// A public way to an action of a target: a route, or a map key.
package struct FaceWay: Sendable, Equatable {
  package enum Kind: String, CaseIterable, Sendable { case route, key }

  package let kind: Kind
  /// "//BookDetail/books/:id<int>" or "BookDetail_cover".
  package let name: String
  package let action: String
  /// The parameters that a route gives itself, or the hints of a key with their defaults, as JSON says them.
  package var fields: Fields
  /// What a route makes of the names in a URL's query.
  package var query: QueryNames
  /// Which of two routes goes first.
  package var priority: Int
  /// Whether a route takes longer paths as well.
  package var takesLonger: Bool

  package init(
    kind: Kind, name: String, action: String, fields: Fields, query: QueryNames = QueryNames(), priority: Int = 0,
    takesLonger: Bool = false
  ) {
    self.kind = kind
    self.name = name
    self.action = action
    self.fields = fields
    self.query = query
    self.priority = priority
    self.takesLonger = takesLonger
  }

  /// As it is called in messages.
  package var title: String { kind == .route ? "the route '\(name)'" : "the map key '\(name)'" }
}

extension Fields {
  /// Null for what can't be written down: a component may declare what lives in its process only.
  package var written: Fields {
    var fields = self
    for (key, value) in self where (try? value.json()) == nil { fields[key] = .some(.null) }
    return fields
  }

  // As a face has them that was printed and is read again: JSON has no bytes, and no doubles that are not finite.
  var asRead: Fields {
    let json = try? Value.map(written).json()
    return json.flatMap { try? Value(json: Array($0.utf8)).map } ?? written
  }
}
