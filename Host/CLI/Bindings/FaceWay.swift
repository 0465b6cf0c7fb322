import ComponentHost
import ComponentKit

/// A public way to an action of a target: a route, or a map key.
struct FaceWay: Sendable, Equatable {
  enum Kind: String, CaseIterable, Sendable { case route, key }

  let kind: Kind
  /// "//BookDetail/books/:id<int>" or "BookDetail_cover".
  let name: String
  let action: String
  /// The parameters that a route gives itself, or the hints of a key with their defaults.
  var fields: Fields

  /// As it is called in messages.
  var title: String { kind == .route ? "the route '\(name)'" : "the map key '\(name)'" }
}

extension FaceWay {
  /// The ways to a target of a component.
  static func all(to target: String, of component: LoadedComponent) -> [FaceWay] {
    let routes = component.routes.filter { $0.target == target }
    let keys = component.keys.filter { $0.target == target }
    return routes.map { FaceWay(kind: .route, name: "\($0)", action: $0.action, fields: $0.fixed) }
      + keys.map { FaceWay(kind: .key, name: $0.name, action: $0.action, fields: $0.hints) }
  }
}

// In the first lines of a face.
extension FaceWay {
  /// `// key cover = BookDetail_cover`, and below it the fields as JSON.
  var lines: [String] {
    let line = "// \(kind.rawValue) \(action) = \(FaceText.line(name))"
    guard !fields.isEmpty, let json = try? Value.map(fields).json() else { return [line] }
    return [line, "//   \(FaceText.line(json))"]
  }

  /// Takes one from the lines; nil where the next line is none.
  init?(_ lines: inout FaceBlockLines) throws(Unreadable) {
    for kind in Kind.allCases {
      guard let line = lines.take(after: "// \(kind.rawValue) ") else { continue }
      guard let (action, written) = line.parted(by: " = "), let name = FaceText.read(written) else {
        throw Unreadable()
      }
      self.init(kind: kind, name: name, action: String(action), fields: [:])
      if let json = lines.takeText(indented: 2) {
        guard let text = FaceText.read(json), let map = (try? Value(json: text))?.map else { throw Unreadable() }
        fields = map
      }
      return
    }
    return nil
  }

  struct Unreadable: Error {}
}
