import Foundation

/// The neighbours that a source in Swift calls by their names, which is an arrow that no import shows.
///
/// A call's target is seen where it is written out: `call("Reader", …)`, `open(key: "Reader_page", …)`, `Need("Reader")`.
/// A URL is no arrow: it is data, and whoever answers it is found by the one who opens it.
struct NamedCalls {
  /// Each with its line, in their order.
  let found: [(line: Int, target: String)]

  init(_ text: String) {
    // No word's boundary: to Unicode there is none behind the dot of `mediator.call`.
    let named = /(?:^|[^A-Za-z0-9_])(?:call|start|resolved|has|release|Need)\(\s*"([A-Za-z][A-Za-z0-9_]*)/
    let keyed = /(?:^|[^A-Za-z0-9_])open\(\s*key:\s*"([A-Za-z][A-Za-z0-9_]*?)_/
    var found: [(Int, String)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let code = line.prefix(upTo: line.range(of: "//")?.lowerBound ?? line.endIndex)
      found += (code.matches(of: named) + code.matches(of: keyed)).map { (index + 1, String($0.1)) }
    }
    self.found = found
  }
}
