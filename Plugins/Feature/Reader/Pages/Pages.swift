/// A text cut into pages for a terminal.
///
/// Paragraphs are divided by empty lines and filled anew; a line such as `# The Lamp` is the heading of a chapter, and
/// begins a page.
public struct Pages: Sendable {
  /// The lines of each page; there is at least one page.
  public let pages: [[String]]

  public init(_ text: String, columns: Int, lines: Int) {
    var filling = PageFilling(lines: max(1, lines))
    for block in Pages.blocks(of: text) {
      if let heading = block.heading {
        filling.endPage()
        filling.add(fill(heading, columns: columns))
      } else {
        filling.add(fill(block.paragraph, columns: columns))
      }
    }
    pages = filling.finished()
  }

  public var count: Int { pages.count }

  private struct Block {
    var heading: String?
    var paragraph = ""
  }

  private static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var paragraph: [Substring] = []
    func close() {
      if !paragraph.isEmpty { blocks.append(Block(paragraph: paragraph.joined(separator: " "))) }
      paragraph = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# ") {
        close()
        blocks.append(Block(heading: String(line.dropFirst(2))))
      } else if line.allSatisfy(\.isWhitespace) {
        close()
      } else {
        paragraph.append(line)
      }
    }
    close()
    return blocks
  }
}

/// Puts blocks of lines on pages, with an empty line between two of them.
private struct PageFilling {
  let lines: Int
  var pages: [[String]] = []
  var page: [String] = []

  init(lines: Int) { self.lines = lines }

  mutating func add(_ block: [String]) {
    // Two lines of a paragraph at least stay together, where there is room for two.
    let needed = page.isEmpty ? 0 : 1 + min(block.count, 2)
    if page.count + needed > lines { endPage() }
    if !page.isEmpty { page.append("") }
    for line in block {
      if page.count == lines { endPage() }
      page.append(line)
    }
  }

  mutating func endPage() {
    if !page.isEmpty { pages.append(page) }
    page = []
  }

  mutating func finished() -> [[String]] {
    endPage()
    return pages.isEmpty ? [[]] : pages
  }
}
