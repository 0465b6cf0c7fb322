/// Which figures a command line asks for.
enum Names {
  /// The figures of the given names, or whose names begin so; all where none is given.
  static func chosen(_ words: [String]) throws -> [Figure] {
    for word in words where !Figure.all.contains(where: { covers(word, $0) }) {
      throw Complaint(
        "there is no figure '\(word.shown)'; there are: \(Figure.all.map(\.name).joined(separator: ", "))")
    }
    return Figure.all.filter { figure in words.isEmpty || words.contains { covers($0, figure) } }
  }

  private static func covers(_ word: String, _ figure: Figure) -> Bool { figure.name.hasPrefix(word) }
}
