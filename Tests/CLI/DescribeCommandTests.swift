import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

@Suite struct DescribeCommandTests {
  @Test func `a component is a page`() {
    #expect(
      run("describe", "Atlas")
        == Ran(
          .ok,
          out: """
            NAME
              Atlas 1.4.0 - Has maps

            FILE
              linked into the program

            TARGETS
              Atlas
                showMap(id: int, kind: "plain" | "relief" = "plain", scale: double?,
                    isDark: bool = false, limit: int? = null) -> MapSheet
                  Shows a map (remote, reads, tells progress)
                store(map: MapSheet, size: int) -> int
                watch(changed: function) -> nothing
                  Tells what changes
                anything(...)
                  Takes what comes (as text/csv)

              Atlas.Legend (serial) - What the signs mean
                signs() -> [text: text]
                  All of them

              Atlas.Desk (an instance per call)
                tidy(...)

            ROUTES
              //Atlas/maps/:id<int>  Atlas showMap
              app://Atlas/mountains/:id<int>/:scale<double>?
                                     Atlas showMap
                                     fixed: kind = "relief", isDark = true
              //Atlas.Legend/signs   Atlas.Legend signs

            KEYS
              Atlas_desk   Atlas.Desk tidy
                           hints: brightness = (can't be written down)
              Atlas_sheet  Atlas showMap
                           hints: animated = true, style = null
              Atlas_signs  Atlas.Legend signs

            TYPES
              MapSheet
                id     int
                kind   "plain" | "relief"
                parts  [MapPart]

              MapPart
                name   text
                parts  [MapPart]
                sheet  MapSheet?

            """))
    #expect(run("describe", "Probe").out.contains("\n\nNEEDS\n  Notes (optional)\n\nTARGETS\n  Probe\n    all(...)\n"))
  }

  @Test func `an action is a page with all that it says of itself`() {
    #expect(
      run("describe", "Atlas", "showMap")
        == Ran(
          .ok,
          out: """
            NAME
              Atlas showMap - Shows a map

            SYNOPSIS
              host call Atlas showMap id=INT [kind=plain|relief] [scale=DOUBLE]
                  [isDark=BOOL] [limit=INT]
              showMap(id: int, kind: "plain" | "relief" = "plain", scale: double?,
                  isDark: bool = false, limit: int? = null) -> MapSheet

            DESCRIPTION
              Callers from outside the process may call it. It changes nothing, so a call
              may be made again. It reports progress.

            PARAMETERS
              id      int, required
                      The map's number
              kind    "plain" | "relief", default "plain"
                      How it is drawn; a plain one is done much sooner than one on which the
                      mountains can be seen
              scale   double?, may be left out
              isDark  bool, default false
              limit   int?, default null

            REPLY
              MapSheet

            ROUTES
              //Atlas/maps/:id<int>  Atlas showMap
              app://Atlas/mountains/:id<int>/:scale<double>?
                                     Atlas showMap
                                     fixed: kind = "relief", isDark = true

            KEYS
              Atlas_sheet  Atlas showMap
                           hints: animated = true, style = null

            TYPES
              MapSheet
                id     int
                kind   "plain" | "relief"
                parts  [MapPart]

              MapPart
                name   text
                parts  [MapPart]
                sheet  MapSheet?

            EXAMPLE
              host call Atlas showMap id=1

            COMPONENT
              Atlas 1.4.0, linked into the program

            """))
  }

  @Test func `a target below is a page, and only its types are on it`() {
    #expect(
      run("describe", "Atlas.Legend")
        == Ran(
          .ok,
          out: """
            NAME
              Atlas.Legend (serial) - What the signs mean

            ACTIONS
              signs() -> [text: text]
                All of them

            ROUTES
              //Atlas.Legend/signs  Atlas.Legend signs

            KEYS
              Atlas_signs  Atlas.Legend signs

            COMPONENT
              Atlas 1.4.0, linked into the program

            """))
    #expect(
      run("describe", "Atlas.Legend", "signs")
        == Ran(
          .ok,
          out: """
            NAME
              Atlas.Legend signs - All of them

            SYNOPSIS
              host call Atlas.Legend signs
              signs() -> [text: text]

            DESCRIPTION
              Callers from outside the process may not call it. Its target takes one call at
              a time.

            PARAMETERS
              It takes none.

            REPLY
              [text: text]

            ROUTES
              //Atlas.Legend/signs  Atlas.Legend signs

            KEYS
              Atlas_signs  Atlas.Legend signs

            EXAMPLE
              host call Atlas.Legend signs

            COMPONENT
              Atlas 1.4.0, linked into the program

            """))
  }

  @Test func `an action without a signature says so`() {
    let out = run("describe", "Atlas", "anything").out
    #expect(out.contains("\nSYNOPSIS\n  host call Atlas anything [key=TEXT | key:=JSON]...\n\n"))
    #expect(out.contains("\nPARAMETERS\n  It takes anything and does not say what.\n\n"))
    #expect(
      out.contains(
        """

        REPLY
          It does not say what it replies with.
          To callers from outside the process its texts and bytes are text/csv.


        """))
    #expect(!out.contains("EXAMPLE") && !out.contains("TYPES"))
    #expect(!out.contains("ROUTES") && !out.contains("KEYS"))
  }

  @Test func `what can't be typed is not shown as a command line`() {
    let out = run("describe", "Atlas", "watch").out
    #expect(out.contains("\nSYNOPSIS\n  watch(changed: function) -> nothing\n\n"))
    #expect(out.contains("\nREPLY\n  It has nothing to say: null.\n"))
    #expect(
      out.contains(
        """
        It can't be called from a
          command line: 'changed' is of the type function, which lives in a process
          only.
        """))
    #expect(!out.contains("EXAMPLE"))
    // A map can be typed, but nobody could guess one.
    let store = run("describe", "Atlas", "store").out
    #expect(store.contains("\nSYNOPSIS\n  host call Atlas store map=JSON size=INT\n") && !store.contains("EXAMPLE"))
  }

  @Test func `the example works`() throws {
    let out = run("describe", "Atlas", "showMap").out
    let example = try #require(out.split(separator: "\n").first { $0.hasPrefix("  host call Atlas showMap id=1") })
    let words = example.split(separator: " ").map(String.init)
    #expect(run(words[1], words[2], words[3], words[4], "--json").exit == .ok)
  }

  @Test func `headings are bold on a terminal, and lines as wide as it is`() {
    let out = run("describe", "Probe.Sub", out: Captured(columns: 50)).out
    #expect(out.hasPrefix("\u{1B}[1mNAME\u{1B}[0m\n  Probe.Sub"))
    let narrow = run("describe", "Atlas", "showMap", out: Captured(columns: 50)).out
    #expect(narrow.contains("\n          How it is drawn; a plain one is done\n          much sooner than"))
    #expect(narrow.split(separator: "\n").allSatisfy { columns(of: String($0)) <= 50 || $0.hasPrefix("\u{1B}") })
    let wide = run("describe", "Atlas", "showMap", out: Captured(columns: 200)).out
    #expect(wide.contains("than one on which the mountains can be seen\n"))
    for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      let plain = run("describe", "Atlas", environment: environment, out: Captured(columns: 80)).out
      #expect(plain.hasPrefix("NAME\n"))
    }
    // The width of the error output is none of its business.
    #expect(run("describe", "Atlas", err: Captured(columns: 50)).out == run("describe", "Atlas").out)
  }

  @Test func `what is not there fails as a call of it`() {
    for words in [["Atls", "x"], ["Atlas.Lgend", "signs"], ["Atlas", "showMp"], ["../x", "y"], ["Atlas", "no"]] {
      for option in ["--trust-any", "--json"] {
        let described = run("describe", words[0], words[1], option)
        #expect(described == run("call", words[0], words[1], option))
        #expect(described.exit == .notFound && described.out == "")
      }
    }
    #expect(
      run("describe", "Atls", "--json", "--plugins", "/")
        == Ran(
          .notFound,
          err: """
            {"error":{"code":3,"reason":"no_such_component","message":"no component named 'Atls'","target":"Atls",\
            "action":null,"suggestions":["Atlas"],"details":{"directories":["/"]}}}

            """))
  }

  struct Fair: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] {
      Action("offer") { _ in nil }.remote
      Action("swap") { [mediator] _ in
        try mediator.remove(Path("/old", "offer"))
        try mediator.add(Path("/new", "offer"))
        return nil
      }
    }
    var paths: [Path] {
      Path("/old", "offer")
      Path("/stays", "offer")
    }
  }

  @Test(arguments: [
    ["describe", "Fair"], ["describe", "Fair", "offer"], ["describe", "Fair", "--json"], ["openapi"],
  ])
  func `routes are those that lead there now`(words: [String]) {
    let out = Captured()
    let console = Console(out: out, err: Captured(), readInput: { .bytes([]) }, environment: { _ in nil })
    let exit = Program.run(
      words,
      Surroundings(console) { host in
        try? host.register(Fair.self)
        _ = try? host.mediator.call("Fair", "swap")
      })
    #expect(exit == .ok)
    for (path, isThere) in [("/new", true), ("/stays", true), ("/old", false)] {
      #expect(out.text.contains(path) == isThere, "\(path): \(out.text)")
    }
  }

  @Test func `a command line that makes no sense is a usage error`() {
    let help = "help: write host describe TARGET [ACTION]\n"
    #expect(run("describe") == Ran(.usage, err: "error: describe needs a target\n\(help)"))
    #expect(run("describe", "a", "b", "c") == Ran(.usage, err: "error: describe takes no 'c'\n\(help)"))
    #expect(run("describe", "a", "--targets").exit == .usage)
  }
}
