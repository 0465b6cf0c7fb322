import Testing

/// How much there is to write for a component that does a bit of everything, in each language.
@Suite struct ArticleLengthTests {
  @Test(arguments: [("Swift", "Swift"), ("C", "C"), ("Cpp", "C++"), ("Rust", "Rust")])
  func `the README says how many lines of code a component's whole way is`(file: String, language: String) {
    let path = "Host/Kit/ComponentKit.docc/AComponentIn\(file).md"
    let article = text(path)
    var count = 0
    var isInside = false
    for line in article.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = !isInside && line == "```\(file.lowercased())"
      } else if isInside {
        count += 1
      }
    }
    // Lines may be broken anywhere.
    let readme = text("README.md").split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(readme.contains("[\(count) lines of \(language)](\(path))"), "\(count) lines")
  }

  private func text(_ path: String) -> String {
    String(decoding: Folder.bytes(of: "\(Place.repository)/\(path)"), as: UTF8.self)
  }
}
