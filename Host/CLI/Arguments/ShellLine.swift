/// A command line, split into words as a shell splits it: all of it, or what stands before the cursor.
///
/// Quotes and backslashes are taken off, `~` and variables are put in; nothing is run. What is redirected is left out.
/// Without an environment only quotes, backslashes and comments have a meaning.
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
  /// What the end of the line leaves open: a quote, or a backslash behind which nothing stands.
  private(set) var open: Unicode.Scalar?

  private let environment: ((String) -> String?)?
  private let breaks: Set<Unicode.Scalar>
  private var rest: Substring.UnicodeScalarView
  private var isWord = false
  private var beginsAtHome = false

  /// - Parameter breaks: The characters at which bash breaks words, its COMP_WORDBREAKS.
  init(_ line: String, breaks: String = "", environment: ((String) -> String?)?) {
    self.environment = environment
    self.breaks = Set(breaks.unicodeScalars)
    rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() { read(scalar) }
  }

  private mutating func read(_ scalar: Unicode.Scalar) {
    switch scalar {
    case " ", "\t", "\n": end()
    case "#" where environment == nil && !isWord: rest = rest.drop { $0 != "\n" }
    case "<" where environment != nil, ">" where environment != nil: redirect()
    case "\\": if let next = rest.popFirst() { add(next) } else { open = scalar }
    case "'": quote(scalar)
    case "\"": quote(scalar)
    case "$" where environment != nil: expand()
    default:
      if !isWord, scalar == "~", environment != nil { beginsAtHome = true }
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
      case "$" where mark == "\"" && environment != nil: expand()
      default: add(scalar)
      }
    }
    open = mark
    kept = before
  }

  // `$NAME` or `${NAME}`, behind the `$`.
  private mutating func expand() {
    let isBraced = rest.first == "{"
    let name = rest.dropFirst(isBraced ? 1 : 0).prefix(while: \.isInVariable)
    let behind = rest[name.endIndex...]
    guard !name.isEmpty, !isBraced || behind.first == "}" else { return add("$") }
    for scalar in (environment?(String(name)) ?? "").unicodeScalars { add(scalar) }
    rest = isBraced ? behind.dropFirst() : behind
  }

  private mutating func end() {
    if isWord, !isRedirection {
      let isHome = beginsAtHome && (current == "~" || current.hasPrefix("~/"))
      words.append(isHome ? (environment?("HOME") ?? "~") + current.dropFirst() : current)
    }
    if isWord { isRedirection = false }
    begin()
  }

  private mutating func begin() {
    (current, kept) = ("", "")
    (isWord, beginsAtHome) = (false, false)
  }

  /// The words of a whole line in which nothing is expanded or redirected.
  static func words(of line: String) throws(Problem) -> [String] {
    var line = ShellLine(line, environment: nil)
    if let open = line.open {
      let help = "a line ends its own quotes; what has several lines is JSON: key:='\"one\\ntwo\"'"
      throw open == "\\"
        ? .usage("the line ends in a backslash", help: "a line does not go on in the next one")
        : .usage("the quote \(open) is not closed", help: help)
    }
    line.end()
    return line.words
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
