import TestThreads
import Testing

/// Hostile URLs, thrown at the program itself: what it writes and how it ends.
@Suite(.offPool, .builtComponents) struct HostileRunTests {
  private static let plugins: Folder = {
    let folder = Staged().folder
    folder.put("newer-abi")
    return folder
  }()

  private static let rule = "two hexadecimal digits belong behind '%', which itself is written as %25"

  // The URL, what is wrong with it, and the exit code.
  private static let faults: [(url: String, error: String, code: Int32)] = [
    ("", "the URL is invalid: byte 1: a URL begins with a scheme, such as app://", 5),
    ("javascript:alert(1)", "the URL is invalid: byte 12: expected '://' behind the scheme 'javascript'", 5),
    ("app:WordCount/count", "the URL is invalid: byte 5: expected '://' behind the scheme 'app'", 5),
    ("app:///count", "the URL is invalid: byte 7: the host part is missing: it names the target", 5),
    ("app://[::1]:80/count", "the URL is invalid: byte 7: an address in brackets is no target", 5),
    ("app://ann@WordCount/count", "the URL is invalid: byte 10: a user has no place before the target", 5),
    ("app://WordCount:80/count", "the URL is invalid: byte 16: a port has no place behind the target", 5),
    ("app://WordCount//count", "the URL is invalid: byte 17: a part of the path is empty", 5),
    ("app://WordCount/%2E%2e/count", "the URL is invalid: byte 17: '..' has no place in the path", 5),
    ("app://WordCount/count?text=%zz", "the URL is invalid: byte 28: \(rule)", 5),
    ("app://WordCount/count?text=%C0%AF", "the URL is invalid: byte 28: %C0 is not valid UTF-8 here", 5),
    ("app://WordCount/count?text=%00", "the URL is invalid: byte 28: %00 has no place in a URL", 5),
    ("app://WordCount/count?text=\u{1B}[2J", "the URL is invalid: byte 28: U+001B must be written as %1B", 5),
    ("app://WordCount/count?text=a\r\nb", "the URL is invalid: byte 29: U+000D must be written as %0D", 5),
    ("app://Word\u{202E}Count/count", "the URL is invalid: byte 11: U+202E has no place in the name of a target", 5),
    (
      "app://WordCount/count?text[a]=1",
      "the URL is invalid: byte 23: brackets stand at the end of a parameter's name and are empty: key[]=value", 5
    ),
    (
      "app://WordCount/count?text=x" + String(repeating: "&a", count: 300),
      "the URL is invalid: byte 540: it has more than 256 parameters", 5
    ),
    (
      "app://WordCount/count?text=" + String(repeating: "x", count: 100_000),
      "the URL is invalid: it has 100027 bytes, the limit is 8192", 5
    ),
    ("app://Reader/showDetail?id=%1B%5B2J", #"the parameter 'id' must be an int, not the text '\u{1b}[2J'"#, 5),
    ("app://Reader/showDetail?id=%E2%80%AE", #"the parameter 'id' must be an int, not the text '\u{202e}'"#, 5),
    ("app://WordCount/%1B%5B31m", "nothing here answers app://WordCount/%1B%5B31m", 3),
    ("app://wordcount/count?text=a", "nothing here answers app://wordcount/count", 3),
    ("app://..%2F..%2Fetc/passwd", "nothing here answers app://..%2F..%2Fetc/passwd", 3),
    ("https://example.org/a?b=c", "nothing here answers https://example.org/a", 3),
    ("app://Notes/nothing", "nothing here answers app://Notes/nothing", 3),
    ("app://NewerAby/run", "nothing here answers app://NewerAby/run", 3),
  ]

  @Test(arguments: faults.indices) func `a hostile URL ends in one line of error, and perhaps one of help`(_ index: Int)
  {
    let (url, error, code) = HostileRunTests.faults[index]
    let isOfParameter = error.hasPrefix("the parameter")
    let help =
      code == 3
      ? "help: see why with 'host explain URL'\n"
      : isOfParameter ? "help: see what answers, and with what, with 'host explain URL'\n" : ""
    let run = Run.host("--plugins", HostileRunTests.plugins.path, "open", url)
    #expect(run == Run(out: "", err: "error: \(error)\n\(help)", code: code))
    let dry = Run.host("--plugins", HostileRunTests.plugins.path, "open", url, "--dry-run")
    #expect(dry == run)
    #expect(Run.host("--plugins", HostileRunTests.plugins.path, "explain", url).code == (url.isEmpty ? 2 : 0))
  }

  @Test(
    arguments: [
      ("APP://WordCount/count?text=%F0%9F%98%80#%zz", #"{"words":0,"lines":1,"characters":1}"#),
      ("x-1+y.z://Word%43ount/count/?text=a%20b%0A", #"{"words":2,"lines":1,"characters":4}"#),
      ("app://WordCount/count?text=%E2%80%AE%1B%5B2J", #"{"words":1,"lines":1,"characters":5}"#),
    ])
  func `odd URLs that are right are calls`(_ url: String, _ reply: String) {
    let run = Run.host("--plugins", HostileRunTests.plugins.path, "open", url, "--json")
    #expect(run == Run(out: reply + "\n", err: "", code: 0))
  }

  @Test func `bytes that are no text are no URL`() {
    let words = ["--plugins", HostileRunTests.plugins.path, "open"].map { Array($0.utf8) }
    let run = Run.program(Place.host, words + [Array("app://WordCount/".utf8) + [0xFF, 0x1B]])
    #expect(
      run == Run(out: "", err: "error: the argument 'app://WordCount/\u{FFFD}\\u{1b}' is not valid UTF-8\n", code: 2))
  }

  @Test func `the page of the fallback does not tell callers from outside what is here`() {
    let folder = Staged().folder
    folder.copy("\(Place.components)/libNotFound.so", as: "libNotFound.so")
    let page = { (path: String) in
      "Nobody here can answer this:\n\n  \(path)\n\nThe host says: nothing here answers app://Notes/\(path.dropFirst(6))\n"
    }
    #expect(Run.host("--plugins", folder.path, "open", "app://Notes/nothing").out == page("Notes nothing"))
    #expect(Run.host("--plugins", folder.path, "open", "app://Notes/add").out == page("Notes add"))
    #expect(Run.host("--plugins", folder.path, "call", "Notes", "nothing").out.contains("\n  Reader\n"))
  }

  @Test func `a component that is refused is as one that is not there, and only the host's own output tells why`() {
    let run = Run.host("--plugins", HostileRunTests.plugins.path, "open", "app://NewerAbi/run")
    #expect(run.code == 3 && run.out == "")
    #expect(
      run.err.hasPrefix(
        "warning: a call from outside found the component 'NewerAbi' refused: it speaks version "))
    #expect(
      run.err.hasSuffix("\nerror: nothing here answers app://NewerAbi/run\nhelp: see why with 'host explain URL'\n"))
  }
}
