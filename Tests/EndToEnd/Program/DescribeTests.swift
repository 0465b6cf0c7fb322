import ComponentKit
import Glibc
import TestThreads
import Testing

/// `host describe` on real files.
@Suite(.offPool) struct DescribeTests {
  private func describe(_ folder: Folder, _ words: String...) -> Run {
    Run.host(["--plugins", folder.path, "describe"] + words)
  }

  @Test func `what a component says of itself is read without its start`() {
    let folder = Folder("start-fails")
    let words = ["describe StartFails", "bindings StartFails", "routes", "list --targets"]
    for line in words {
      let run = Run.host(["--plugins", folder.path] + line.split(separator: " ").map(String.init))
      #expect(run.code == 0 && !run.out.contains("refused"), "\(line): \(run.out)\(run.err)")
    }
    #expect(Run.host(["--plugins", folder.path, "call", "StartFails", "run"]).code == 4)
  }

  @Test func `an action is described with all that its component registered`() {
    let folder = Folder("describes-itself")
    let page = """
      NAME
        DescribesItself show - Shows a page

      SYNOPSIS
        host call DescribesItself show id=INT [page=INT] [kind=plain|rich]
            [isLong=BOOL] [tags=JSON] [limit=INT]
        show(id: int, page: int = 1, kind: Kind = "plain", isLong: bool?,
            tags: [text] = [], limit: int? = null) -> Page

      DESCRIPTION
        Callers from outside the process may call it. It reports progress.

      PARAMETERS
        id      int, required
                the book's number
        page    int, default 1
                which page, counted from the first one that has a number printed on it
        kind    Kind, default "plain"
        isLong  bool?, may be left out
                whether all is shown
        tags    [text], default []
        limit   int?, default null

      REPLY
        Page

      TYPES
        Kind - How a page looks
          "plain" | "rich"

        Page - One page
          number  int
          kind    Kind
          parts   [Part]
          notes   [text: text]?

        Part
          name   text
          page   Page?
          parts  [Part]

      EXAMPLE
        host call DescribesItself show id=1

      COMPONENT
        DescribesItself 1.2.3, ./libDescribesItself.so

      """
    let run = Run.host("--plugins", ".", "describe", "DescribesItself", "show", in: folder.path)
    #expect(run == Run(out: page, err: "", code: 0))
    let example = Run.host("--plugins", folder.path, "call", "DescribesItself", "show", "id=1")
    #expect(example == Run(out: "{\"number\": 1, \"kind\": \"plain\", \"parts\": []}\n", err: "", code: 0))
  }

  @Test func `texts of a component neither act on the terminal nor on a shell that they are pasted into`() throws {
    let folder = Folder("describes-itself")
    let run = describe(folder, "DescribesItself.Below", "odd")
    #expect(run.code == 0 && run.err == "")
    #expect(
      run.out.hasPrefix(#"NAME\#n  DescribesItself.Below odd - Has texts\u{a}that \u{1b}[31mact on a terminal\#n"#))
    #expect(run.out.contains(#"with \u{202e} a turn\#n"#))
    #expect(run.out.contains("\nREPLY\n  any\n"))
    let line = try #require(run.out.split(separator: "\n").first { $0.contains("it'") && $0.contains("host call") })
    #expect(line == #"  host call DescribesItself.Below odd mode='it'\''s' words='some text'"#)
    let typed = line.replacing("host call", with: "\(Place.host) --plugins '\(folder.path)' call")
    #expect(Run.program("/bin/sh", ["-c", String(typed)], limit: .seconds(30)) == Run(out: "ok\n", err: "", code: 0))
  }

  @Test func `a whole component, and one of its targets`() throws {
    let folder = Folder("describes-itself")
    let page = describe(folder, "DescribesItself").out
    #expect(page.hasPrefix("NAME\n  DescribesItself 1.2.3 - Says what it is\n\nFILE\n  \(folder.path)/lib"))
    #expect(page.contains("\n\nNEEDS\n  Good from 1.2.0 (optional)\n\nTARGETS\n  DescribesItself\n    show(id: int,"))
    #expect(
      page.contains("\n    anything(...)\n      Does not say what it takes (remote)\n\n  DescribesItself.Below ("))
    #expect(page.hasSuffix("\n\n  Elsewhere - What only Below uses\n    x  int\n"))
    let below = try Value(json: describe(folder, "DescribesItself.Below", "--json").outBytes)
    let types: Value = [["name": "Elsewhere", "definition": "{x: int}", "summary": "What only Below uses"]]
    #expect(below["types"] == types && below["targets"]?.list?.count == 1)
    #expect(below["file"]?.text == folder("libDescribesItself.so") && below["version"] == "1.2.3")
    #expect(
      page.contains(
        """


        ROUTES
          app://DescribesItself/things/*rest
            DescribesItself anything
            fixed: mode = "turn\\u202eed"

        KEYS
          DescribesItself_odd  DescribesItself.Below odd
                               hints: mode = "turn\\u202eed"

        TYPES

        """))
    let whole = try Value(json: describe(folder, "DescribesItself", "--json").outBytes)
    #expect(
      whole["routes"] == [
        [
          "pattern": "/things/*rest", "target": "DescribesItself", "action": "anything", "scheme": "app",
          "fixed": ["mode": "turn\u{202e}ed"],
        ]
      ])
    let key: Value = [
      "key": "DescribesItself_odd", "target": "DescribesItself.Below", "action": "odd",
      "hints": ["mode": "turn\u{202e}ed"],
    ]
    #expect(whole["keys"] == [key] && below["keys"] == [key] && below["routes"] == [])
    #expect(below["needs"] == [["name": "Good", "minimum": "1.2.0", "optional": true]])
  }

  @Test func `what is not there is told as a call tells it`() {
    let folder = Folder("describes-itself", "no-note", "good")
    for words in [["Goo", "run"], ["Good", "rum"], ["Good.Sub", "x"], ["../x", "y"], ["NoNote", "run"]] {
      let described = describe(folder, words[0], words[1])
      #expect(described == Run.host(["--plugins", folder.path, "call"] + words))
      #expect(described.code == (words[0] == "NoNote" ? 4 : 3))
    }
    let refused = describe(folder, "NoNote", "--json")
    #expect(refused.out == "" && refused.code == 4)
    #expect(
      refused.err.hasPrefix(#"{"error":{"code":4,"reason":"component_refused","message":"the component 'NoNote'"#))
    #expect(refused.err.contains(#","target":"NoNote","action":null,"suggestions":[],"details":{"refusal":"no_note","#))
    #expect(describe(folder).code == 2 && describe(folder, "a", "b", "c").code == 2)
  }

  @Test func `a component without a target of its own name is described, and none of its actions are`() throws {
    let folder = Folder("only-below")
    let page = """
      NAME
        OnlyBelow 1.0.0 - A fixture

      FILE
        ./libOnlyBelow.so

      TARGETS
        OnlyBelow.Cellar
          run(...)
            An action

      """
    #expect(Run.host("--plugins", ".", "describe", "OnlyBelow", in: folder.path) == Run(out: page, err: "", code: 0))
    let json = try Value(json: describe(folder, "OnlyBelow", "--json").outBytes)
    #expect(json["targets"]?.list?.compactMap { $0["name"]?.text } == ["OnlyBelow.Cellar"])
    #expect(
      describe(folder, "OnlyBelow", "run").err.hasPrefix("error: OnlyBelow has no target 'OnlyBelow'\n"))
    #expect(describe(folder, "OnlyBelow.Cellar", "run").code == 0)
  }

  @Test func `a fallback does not answer for what is missing`() {
    let folder = Folder("fallback")
    #expect(describe(folder, "Reader", "open").err.hasPrefix("error: no component named 'Reader'\n"))
  }

  @Test func `only the component in question is loaded`() {
    let folder = Folder("describes-itself", "marks", "good")
    let describe = { (words: [String]) in
      folder.remove("marks.txt")
      let environment = ["FIXTURE_MARKS": folder("marks.txt")]
      #expect(Run.host(["--plugins", folder.path, "describe"] + words, environment: environment).code == 0)
      return folder.lines(of: "marks.txt")
    }
    #expect(describe(["Good"]) == [])
    #expect(describe(["DescribesItself"]) == ["DescribesItself"])
    #expect(describe(["DescribesItself.Below", "odd", "--json"]) == ["DescribesItself"])
    #expect(describe(["Marks", "run"]) == ["constructor", "register", "shutdown", "release", "release"])
  }

  @Test func `headings are bold on a terminal`() throws {
    let terminal = try #require(Terminal())
    let words = ["--plugins", Folder("good").path, "describe", "Good"].map { Array($0.utf8) }
    let run = try #require(Started(Place.host, words, out: terminal.path)).finish()
    #expect(run.code == 0)
    #expect(terminal.read(until: "run(...)").hasPrefix("\u{1b}[1mNAME\u{1b}[0m\n  Good 1.0.0 - A fixture\n"))
  }
}
