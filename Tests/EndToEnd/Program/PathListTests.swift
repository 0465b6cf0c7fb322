import TestThreads
import Testing

/// What a path says where an action declares a list, by the program.
@Suite(.offPool) struct PathListTests {
  private static let folder = Folder("lists")

  private static func open(_ words: String...) -> Run { Run.host(["--plugins", folder.path, "open"] + words) }

  @Test(
    arguments: [
      ("one/1", #"{"numbers":[1]}"#), ("one/%5B1,2%5D", #"{"numbers":[1,2]}"#), ("typed/-7", #"{"numbers":[-7]}"#),
      ("all/1", #"{"numbers":[1]}"#), ("all/1/2/3", #"{"numbers":[1,2,3]}"#), ("all/%5B1,2%5D", #"{"numbers":[1,2]}"#),
      ("words", "{}"), ("words/a/b%20c/1", #"{"words":["a","b c","1"]}"#), ("words/%5B1%5D", #"{"words":["[1]"]}"#),
      ("words/%5B%22a%22%5D", #"{"words":["a"]}"#), ("one/1?words=a&words=b", #"{"numbers":[1],"words":["a","b"]}"#),
      ("maps/%5B%7B%22a%22:1%7D%5D", #"{"maps":[{"a":1}]}"#),
    ])
  func `a part of a path is a list of one, and a rest a list of its parts`(_ path: String, _ reply: String) {
    #expect(PathListTests.open("app://Lists/\(path)", "--json") == Run(out: reply + "\n", err: "", code: 0))
  }

  @Test(
    arguments: [
      ("one/x", "the parameter 'numbers[0]' must be an int, not the text 'x'"),
      ("all/1/x", "the parameter 'numbers[1]' must be an int, not the text 'x'"),
      ("one/1?numbers=2", "the parameter 'numbers' is given by the path already"),
      ("maps/1", "the parameter 'maps[0]' must be a map, not the text '1'"),
    ])
  func `what can be none of its items is told`(_ path: String, _ words: String) {
    let run = PathListTests.open("app://Lists/\(path)")
    let help = path.contains("?") ? "" : "help: see what answers, and with what, with 'host explain URL'\n"
    #expect(run == Run(out: "", err: "error: \(words)\n\(help)", code: 5))
  }

  @Test func `only a route that gives a text where no list of texts is declared is marked`() {
    let run = Run.host(["--plugins", PathListTests.folder.path, "routes"])
    #expect(
      run
        == Run(
          out: """
            PATHS
              //Lists/all/*numbers    Lists sum
                                      of the component 'Lists'
              //Lists/maps/:maps      Lists maps
                                      of the component 'Lists'
                                      x it gives 'maps' as a text, and 'Lists.maps' declares
                                      [[text: int]]
              //Lists/one/:numbers    Lists sum
                                      of the component 'Lists'
              //Lists/typed/:numbers<int>
                                      Lists sum
                                      of the component 'Lists'
              //Lists/words(/*words)  Lists sum
                                      of the component 'Lists'

            """, err: "", code: 0))
  }
}
