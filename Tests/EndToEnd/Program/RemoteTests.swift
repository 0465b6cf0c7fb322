import ComponentKit
import TestThreads
import Testing

/// What callers from outside get of the example components, by URL.
@Suite(.offPool, .builtComponents) struct RemoteTests {
  private static let plugins = Staged().folder

  private static func host(_ words: String...) -> Run { run(words) }

  private static func run(_ words: [String]) -> Run { Run.host(["--plugins", plugins.path] + words) }

  @Test func `a URL is a call`() {
    #expect(
      RemoteTests.host("open", "app://Library/book?id=2", "--json")
        == RemoteTests.host("call", "Library", "book", "id=2", "--json"))
    #expect(RemoteTests.host("open", "app://WordCount/count?text=a%20b", "--json").out.contains(#""words":2"#))
  }

  @Test func `what is not open is not found, and only the host's own output tells why`() {
    #expect(
      RemoteTests.host("open", "app://Notes/add?book=1&text=x")
        == Run(
          out: "",
          err: """
            warning: a call from outside to Notes.add was denied: it is not open to callers from outside
            error: nothing here answers app://Notes/add
            help: see why with 'host explain URL'

            """, code: 3))
    #expect(
      RemoteTests.host("open", "app://Notes/nothing")
        == Run(
          out: "",
          err: """
            error: nothing here answers app://Notes/nothing
            help: see why with 'host explain URL'

            """, code: 3))
  }

  @Test func `errors have a status`() {
    #expect(
      RemoteTests.host("open", "app://Reader/%zz", "--json")
        == Run(
          out: "",
          err:
            #"{"error":{"code":5,"reason":"invalid_url","message":"the URL is invalid: byte 14: two hexadecimal digits belong behind '%', which itself is written as %25","target":null,"action":null,"suggestions":[],"details":{"byte":14,"status":400}}}"#
            + "\n", code: 5))
  }

  @Test func `a dry run says who would answer`() {
    #expect(
      RemoteTests.host("open", "app://Reader/showDetail?id=1", "--dry-run")
        == Run(out: "Reader.showDetail answers\n", err: "", code: 0))
    #expect(RemoteTests.host("open", "app://Reader/showDetail", "--dry-run").code == 5)
    #expect(RemoteTests.host("open", "app://Nobody/x", "--dry-run").code == 3)
  }

  @Test func `a link that says too much is opened, with a warning`() {
    let url = "app://Library/book?id=2&utm_source=mail&editon=1"
    let warnings = """
      warning: the URL's parameter 'utm_source' is ignored: Library.book does not declare it
      warning: the URL's parameter 'editon' is ignored: Library.book does not declare it

      """
    let book = RemoteTests.host("call", "Library", "book", "id=2")
    #expect(RemoteTests.host("open", url) == Run(out: book.out, err: warnings, code: 0))
    #expect(RemoteTests.host("open", url, "--dry-run") == Run(out: "Library.book answers\n", err: warnings, code: 0))
    #expect(
      RemoteTests.host("open", url, "--dry-run", "--json")
        == Run(
          out:
            #"{"target":"Library","action":"book","route":null,"ignored":[{"parameter":"utm_source","suggestions":[],"key":null},{"parameter":"editon","suggestions":[],"key":null}]}"#
            + "\n", err: "", code: 0))
    let folder = Folder()
    folder.write(#"{"unknown": "refuse", "rename": {"number": "id"}, "case": "fold"}"#, as: "policy.json")
    #expect(
      RemoteTests.host("open", "app://Library/book?id=2&idd=1", "--policy", folder("policy.json"))
        == Run(
          out: "",
          err: """
            warning: a call from outside to Library.book was denied: it does not declare 'idd', and the policy refuses what is unknown
            error: there is no parameter 'idd'
            help: did you mean 'id'?
            help: leave it out, or write "unknown": "ignore" in the policy

            """,
          code: 5))
    for name in ["number", "Number", "ID"] {
      #expect(
        RemoteTests.host("open", "app://Library/book?\(name)=2", "--policy", folder("policy.json"))
          == Run(out: book.out, err: "", code: 0))
    }
    folder.write(#"{"unknown": "strict"}"#, as: "wrong.json")
    #expect(
      RemoteTests.host("open", url, "--policy", folder("wrong.json"))
        == Run(
          out: "",
          err:
            "error: the policy file '\(folder("wrong.json"))' is invalid: the policy's 'unknown' must be 'refuse' or 'ignore', not 'strict'\nhelp: see what a policy may say with 'host help open'\n",
          code: 2))
  }

  @Test func `a whole scheme is routed, by priority and to longer paths, and explained`() {
    let folder = Folder()
    folder.write(
      #"{"routes": [{"from": "book://:target/:id<int>", "target": "Library", "action": "book", "fixed": {}},"#
        + #"{"from": "//shop/books(/:id<int>)", "schemes": ["app", "web"], "target": "Library", "action": "book", "longer": true},"#
        + #"{"from": "//shop/*title", "target": "Library", "action": "book", "priority": -1}]}"#, as: "policy.json")
    func host(_ words: String...) -> Run { RemoteTests.run(words + ["--policy", folder("policy.json")]) }
    let book = RemoteTests.host("call", "Library", "book", "id=2").out
    for url in ["web://shop/books/2", "app://shop/books/2/pages/7"] {
      #expect(host("open", url) == Run(out: book, err: "", code: 0))
    }
    #expect(host("open", "book://any/2").code == 5)
    #expect(
      host("explain", "app://shop/books/2/x")
        == Run(
          out: """
              parse        scheme 'app', host part 'shop', path 'books' '2' 'x', 0 parameters
              policy       the URL is taken
              component    looking for libshop.so in \(RemoteTests.plugins.path)
              component    there is no component 'shop'
              route        app://shop/books(/:id<int>) of the policy file '\(folder("policy.json"))' leads to Library.book, as the nearest above a longer path
              component    looking for libLibrary.so in \(RemoteTests.plugins.path)
              component    Library is loaded from \(RemoteTests.plugins("libLibrary.so"))
              action       Library.book is open to callers from outside
              route        //shop/*title of the policy file '\(folder("policy.json"))' leads to Library.book, with the priority -1
              component    looking for libLibrary.so in \(RemoteTests.plugins.path)
              component    Library is loaded from \(RemoteTests.plugins("libLibrary.so"))
              action       Library.book is open to callers from outside
              end          Library.book is called
              end          Library.book is asked if the one before declines

            """, err: "", code: 0))
    folder.write(
      #"{"routes": [{"from": "//x/y(/z", "target": "A", "action": "b"}]}"#, as: "wrong.json")
    #expect(
      RemoteTests.host("explain", "app://x/y", "--policy", folder("wrong.json"))
        == Run(
          out: "",
          err:
            "error: the policy file '\(folder("wrong.json"))' is invalid: the route '//x/y(/z', column 9: expected ')', with which a group ends, but the text ends here\nhelp: see what a policy may say with 'host help open'\n",
          code: 2))
  }

  @Test func `a policy may be a pipe that somebody writes to later`() {
    let line = #"{ sleep 0.3; echo '{"schemes": ["book"]}'; } | "$0" --plugins "$1" open "$2" --policy /dev/stdin"#
    let open = { Run.program("/bin/sh", ["-c", line, Place.host, RemoteTests.plugins.path, $0], limit: .seconds(30)) }
    #expect(open("book://Library/book?id=2").code == 0)
    #expect(open("app://Library/book?id=2").code == 6)
  }

  @Test func `a policy file brings routes, and hands schemes to the system`() {
    let folder = Folder()
    folder.write(
      #"{"routes": [{"from": "app://shop/books/:id<int>", "target": "Library", "action": "book"}], "outbound": {"mailto": ["touch"]}}"#,
      as: "policy.json")
    #expect(
      RemoteTests.host("open", "app://shop/books/2", "--policy", folder("policy.json"), "--json").out
        == RemoteTests.host("call", "Library", "book", "id=2", "--json").out)
    #expect(RemoteTests.host("open", "app://shop/books/x", "--policy", folder("policy.json")).code == 3)
    folder.write(#"{"rotes": []}"#, as: "wrong.json")
    #expect(
      RemoteTests.host("open", "app://a/b", "--policy", folder("wrong.json"))
        == Run(
          out: "",
          err:
            "error: the policy file '\(folder("wrong.json"))' is invalid: the policy has the unknown key 'rotes'; did you mean 'routes'?\nhelp: see what a policy may say with 'host help open'\n",
          code: 2))
    #expect(RemoteTests.host("open", "app://a/b", "--policy", folder("none.json")).code == 2)
  }

  @Test func `interceptors of the policy stand before every call, from outside or not`() {
    let folder = Folder("guard", "good")
    folder.write(#"{"interceptors": [{"component": "Guard"}]}"#, as: "policy.json")
    func host(_ words: String...) -> Run {
      Run.host(["--plugins", folder.path] + words + ["--policy", folder("policy.json")])
    }
    #expect(host("call", "Good", "run") == Run(out: "ko\n", err: "", code: 0))
    #expect(host("call", "Good", "run", "stop=1") == Run(out: "", err: "error: the guard says no\n", code: 6))
    #expect(host("call", "Good", "run", "stop=1", "--skip", "Guard") == Run(out: "ok\n", err: "", code: 0))
    #expect(host("call", "Gone", "run").err.hasPrefix("error: no component named 'Gone'\n"))
    #expect(host("explain", "Good", "run").out.contains("on the way is Guard, which is not asked here\n"))
    folder.remove("libGuard.so")
    let told = """
      error: the interceptor 'Guard' can't be asked: no component named 'Guard'
        looked in \(folder.path)
      help: put libGuard.so into a plugin folder, or change the policy's 'interceptors'

      """
    #expect(host("call", "Good", "run") == Run(out: "", err: told, code: 4))
    folder.write(#"{"interceptors": [{"ready": "log"}]}"#, as: "policy.json")
    let logged = host("call", "Good", "run")
    #expect(logged.out == "ok\n" && logged.err.hasPrefix("log: the program called Good.run: replied after "))
    let json = host("call", "Good", "run", "--json").err
    #expect(json.hasPrefix(#"{"log":{"message":"the program called Good.run: replied after "#))
    folder.write(#"{"interceptors": [{"ready": "limit", "calls": 1, "seconds": 9, "of": "all"}]}"#, as: "policy.json")
    #expect(host("call", "Good", "run") == Run(out: "ok\n", err: "", code: 0))
  }

  @Test func `options take away`() {
    #expect(RemoteTests.host("open", "app://Library/book?id=2", "--scheme", "web").code == 6)
    #expect(RemoteTests.host("open", "app://Library/book?id=2", "--deny", "Library").code == 3)
    #expect(RemoteTests.host("open", "app://Library/book?id=2", "--allow", "Reader").code == 3)
    #expect(RemoteTests.host("open", "app://Library/book?id=2", "--allow", "Reader", "--allow", "Library").code == 0)
  }

  @Test func `options take away from a policy file, and never add to it`() {
    let folder = Folder()
    folder.write(
      #"{"schemes": ["app", "web"], "targets": {"allow": ["Library", "Notes.Desk"], "deny": ["WordCount"]}}"#,
      as: "policy.json")
    func code(_ url: String, _ options: String...) -> Int32 {
      Run.host(
        ["--plugins", RemoteTests.plugins.path, "open", url, "--dry-run", "--policy", folder("policy.json")] + options
      ).code
    }
    let book = "//Library/book?id=2"
    #expect(code("app:\(book)") == 0 && code("web:\(book)") == 0 && code("more:\(book)") == 6)
    #expect(code("app:\(book)", "--scheme", "APP") == 0 && code("web:\(book)", "--scheme", "app") == 6)
    #expect(code("more:\(book)", "--scheme", "more") == 6)
    #expect(code("app:\(book)", "--deny", "Notes") == 0 && code("app:\(book)", "--deny", "Library") == 3)
    #expect(code("app:\(book)", "--allow", "Library") == 0 && code("app:\(book)", "--allow", "Library.Desk") == 3)
    #expect(code("app:\(book)", "--allow", "Reader") == 3)
    let reader = "app://Reader/showDetail?id=1"
    #expect(code(reader) == 3 && code(reader, "--allow", "Reader") == 3)
    folder.write(#"{"targets": {"deny": ["Library"]}}"#, as: "policy.json")
    #expect(code(reader) == 0 && code("app:\(book)") == 3)
    #expect(code("app:\(book)", "--deny", "Notes") == 3 && code(reader, "--deny", "Notes") == 0)
    #expect(code("app:\(book)", "--allow", "Library") == 3)
  }

  @Test func `a key whose component is misspelt is told without loading another one`() {
    #expect(
      RemoteTests.host("open", "--key", "BokDetail_cover", "id=1")
        == Run(
          out: "",
          err: """
            error: no component has the map key 'BokDetail_cover'
            help: see the keys with 'host routes'
            help: a component with a similar name exists: 'BookDetail'

            """, code: 3))
    #expect(
      RemoteTests.host("open", "--key", "BookDetail_cver", "id=1").err
        .hasSuffix("help: a map key with a similar name exists: 'BookDetail_cover'\n"))
  }

  @Test(arguments: ["open", "explain", "call"]) func `what a policy's option names must be a name`(_ command: String) {
    let words = command == "call" ? ["call", "Library", "book"] : [command, "app://Library/book?id=2"]
    func host(_ options: String...) -> Run { Run.host(["--plugins", RemoteTests.plugins.path] + words + options) }
    func wrong(_ message: String, _ help: String) -> Run {
      Run(out: "", err: "error: \(message)\nhelp: \(help)\n", code: 2)
    }
    let rule = "a name is a letter, then letters, digits and '_', at most 128 in all"
    if command == "call" {
      #expect(
        host("--skip", "Audit")
          == wrong("unknown interceptor 'Audit'", "there is none: name the policy with --policy FILE"))
      let folder = Folder()
      folder.write(#"{"interceptors": [{"component": "Audit"}, {"ready": "log"}]}"#, as: "policy.json")
      #expect(
        host("--policy", folder("policy.json"), "--skip", "Audti")
          == wrong("unknown interceptor 'Audti'", "an interceptor with a similar name exists: 'Audit'"))
      return
    }
    for (option, name) in [
      ("--deny", "Note s"), ("--deny", ""), ("--deny", "Notes."), ("--allow", "*"), ("--allow", "N\u{F6}tes"),
    ] {
      #expect(host(option, name) == wrong("the option \(option) takes a target's name, not '\(name)'", rule))
    }
    for name in ["", "app:", "app://", "1a", "a b"] {
      #expect(
        host("--scheme", name)
          == wrong(
            "the option --scheme takes a URL's scheme, not '\(name)'",
            "a scheme is a letter, then letters, digits, '+', '-' and '.'"))
    }
  }

  @Test func `every step is explained`() {
    #expect(
      RemoteTests.host("explain", "app://Notes/add")
        == Run(
          out: """
              parse        scheme 'app', host part 'Notes', path 'add', 0 parameters
              policy       the URL is taken
              component    looking for libNotes.so in \(RemoteTests.plugins.path)
              component    Notes is loaded from \(RemoteTests.plugins("libNotes.so"))
              action     x Notes.add can't be reached: it is not open to callers from outside
              fallback   x there is no fallback NotFound
              end        x the call fails: not found

            """, err: "", code: 0))
    #expect(
      RemoteTests.host("explain", "Reader", "showDetail").out.hasSuffix("end          Reader.showDetail answers\n"))
    #expect(RemoteTests.host("explain", "Reader").code == 2)
    #expect(RemoteTests.host("open").code == 2)
  }
}
