// What a new package says of itself.
extension PackageTemplate {
  /// The README, with a table of what lies where.
  func readme(_ places: [(path: String, what: String)]) -> String {
    """
    # \(name.text)

    A component in \(Self.language), of the layer \(layer.rawValue).

        \(Self.build)
        \(Self.test)
        \(drop)

    The first line makes `\(Self.built)lib\(name.text).so`, the second tests it, and the third drops it into `DIR`, your
    plugin folder. Then this prints `Hello, Ann`:

        \(call)

    | | |
    |---|---|
    \(places.map { "| `\($0.path)` | \($0.what) |" }.joined(separator: "\n"))

    """
  }
}
