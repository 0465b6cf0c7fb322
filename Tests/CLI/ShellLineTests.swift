import Testing

@testable import HostCLI

@Suite struct ShellLineTests {
  /// What bash breaks words at if nobody changes it.
  static let breaks = " \t\n\"'><=;|&(:"

  private func line(_ text: String, breaks: String = Self.breaks) -> ShellLine {
    ShellLine(text, breaks: breaks) { ["HOME": "/home/ann", "DIR": "my lib", "A1_b": "x"][$0] }
  }

  @Test(arguments: [
    ("host ", ["host"], ""), ("host  call\tRe", ["host", "call"], "Re"), ("", [], ""), ("ho", [], "ho"),
    ("host 'my lib' x", ["host", "my lib"], "x"), (#"host my\ lib "a b" "#, ["host", "my lib", "a b"], ""),
    (#"host a'b'"c"\d "#, ["host", "abcd"], ""), (#"h "a\"b\\c\d" "#, ["h", #"a"b\c\d"#], ""),
    (#"h 'a\' b"#, ["h", #"a\"#], "b"), ("h '' \"\" ", ["h", "", ""], ""), ("h \"un closed", ["h"], "un closed"),
    ("h 'un closed", ["h"], "un closed"), ("h a\\", ["h"], "a"), ("h \"a\\", ["h"], "a"),
    ("h ~/lib ~ ~ann a~/b \"~/x\" ", ["h", "/home/ann/lib", "/home/ann", "~ann", "a~/b", "~/x"], ""),
    ("h ~/li", ["h"], "~/li"),
    ("h $HOME/a ${DIR} \"$A1_b-\" '$HOME' \\$HOME ", ["h", "/home/ann/a", "my lib", "x-", "$HOME", "$HOME"], ""),
    ("h $NONE ${HOME $ $(reboot) `reboot` ", ["h", "${HOME", "$", "$(reboot)", "`reboot`"], ""),
    ("h $HOME/l", ["h"], "/home/ann/l"), ("h k=v --plugins=x ", ["h", "k=v", "--plugins=x"], ""),
    ("h a\u{301} é", ["h", "a\u{301}"], "é"),
  ])
  func `words are what a shell makes of them`(text: String, words: [String], current: String) {
    let line = line(text)
    #expect(line.words == words)
    #expect(line.current == current)
    #expect(!line.isRedirection)
  }

  @Test(arguments: [
    ("h kind=ri", "kind="), ("h kind=", "kind="), ("h a:=b", "a:="), ("h a=b=c", "a=b="), ("h word", ""),
    ("h \"kind=ri", ""), ("h k=\"ri", "k="), ("h k='a=b", "k="), ("h k=\"r\"i", "k="), ("h k\\=ri", ""),
    ("h 'k=r'i", ""), ("h k=x y", ""),
  ])
  func `bash keeps what stands before its last break or an open quote`(text: String, kept: String) {
    #expect(line(text).kept == kept)
  }

  @Test func `without breaks only an open quote is one`() {
    #expect(line("h kind=ri", breaks: "").kept == "")
    #expect(line("h k=\"ri", breaks: "").kept == "k=")
  }

  @Test(arguments: [
    ("call A b x=1", ["call", "A", "b", "x=1"]), ("  # all of it", []), ("", []), ("a #b", ["a"]), ("a#b", ["a#b"]),
    ("open app://x/y?a=1&b=$HOME;c", ["open", "app://x/y?a=1&b=$HOME;c"]), ("a > b | c", ["a", ">", "b", "|", "c"]),
    ("k='a b' \"c # d\" e\\ f ~ ''", ["k=a b", "c # d", "e f", "~", ""]), ("\"$HOME `x` \\$\"", ["$HOME `x` $"]),
  ])
  func `a whole line has quotes and comments, and nothing else is expanded`(text: String, words: [String]) throws {
    #expect(try ShellLine.words(of: text) == words)
  }

  @Test(arguments: [
    ("a 'b", "the quote ' is not closed"), ("a \"b", "the quote \" is not closed"),
    ("a \"b\\", "the quote \" is not closed"), ("a\\", "the line ends in a backslash"),
  ])
  func `a line ends what it begins`(text: String, message: String) {
    #expect(throws: Problem.self) { try ShellLine.words(of: text) }
    do throws(Problem) { _ = try ShellLine.words(of: text) } catch { #expect(error.message == message) }
  }

  @Test(arguments: [
    ("h a > fi", ["h", "a"], "fi", true), ("h a >fi", ["h", "a"], "fi", true), ("h a 2>fi", ["h", "a"], "fi", true),
    ("h a >> fi", ["h", "a"], "fi", true), ("h a &> fi", ["h", "a"], "fi", true), ("h a<", ["h", "a"], "", true),
    ("h a > file b", ["h", "a"], "b", false), ("h a < 'my file' ", ["h", "a"], "", false),
    ("h 2 >x y", ["h", "2"], "y", false),
  ])
  func `what is redirected is no word`(text: String, words: [String], current: String, isRedirection: Bool) {
    let line = line(text)
    #expect(line.words == words)
    #expect(line.current == current)
    #expect(line.isRedirection == isRedirection)
  }
}
