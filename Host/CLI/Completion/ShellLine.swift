/// A command line up to the cursor, split into words as a shell splits it.
///
/// Quotes and backslashes are taken off, `~` and variables are put in; nothing is run. What is redirected is left out.
struct ShellLine {
  /// The words before the one at the cursor; the first is the program.
  private(set) var words: [String] = []
  /// The word at the cursor, as far as it stands before it.
  private(set) var current = ""
  /// What of `current` the shell leaves as it is when it puts in a candidate.
  ///
  /// That is all before an open quote, or else up to the last character at which the shell breaks words.
  private(set) var kept = ""
  /// Whether the word at the cursor is the file that is read or written.
  private(set) var isRedirection = false

  private let environment: (String) -> String?
  private let breaks: Set<Unicode.Scalar>
  private var rest: Substring.UnicodeScalarView
  private var isWord = false
  private var beginsAtHome = false

  /// - Parameter breaks: The characters at which bash breaks words, its COMP_WORDBREAKS.
  init(_ line: String, breaks: String = "", environment: @escaping (String) -> String?) {
    self.environment = environment
    self.breaks = Set(breaks.unicodeScalars)
    rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() { read(scalar) }
  }

  private mutating func read(_ scalar: Unicode.Scalar) {
    switch scalar {
    case " ", "\t", "\n": end()
    case "<", ">": redirect()
    case "\\": if let next = rest.popFirst() { add(next) }
    case "'": quote(scalar)
    case "\"": quote(scalar)
    case "$": expand()
    default:
      if !isWord, scalar == "~" { beginsAtHome = true }
      add(scalar)
      if breaks.contains(scalar) { kept = current }
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    current.unicodeScalars.append(scalar)
    isWord = true
  }

  // What stands in quotes, up to the closing one.
  private mutating func quote(_ mark: Unicode.Scalar) {
    let before = current
    isWord = true
    while let scalar = rest.popFirst() {
      switch scalar {
      case mark: return
      case "\\" where mark == "\"":
        guard let next = rest.first else { break }
        if ["\"", "\\", "$", "`"].contains(next) { rest.removeFirst() }
        add(["\"", "\\", "$", "`"].contains(next) ? next : scalar)
      case "$" where mark == "\"": expand()
      default: add(scalar)
      }
    }
    // It is open.
    kept = before
  }

  // `$NAME` or `${NAME}`, behind the `$`.
  private mutating func expand() {
    let isBraced = rest.first == "{"
    let name = rest.dropFirst(isBraced ? 1 : 0).prefix(while: \.isInVariable)
    let behind = rest[name.endIndex...]
    guard !name.isEmpty, !isBraced || behind.first == "}" else { return add("$") }
    for scalar in (environment(String(name)) ?? "").unicodeScalars { add(scalar) }
    rest = isBraced ? behind.dropFirst() : behind
  }

  private mutating func end() {
    if isWord, !isRedirection {
      let isHome = beginsAtHome && (current == "~" || current.hasPrefix("~/"))
      words.append(isHome ? (environment("HOME") ?? "~") + current.dropFirst() : current)
    }
    if isWord { isRedirection = false }
    begin()
  }

  private mutating func begin() {
    (current, kept) = ("", "")
    (isWord, beginsAtHome) = (false, false)
  }

  // `2>` and `&>` are no words of the command.
  private mutating func redirect() {
    if current == "&" || current.unicodeScalars.allSatisfy(\.isDigit) { begin() } else { end() }
    rest = rest.drop { "<>&|".unicodeScalars.contains($0) }
    isRedirection = true
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
  fileprivate var isInVariable: Bool {
    isDigit || self == "_" || ("a"..."z").contains(self) || ("A"..."Z").contains(self)
  }
}
