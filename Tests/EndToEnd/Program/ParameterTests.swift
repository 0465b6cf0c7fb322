import ComponentKit
import Glibc
import TestThreads
import Testing

/// What is typed behind an action: how it arrives, and what is said where it makes no sense.
@Suite(.offPool) struct ParameterTests {
  private static let sample = Folder("sample-c")

  private static func host(_ arguments: [String], input: String = "") -> Run {
    Run.host(["--plugins", sample.path, "call", "Sample"] + arguments, input: Array(input.utf8))
  }

  @Test(
    arguments: [
      (["a=1"], #"{"a":"1"}"#),
      (["a:=1"], #"{"a":1}"#),
      (["a="], #"{"a":""}"#),
      (["a==b=c"], #"{"a":"=b=c"}"#),
      (["a=:=1"], #"{"a":":=1"}"#),
      (["a b=ä 😀"], #"{"a b":"ä 😀"}"#),
      (["a:=null", "b:=true", "c:=-0.5", #"d:=[1,{"x":[]}]"#], #"{"a":null,"b":true,"c":-0.5,"d":[1,{"x":[]}]}"#),
      ([#"a:="\ud83d\ude00\u0000\n""#], #"{"a":"😀\u0000\n"}"#),
      (["a:=9223372036854775807", "b:=-9223372036854775808"], #"{"a":9223372036854775807,"b":-9223372036854775808}"#),
      (["--params", #"{"a": [1, 2]}"#], #"{"a":[1,2]}"#),
      (["--params={}", "b=2"], #"{"b":"2"}"#),
      (["--params", #"{"a":1}"#, "b=2"], #"{"a":1,"b":"2"}"#),
      (["--", "--x=1"], #"{"--x":"1"}"#),
    ])
  func `parameters arrive as they were meant`(_ arguments: [String], _ echo: String) {
    let run = ParameterTests.host(["echo", "--json"] + arguments)
    #expect(run == Run(out: echo + "\n", err: "", code: 0))
  }

  @Test func `parameters are read from the standard input`() throws {
    let run = ParameterTests.host(["echo", "--json", "--params", "-", "c=3"], input: " {\"a\": 1,\n \"b\": \"ü\"}\n")
    #expect(run == Run(out: #"{"a":1,"b":"ü","c":"3"}"# + "\n", err: "", code: 0))
    let long = String(repeating: "y", count: 5 << 20)
    let huge = ParameterTests.host(["first", "--params", "-"], input: #"{"value":"\#(long)"}"#)
    #expect(huge.out == long + "\n" && huge.code == 0)
  }

  @Test func `a pipe is read about as fast as a file`() {
    let folder = Folder()
    folder.write(#"{"value":1,"rest":"\#(String(repeating: "y", count: 64 << 20))"}"#, as: "long.json")
    let time = { (line: String) in
      let began = ContinuousClock.now
      let words = ["-c", line, Place.host, ParameterTests.sample.path, folder("long.json")]
      let run = Run.program("/bin/sh", words, limit: .seconds(120))
      #expect(run == Run(out: "1\n", err: "", code: 0))
      return ContinuousClock.now - began
    }
    let file = time(#""$0" --plugins "$1" call Sample first --params - < "$2""#)
    let pipe = time(#"cat "$2" | "$0" --plugins "$1" call Sample first --params -"#)
    #expect(pipe < file * 3 + .seconds(2))
  }

  @Test func `ten times the parameters take about ten times as long`() {
    let time = { (count: Int) in
      let began = ContinuousClock.now
      let run = ParameterTests.host(["first", "value=1"] + (1...count).map { "p\($0)=\($0)" })
      #expect(run == Run(out: "1\n", err: "", code: 0))
      return ContinuousClock.now - began
    }
    let few = time(4000)
    #expect(time(40_000) < few * 30 + .seconds(2))
  }

  @Test func `an input without an end is refused`() {
    let line = #"ulimit -v 8000000 && exec "$0" --plugins "$1" call Sample first --params - < /dev/zero"#
    let run = Run.program("/bin/sh", ["-c", line, Place.host, ParameterTests.sample.path], limit: .seconds(60))
    let error = "error: the standard input has more than 1073741824 bytes, which no call takes\n"
    #expect(run == Run(out: "", err: error, code: 5))
  }

  @Test func `an input that somebody else has made non-blocking is waited for`() throws {
    let words = ["--plugins", ParameterTests.sample.path, "call", "Sample", "first", "--params", "-"]
    let started = try #require(Started(Place.host, words.map { Array($0.utf8) }, inputWaits: false))
    // It reads before anything is there.
    usleep(200_000)
    #expect(started.finish(input: Array(#"{"value":1}"#.utf8)) == Run(out: "1\n", err: "", code: 0))
  }

  @Test func `the program reads its own output, whatever is in a key`() {
    let one = "\u{E9}", other = "e\u{301}"
    let echo = #"{"map":{"\#(one)":1,"\#(other)":2},"\#(one)":"3","\#(other)":"4"}"# + "\n"
    let first = ParameterTests.host(
      ["echo", "--json", #"map:={"\#(one)":1,"\#(other)":2}"#, "\(one)=3", "\(other)=4"])
    #expect(first == Run(out: echo, err: "", code: 0))
    let again = ParameterTests.host(["echo", "--json", "--params", "-"], input: first.out)
    #expect(again.outBytes == Array(echo.utf8) && again.err == "" && again.code == 0)
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let text: String
    let code: Int32
    var testDescription: String { arguments.joined(separator: " ") }

    /// Parameters that are invalid: exit code 5.
    init(_ arguments: String..., says text: String) {
      (self.arguments, self.text, code) = (arguments, "error: \(text)\n", 5)
    }

    /// A command line that makes no sense: exit code 2.
    init(_ arguments: String..., usage text: String, help: String) {
      (self.arguments, self.text, code) = (arguments, "error: \(text)\nhelp: \(help)\n", 2)
    }

    /// JSON that is invalid from some column on.
    init(json: String, _ column: Int, _ words: String) {
      self.init("v:=\(json)", says: "the JSON of 'v' is invalid: line 1, column \(column): \(words)")
    }
  }

  static let wrong = [
    Wrong(json: "", 1, "expected a value, but there is nothing"),
    Wrong(json: "nul", 1, "unknown word 'nul'"),
    Wrong(json: "[1,]", 4, "expected a value, found ']'"),
    Wrong(json: "01", 1, "the number 01 begins with a zero"),
    Wrong(json: "'a'", 1, "a text must be in double quotes"),
    Wrong(json: "1 2", 3, "unexpected '2' after the value"),
    Wrong(json: #"{"a":1,"a":2}"#, 8, #"key "a" occurs twice"#),
    Wrong(json: #""\x""#, 2, #"unknown escape '\x'"#),
    Wrong(json: #""\ud800""#, 2, #"lone surrogate \ud800"#),
    Wrong(json: #""\udc00\ud800""#, 2, #"lone surrogate \udc00"#),
    Wrong(json: #""\ud800\u0041""#, 2, #"lone surrogate \ud800"#),
    Wrong(json: "9223372036854775808", 1, "the number 9223372036854775808 does not fit in 64 bits"),
    Wrong(json: "-9223372036854775809", 1, "the number -9223372036854775809 does not fit in 64 bits"),
    Wrong(json: "1e400", 1, "the number 1e400 is too large for a double"),
    Wrong(json: "\"a\nb\"", 3, #"the control character '\n' must be escaped"#),
    Wrong(
      json: String(repeating: "[", count: 129) + String(repeating: "]", count: 129), 129,
      "lists and maps nest deeper than 128"),
    Wrong("--params", "[1]", says: "--params must be a JSON object, not a list"),
    Wrong("--params", "7", says: "--params must be a JSON object, not a number"),
    Wrong(
      "--params", "", says: "the JSON of --params is invalid: line 1, column 1: expected a value, but there is nothing"),
    Wrong(
      "--params", "-",
      says: "the JSON of the standard input is invalid: line 1, column 1: expected a value, but there is nothing"),
    Wrong(
      "--params", "{\n \"a\": 1,\n \"a\": 2}",
      says: #"the JSON of --params is invalid: line 3, column 2: key "a" occurs twice"#),
    Wrong("a=1", "a=2", says: "the parameter 'a' is given twice"),
    Wrong("a=1", "a:=2", says: "the parameter 'a' is given twice"),
    Wrong("--params", #"{"a":1}"#, "a=2", says: "the parameter 'a' is given twice"),
    Wrong("a", usage: "'a' is no parameter", help: "write key=text, or key:=json for what is no text"),
    Wrong("=1", usage: "the parameter '=1' has no key", help: "write key=text or key:=json"),
    Wrong(":=1", usage: "the parameter ':=1' has no key", help: "write key=text or key:=json"),
    Wrong("--params", usage: "the option --params needs a value", help: "write --params JSON"),
    Wrong(
      "--timeout", "soon", usage: "the option --timeout needs a number of seconds, not 'soon'",
      help: "write --timeout 2.5, or --timeout 0 to wait for ever"),
  ]

  @Test(arguments: wrong) func `parameters that make no sense are explained`(_ wrong: Wrong) throws {
    #expect(ParameterTests.host(["first"] + wrong.arguments) == Run(out: "", err: wrong.text, code: wrong.code))
    let json = ParameterTests.host(["--json", "first"] + wrong.arguments)
    let error = try Value(json: json.errBytes)["error"]
    #expect(json.out == "" && json.code == wrong.code && error?["code"]?.int == Int(wrong.code))
    #expect(wrong.text.hasPrefix("error: \(error?["message"]?.text ?? "?")\n"))
  }

  @Test func `arguments that are not UTF-8 are refused`() {
    let valid = ["--plugins", ParameterTests.sample.path, "call", "Sample", "first"].map { Array($0.utf8) }
    let value: [UInt8] = Array("value=a".utf8) + [0xff]
    let run = Run.program(Place.host, valid + [value])
    #expect(run == Run(out: "", err: "error: the argument 'value=a\u{fffd}' is not valid UTF-8\n", code: 2))
    let surrogate = Run.program(Place.host, valid.dropLast() + [[0xed, 0xa0, 0x80]])
    #expect(surrogate.code == 2 && surrogate.out == "")
  }

  @Test func `a text goes through whole, whatever is in it`() {
    let text = "tab\t \"quotes\" \\ \u{1b}[31m e\u{301} \(Misbehaving.planes)"
    let run = ParameterTests.host(["first", "value=\(text)"])
    #expect(run == Run(out: text + "\n", err: "", code: 0))
  }
}
