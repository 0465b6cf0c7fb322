import Testing

/// What authors can say, by language, as the article on the contract has it.
@Suite struct LanguageTableTests {
  private static let article = "Host/Kit/ComponentKit.docc/TheContract.md"

  /// Where each language's words stand, in the order of the columns.
  private static let sources: [(language: String, folders: [String], ends: [String])] = [
    ("Swift", ["Host/Kit", "Host/Testing", "Host/CLI/Bindings"], [".swift"]),
    ("C", ["Host/ABI/include", "Host/CLI/Bindings"], [".h", ".swift"]),
    ("C++", ["Host/ABI/include", "Host/CLI/Bindings"], [".h", ".hpp", ".swift"]),
    ("Rust", ["Host/ABI/rust", "Host/CLI/Bindings"], [".rs", ".swift"]),
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

  /// The words of the code in a cell: `Data::map` has two.
  private static func words(of cell: String) -> [Substring] {
    let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
    return stride(from: 1, to: parts.count, by: 2).flatMap { index in
      parts[index].split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }
    }
  }

  @Test(arguments: 1...4) func `each word stands in the sources of its language`(column: Int) throws {
    let source = Self.sources[column - 1]
    var found: Set<Substring> = []
    for folder in source.folders {
      for file in Self.files(below: "\(Place.repository)/\(folder)") where source.ends.contains(where: file.hasSuffix) {
        let text = String(decoding: Folder.bytes(of: file), as: UTF8.self)
        found.formUnion(text.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") })
      }
    }
    let rows = try Self.rows()
    #expect(rows.count > 30 && rows.allSatisfy { $0.count == 5 })
    for row in rows {
      for word in Self.words(of: row[column]) {
        #expect(found.contains(word), "\(source.language): \(row[0]): \(word)")
      }
    }
  }
}
