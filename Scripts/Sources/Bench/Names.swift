/// Which figures a command line asks for.
enum Names {
  /// The figures of the given names, or whose names begin so, and those that their goals are multiples of; all where no
  /// name is given.
  static func chosen(_ words: [String]) throws -> [Figure] {
    for word in words where !Figure.all.contains(where: { covers(word, $0) }) {
      throw Complaint(
        "there is no figure '\(word.shown)'; there are: \(Figure.all.map(\.name).joined(separator: ", "))")
    }
    let asked = Figure.all.filter { figure in words.isEmpty || words.contains { covers($0, figure) } }
    let others = asked.flatMap { $0.goals.compactMap(\.other) }
    return Figure.all.filter { figure in
      asked.contains { $0.name == figure.name } || others.contains(figure.name)
    }
  }

  private static func covers(_ word: String, _ figure: Figure) -> Bool { figure.name.hasPrefix(word) }
}
