import TestThreads
import Testing

/// Replies and parameters in a shell.
@Suite(.offPool) struct ReplyTests {
  private let folder = Folder("shows")

  private func call(_ words: String..., input: [UInt8] = []) -> Run { call(words, input: input) }

  private func call(_ words: [String], input: [UInt8] = []) -> Run {
    Run.host(["--plugins", folder.path, "call", "Shows"] + words, in: folder.path, input: input)
  }

  static let allBytes = Array(UInt8.min...UInt8.max)

  @Test func `bytes go in by a file and come out by --raw, each of them`() {
    folder.write(Self.allBytes, as: "all.bin")
    let out = Run(outBytes: Self.allBytes, errBytes: [], code: 0)
    #expect(call("bytes", "data=@all.bin", "--raw") == out)
    #expect(call("bytes", "data=@-", "--raw", input: Self.allBytes) == out)
    #expect(call("anything", "data=@all.bin", "--raw") == out)
  }

  @Test func `bytes are printed as a parameter takes them, alone and as a part`() {
    #expect(call("bytes", "data=aGk=") == Run(out: "aGk=\n", err: "", code: 0))
    #expect(call("bytes", "data=") == Run(out: "\n", err: "", code: 0))
    #expect(call("bytes", "data=aGk=", "--json") == Run(out: "\"aGk=\"\n", err: "", code: 0))
  }

  @Test(arguments: ["no line's end", "one\n", "two\n\n", "", "AAAA", "7"])
  func `a text makes the same way, with its last line as it is`(_ text: String) {
    folder.write(text, as: "text.txt")
    #expect(call("same", "data=@text.txt", "--raw") == Run(out: text, err: "", code: 0))
    #expect(call("anything", "data=@-", "--raw", input: Array(text.utf8)) == Run(out: text, err: "", code: 0))
  }

  @Test func `what is declared otherwise is read from a file as from the command line`() {
    folder.write("12\n", as: "number.txt")
    #expect(call("number", "data=@number.txt") == Run(out: "12\n", err: "", code: 0))
    folder.write("[1, {\"a\": null}]\n", as: "value.json")
    #expect(call("anything", "data:=@value.json", "--json") == Run(out: "[1,{\"a\":null}]\n", err: "", code: 0))
    #expect(call("same", "data=@@home") == Run(out: "@home\n", err: "", code: 0))
  }

  @Test func `what an interceptor answers keeps to the signature of what was called, loaded or not`() {
    folder.put("answers-in-place")
    folder.write(#"{"interceptors": [{"component": "AnswersInPlace"}]}"#, as: "policy.json")
    let said = """
      error: Shows.number, as an interceptor answers it, does not keep to its signature: the reply must be an int, not the \
      text 'from the interceptor'

      """
    let policy = ["--policy", folder("policy.json")]
    #expect(call(["number", "data=1"] + policy) == Run(out: "", err: said, code: 1))
    #expect(call(["same", "data=x"] + policy) == Run(out: "from the interceptor\n", err: "", code: 0))
    let other = Run.host(["--plugins", folder.path, "call", "Nobody", "run"] + policy)
    #expect(other == Run(out: "from the interceptor\n", err: "", code: 0))
  }

  @Test func `a file that can't be a parameter is told of`() {
    folder.write(Self.allBytes, as: "all.bin")
    #expect(
      call("same", "data=@all.bin")
        == Run(
          out: "", err: "error: the file 'all.bin' is not valid UTF-8, which the parameter 'data' needs\n", code: 5))
    #expect(call("same", "data=@none.txt") == Run(out: "", err: "error: no file named 'none.txt'\n", code: 3))
    #expect(
      call("same", "data=@")
        == Run(
          out: "",
          err:
            "error: the parameter 'data=@' names no file\nhelp: write data=@FILE, or data=@- for the standard input\n",
          code: 2))
    #expect(
      call("same", "data=@-", "--params", "-")
        == Run(
          out: "", err: "error: the standard input can be read once only\nhelp: write key=@FILE for the others\n",
          code: 2))
    #expect(
      call("same", "data=x", "--raw", "--json").err.hasPrefix("{\"error\":{\"code\":2,\"reason\":\"usage\""))
    let session = Run.host(["--plugins", folder.path, "run"], input: Array("call Shows same data=@-\n".utf8))
    #expect(session.code == 2 && session.err.contains("the session's lines come from the standard input"))
  }

  @Test(arguments: [
    ("notes[0].text", "a word\n", "\"a word\"\n"), ("notes[0][\"of the day\"]", "7\n", "7\n"),
    ("notes[0]", "{\"text\": \"a word\", \"of the day\": 7}\n", "{\"text\":\"a word\",\"of the day\":7}\n"),
  ])
  func `a part of a reply is printed as a reply is`(_ path: String, _ plain: String, _ json: String) {
    #expect(call("notes", "--field", path) == Run(out: plain, err: "", code: 0))
    #expect(call("notes", "--field", path, "--json") == Run(out: json, err: "", code: 0))
  }

  @Test func `several parts are several lines, and --raw adds no line's end`() {
    let path = "notes[0].text"
    #expect(
      call("notes", "--field", path, "--field", "notes[0].text") == Run(out: "a word\na word\n", err: "", code: 0))
    #expect(call("notes", "--field", path, "--raw") == Run(out: "a word", err: "", code: 0))
  }

  @Test(arguments: [
    ("nots", "the reply has no 'nots'\nhelp: a key with a similar name exists: 'notes'\n"),
    ("notes[3].text", "the reply has no 'notes[3]'\n  'notes' has 1 item\n"),
    ("notes.text", "the reply has no 'notes.text'\n  'notes' has no keys: it is a list\n"),
    ("notes[0].text[0]", "the reply has no 'notes[0].text[0]'\n  'notes[0].text' is no list: it is a text\n"),
  ])
  func `a part that is not there is an error`(_ path: String, _ message: String) {
    #expect(call("notes", "--field", path) == Run(out: "", err: "error: \(message)", code: 1))
  }

  @Test(arguments: ["", ".a", "a..b", "a.", "a[", "a[]", "a[x]", "a[1", "a[\"b]", "a[1]b", "a[-1]"])
  func `a way that can't be read is refused before the call`(_ path: String) {
    let run = call("notes", "--field", path)
    #expect(run.code == 2 && run.out == "" && run.err.contains("is no way to a part of a reply"), "\(run.err)")
  }

  @Test func `a text does not act on a terminal, and is as it is in a pipe`() throws {
    let terminal = try #require(Terminal())
    let words = ["--plugins", folder.path, "call", "Shows", "escapes"]
    let shown = try #require(Started(Place.host, words.map { Array($0.utf8) }, out: terminal.path)).finish()
    #expect(shown.code == 0)
    #expect(terminal.read() == "\\u{1b}[31mred\\u{1b}[0m\n\ttwo\\u{9b}\n")
    #expect(Run.host(words) == Run(out: "\u{1b}[31mred\u{1b}[0m\n\ttwo\u{9b}\n", err: "", code: 0))
    let raw = try #require(Started(Place.host, (words + ["--raw"]).map { Array($0.utf8) }, out: terminal.path))
    #expect(raw.finish().code == 0)
    #expect(terminal.read() == "\u{1b}[31mred\u{1b}[0m\n\ttwo\u{9b}")
  }

  @Test func `a reply that is not what the signature says is an error`() {
    let said = "error: Shows.wrong does not keep to its signature: the reply must be an int, not the text 'ok'\n"
    #expect(call("wrong") == Run(out: "", err: said, code: 1))
  }

  @Test func `what a component prints goes to the error output, and the reply alone to the output`() {
    #expect(call("prints", "--json") == Run(out: "\"ok\"\n", err: "a line of a library\n", code: 0))
    #expect(call("prints") == Run(out: "ok\n", err: "a line of a library\n", code: 0))
  }
}
