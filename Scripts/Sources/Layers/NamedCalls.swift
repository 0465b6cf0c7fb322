/// The neighbours that a source calls by their names, which is an arrow that no import shows.
///
/// A call's target is seen where it is written out, over as many lines as it takes: `call("Reader", …)`,
/// `open(key: "Reader_page", …)`, `url(for: "Reader", …)`, `Need("Reader")`, `Neighbour("Reader")`, a request's
/// `target = "Reader"` or `target: String { "Reader" }`, and in C `component_call_action(host, "Reader", …)`, in C++
/// `call.host().call("Reader", …)`, or a text within a macro or function that makes it one of the contract's:
/// `.target = TEXT("Reader")`, `host->has(host, component_text_of("Reader"), …)`. A URL that is written out is no arrow: it is
/// data, and whoever answers it is found by the one who opens it.
struct NamedCalls {
  /// Each with its line, in their order.
  let found: [(line: Int, target: String)]

  init(_ source: String, _ language: SourceText.Language) {
    // No word's boundary: to Unicode there is none behind the dot of `mediator.call`.
    let patterns =
      switch language {
      case .swift:
        [
          /(?:^|[^A-Za-z0-9_])(?:call|start|resolved|has|release|Need|Neighbour)\(\s*"([A-Za-z][A-Za-z0-9_]*)/,
          /(?:^|[^A-Za-z0-9_])open\(\s*key:\s*"([A-Za-z][A-Za-z0-9_]*?)_/,
          /(?:^|[^A-Za-z0-9_])url\(\s*for:\s*"([A-Za-z][A-Za-z0-9_]*)/,
          /(?:^|[^A-Za-z0-9_])target\s*(?::\s*String\s*)?=\s*"([A-Za-z][A-Za-z0-9_]*)/,
          /(?:^|[^A-Za-z0-9_])target\s*:\s*String\s*\{\s*(?:get\s*\{\s*)?(?:return\s+)?"([A-Za-z][A-Za-z0-9_]*)/,
        ]
      case .c:
        // What stands before the name may be a call itself.
        [
          /component_(?:call_action|ask|ask_if_there|ask_if_there_but|ask_needed|ask_needed_but|has_action|release_instance)\((?:[^",;()]|\([^"()]*\))*,\s*"([A-Za-z][A-Za-z0-9_]*)/,
          /component_request_to\(\s*"([A-Za-z][A-Za-z0-9_]*)/,
          /COMPONENT_NEEDS\(\s*\{\s*"([A-Za-z][A-Za-z0-9_]*)/,
          /component_write_url\((?:[^",;()]|\([^"()]*\))*,\s*(?:"[^"]*"|(?:[^",;()]|\([^"()]*\))*),\s*"([A-Za-z][A-Za-z0-9_]*)/,
          /component_open_key\((?:[^",;()]|\([^"()]*\))*,\s*"([A-Za-z][A-Za-z0-9_]*?)_/,
          // In C++.
          /(?:\.|->)(?:call|call_strictly|if_there|needed|start|has|release_instance|need)\(\s*"([A-Za-z][A-Za-z0-9_]*)/,
          /(?:\.|->)url\(\s*(?:"[^"]*"|(?:[^",;()]|\([^"()]*\))*),\s*"([A-Za-z][A-Za-z0-9_]*)/,
          /(?:\.|->)(?:start_)?open_key\(\s*"([A-Za-z][A-Za-z0-9_]*?)_/,
          /component_add_need\((?:[^",;()]|\([^"()]*\))*,(?:[^",;()]|\([^"()]*\))*,\s*"([A-Za-z][A-Za-z0-9_]*)/,
          /(?:^|[^A-Za-z0-9_])target\s*=\s*(?:[A-Za-z_][A-Za-z0-9_]*\s*\(|\{)\s*"([A-Za-z][A-Za-z0-9_]*)/,
          /->(?:has|release_instance)\((?:[^",;()]|\([^"()]*\))*,\s*[A-Za-z_][A-Za-z0-9_]*\(\s*"([A-Za-z][A-Za-z0-9_]*)/,
          /open_key\((?:[^",;()]|\([^"()]*\))*,\s*[A-Za-z_][A-Za-z0-9_]*\(\s*"([A-Za-z][A-Za-z0-9_]*?)_/,
        ]
      }
    let code = NamedCalls.code(SourceText(source, language))
    found = patterns.flatMap { code.matches(of: $0) }.map { match in
      (1 + code[..<match.1.startIndex].unicodeScalars.count { $0 == "\n" }, String(match.1))
    }.sorted { $0.0 < $1.0 }
  }

  // Without comments, and of texts only those that may be a name: no line breaks stand in them.
  private static func code(_ source: SourceText) -> String {
    var source = source
    var code = String.UnicodeScalarView()
    while let scalar = source.rest.first {
      let before = source.rest
      let isComment = source.skipComment()
      if isComment || source.skipText() {
        let skipped = before[..<source.rest.startIndex]
        let isName = !isComment && skipped.first == "\"" && !skipped.contains("\n")
        code.append(contentsOf: isName ? Array(skipped) : skipped.filter { $0 == "\n" } + [" "])
      } else {
        code.append(scalar)
        source.advance()
      }
    }
    return String(code)
  }
}
