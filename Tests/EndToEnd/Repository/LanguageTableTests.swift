import Testing

/// What authors can say, by language, as the article on the contract has it.
@Suite struct LanguageTableTests {
  private static let article = "Host/Kit/ComponentKit.docc/TheContract.md"

  /// Where each language's words are declared, in the order of the columns.
  private static let sources: [(name: String, language: DeclaredWords.Language, places: [String], ends: [String])] = [
    ("Swift", .swift, ["Host/Kit", "Host/Testing"], [".swift"]),
    ("C", .c, ["Host/ABI/include"], [".h"]),
    ("C++", .c, ["Host/ABI/include/cpp", "Host/ABI/include/component_test.hpp"], [".hpp"]),
    ("Rust", .rust, ["Host/ABI/rust"], [".rs"]),
  ]

  private static func rows() throws -> [[String]] {
    let text = String(decoding: Folder.bytes(of: "\(Place.repository)/\(article)"), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "| what | Swift | C | C++ | Rust |"))
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { String($0.drop { $0 == " " }) }
    }
  }

  private static func files(below path: String) -> [String] {
    let names = Folder.names(in: path)
    return names.isEmpty ? [path] : names.flatMap { files(below: "\(path)/\($0)") }
  }

  /// The code in a cell.
  private static func codes(of cell: String) -> [Substring] {
    let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
    return stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
  }

  /// `Action::new` has two words.
  private static func words(of code: Substring) -> [Substring] {
    code.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }
  }

  @Test(arguments: 1...4) func `each word is declared in the sources of its language`(column: Int) throws {
    let source = Self.sources[column - 1]
    var found: Set<Substring> = []
    for place in source.places {
      for file in Self.files(below: "\(Place.repository)/\(place)") where source.ends.contains(where: file.hasSuffix) {
        let text = String(decoding: Folder.bytes(of: file), as: UTF8.self)
        found.formUnion(DeclaredWords(text, source.language).words)
      }
    }
    let rows = try Self.rows()
    #expect(rows.count > 50 && rows.allSatisfy { $0.count == 5 })
    for row in rows {
      for code in Self.codes(of: row[column]) where !code.hasPrefix("--") {
        for word in Self.words(of: code) { #expect(found.contains(word), "\(source.name): \(row[0]): \(word)") }
      }
    }
  }

  @Test func `a cell has a word, or says why there is none, and options are the program's`() throws {
    let help = Run.host("help", "bindings").out
    for row in try Self.rows() {
      for (source, cell) in zip(Self.sources, row.dropFirst()) {
        let codes = Self.codes(of: cell)
        let says = codes.isEmpty ? cell.hasPrefix("– ") && cell.utf8.count > 8 : !cell.hasPrefix("–")
        #expect(says, "\(source.name): \(row[0]): \(cell)")
        for code in codes where code.hasPrefix("--") {
          for word in code.split(separator: " ") { #expect(help.contains(word), "\(source.name): \(code)") }
        }
      }
    }
  }

  @Test(
    arguments: [
      (
        .swift, "/// said\nstruct Cup { let size = used(\"quoted\") // more\n func pour(_ tea: Tea, to brim: Int) {} }",
        ["Cup", "size", "pour", "to"]
      ),
      (
        .c,
        """
        /* said */ #define POT(x) used(x)
        static inline void pour(int cups) { used = '"'; again = '"'; }
        typedef struct cup { int size, handle; void (*fill)(int tea); } cup_row;
        """,
        ["POT", "pour", "cup", "size", "handle", "fill", "cup_row"]
      ),
      (
        .c,
        """
        class Pot { // said
         public: Pot() : lid_(true) {} int pour(int cups) const { return used; }
         bool lid_ = true; };
        """,
        ["Pot", "pour", "lid_"]
      ),
      (
        .rust,
        """
        //! said
        pub struct Pot<'a> { pub size: &'a str, lid: bool }
        const fn pour(cups: i32) -> Tea { used("pub no: i32") }
        """,
        ["Pot", "size", "pour"]
      ),
    ] as [(DeclaredWords.Language, String, Set<Substring>)])
  func `what is said or used is not declared`(language: DeclaredWords.Language, source: String, words: Set<Substring>) {
    #expect(DeclaredWords(source, language).words == words)
  }
}
