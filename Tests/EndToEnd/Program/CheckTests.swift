import TestThreads
import Testing

/// What an action's signature makes of parameters, before the action runs.
@Suite(.offPool) struct CheckTests {
  private static let folder = Folder("described", "recursive-type")

  private static func call(_ words: String) -> [String] {
    ["--plugins", folder.path, "call", "Described"] + words.split(separator: " ").map(String.init)
  }

  @Test(
    arguments: [
      (#"none"#, #"{}"#),
      (
        #"scalars int=1 double=1 bool=true text=1 date=2026-11-21T10:00:00Z bytes=aGk="#,
        #"{"int":1,"double":1.0,"bool":true,"text":"1","date":"2026-11-21T10:00:00Z","bytes":"aGk="}"#
      ),
      (#"scalars int:=1.0"#, #"{"int":1}"#),
      (#"scalars int="#, #"{"int":null}"#),
      (#"scalars double:=1"#, #"{"double":1.0}"#),
      (#"scalars bool=yes"#, #"{"bool":true}"#),
      (#"scalars bool=0"#, #"{"bool":false}"#),
      (#"scalars bytes:="aGk=""#, #"{"bytes":"aGk="}"#),
      (#"scalars text:="aGk=""#, #"{"text":"aGk="}"#),
      (#"scalars text="#, #"{"text":""}"#),
      (#"lists list=[1,2]"#, #"{"list":[1,2]}"#),
      (#"lists list:=[1,2.0]"#, #"{"list":[1,2]}"#),
      (
        #"lists parts:=[{"title":"x"},{"title":"y","pages":2.0}]"#,
        #"{"parts":[{"title":"x"},{"title":"y","pages":2}]}"#
      ),
      (#"choice word=green number=2"#, #"{"word":"green","number":2}"#),
      (#"anything value:={"a":[1]}"#, #"{"value":{"a":[1]}}"#),
      (#"showDetail id=1"#, #"{"id":1}"#),
      (#"showDetail id=1 page=2 note="#, #"{"id":1,"page":2,"note":""}"#),
    ])
  func `what fits without loss becomes the declared type`(_ words: String, _ reply: String) {
    #expect(Run.host(CheckTests.call(words) + ["--json"]) == Run(out: reply + "\n", err: "", code: 0))
  }

  @Test(
    arguments: [
      (#"none x=1"#, #"Described.none has no parameter 'x'"#, nil),
      (#"scalars int=1.5"#, #"the parameter 'int' must be an int, not the text '1.5'"#, nil),
      (#"scalars int=1.0"#, #"the parameter 'int' must be an int, not the text '1.0'"#, nil),
      (#"scalars int=x"#, #"the parameter 'int' must be an int, not the text 'x'"#, nil),
      (
        #"scalars int=9223372036854775808"#, #"the parameter 'int' must be an int, not the text '9223372036854775808'"#,
        nil
      ),
      (#"scalars int:=1.5"#, #"the parameter 'int' must be an int, not a double"#, nil),
      (#"scalars int:="1""#, #"the parameter 'int' must be an int, not the text '1'"#, nil),
      (#"scalars int:=true"#, #"the parameter 'int' must be an int, not a bool"#, nil),
      (#"scalars double=x"#, #"the parameter 'double' must be a double, not the text 'x'"#, nil),
      (#"scalars double=nan"#, #"the parameter 'double' must be a double, not the text 'nan'"#, nil),
      (#"scalars double:="1.5""#, #"the parameter 'double' must be a double, not the text '1.5'"#, nil),
      (#"scalars bool=maybe"#, #"the parameter 'bool' must be a bool, not the text 'maybe'"#, nil),
      (#"scalars bool:=1"#, #"the parameter 'bool' must be a bool, not an int"#, nil),
      (#"scalars text:=1"#, #"the parameter 'text' must be text, not an int"#, nil),
      (
        #"scalars date=today"#, #"the parameter 'date' must be a date like 2026-11-21T09:30:00Z, not the text 'today'"#,
        nil
      ),
      (#"scalars date:=1"#, #"the parameter 'date' must be a date like 2026-11-21T09:30:00Z, not an int"#, nil),
      (#"scalars bytes=?"#, #"the parameter 'bytes' must be bytes, not the text '?'"#, nil),
      (#"scalars bytes:=[1]"#, #"the parameter 'bytes' must be bytes, not a list"#, nil),
      (#"scalars ints=1"#, #"Described.scalars has no parameter 'ints'"#, #"did you mean 'int'?"#),
      (#"scalars INT=1"#, #"Described.scalars has no parameter 'INT'"#, #"did you mean 'int'?"#),
      (#"lists list=1"#, #"the parameter 'list' must be a list, not the text '1'"#, nil),
      (#"lists list:=[1,2.0,"3"]"#, #"the parameter 'list[2]' must be an int, not the text '3'"#, nil),
      (#"lists map:={"a":1.5}"#, #"the parameter 'map.a' must be an int, not a double"#, nil),
      (
        #"lists part:={"title":"x","page":1}"#, #"the parameter 'part' has the unknown key 'page'"#,
        #"did you mean 'pages'?"#
      ),
      (#"lists part:={"pages":1}"#, #"the parameter 'part.title' is missing (text)"#, nil),
      (#"lists parts:=[{"title":"x"},{"title":1}]"#, #"the parameter 'parts[1].title' must be text, not an int"#, nil),
      (#"choice word=blue"#, #"the parameter 'word' must be one of "red", "green", not the text 'blue'"#, nil),
      (#"choice number=4"#, #"the parameter 'number' must be one of 1, 2, 3, not the text '4'"#, nil),
      (#"showDetail"#, #"the parameter 'id' is missing (int)"#, nil),
      (#"showDetail id=1 pag=2"#, #"Described.showDetail has no parameter 'pag'"#, #"did you mean 'page'?"#),
      (#"showDetail id:=null"#, #"the parameter 'id' is missing (int)"#, nil),
      (#"anything"#, #"the parameter 'value' is missing (any)"#, nil),
    ] as [(String, String, String?)])
  func `what does not is refused by name`(_ words: String, _ error: String, _ help: String?) {
    let action = words.prefix { $0 != " " }
    let text = "error: \(error)\nhelp: \(help ?? "see what it takes with 'host describe Described \(action)'")\n"
    #expect(Run.host(CheckTests.call(words)) == Run(out: "", err: text, code: 5))
  }

  @Test func `programs get the facts apart`() {
    let run = Run.host(CheckTests.call("scalars ints=1") + ["--json"])
    #expect(
      run
        == Run(
          out: "",
          err:
            #"{"error":{"code":5,"reason":"unknown_parameter","message":"Described.scalars has no parameter 'ints'","target":"Described","action":"scalars","suggestions":["int"],"details":{"parameter":"ints"}}}"#
            + "\n", code: 5))
  }

  @Test func `types that contain themselves are checked to the bottom, and called by their names`() {
    let call = ["--plugins", CheckTests.folder.path, "call", "RecursiveType", "run"]
    let leaf = #"{"name":"b","children":[],"named":{}}"#
    let good = #"{"name":"a","children":[\#(leaf)],"named":{"x":\#(leaf)},"parent":{"tree":\#(leaf)}}"#
    #expect(Run.host(call + ["tree:=\(good)", "--json"]) == Run(out: "\(good)\n", err: "", code: 0))
    let bad = #"tree:={"name":"a","children":[{"name":"b","children":[{"name":1}],"named":{}}],"named":{}}"#
    #expect(
      Run.host(call + [bad])
        == Run(
          out: "",
          err: """
            error: the parameter 'tree.children[0].children[0].name' must be text, not an int
            help: see what it takes with 'host describe RecursiveType run'

            """, code: 5))
    let list = Run.host("--plugins", CheckTests.folder.path, "list", "--targets")
    #expect(list.out.contains("run(tree: Tree? = null) -> Tree"))
  }
}
