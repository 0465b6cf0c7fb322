import ComponentKit
import Glibc
import TestThreads
import Testing

/// What the first line shows, and the example components together.
@Suite(.offPool, .builtComponents) struct ReadingTests {
  @Test(arguments: Mode.allCases)
  func `a book's detail is whole while everybody is there`(_ mode: Mode) throws {
    let staged = Staged(mode)
    #expect(staged.call("Notes", "add", "book=1", "text=Read it twice").code == 0)
    let reply = try Value(json: staged.call("Reader", "showDetail", "id=1").outBytes)
    #expect(Array((reply.map ?? [:]).keys) == ["id", "title", "author", "detail", "notes", "missing"])
    #expect(reply["id"] == 1 && reply["title"] == "The Lamp at Scarrow Head" && reply["author"] == "Ada Morrow")
    #expect(reply["detail"]?["year"] == 1931 && reply["detail"]?["words"] == 505)
    #expect(reply["notes"]?.list?.count == 1 && reply["notes"]?[0]?["text"] == "Read it twice")
    #expect(reply["missing"] == [:])
  }

  @Test(
    arguments: [
      ("Library", ["title", "author", "detail"], ["BookDetail", "Library"]), ("BookDetail", ["detail"], ["BookDetail"]),
      ("Notes", ["notes"], ["Notes"]), ("Review", [], []),
    ]) func `a neighbour that is gone leaves null and a reason`(_ gone: String, _ null: [String], _ missing: [String])
    throws
  {
    for mode in Mode.allCases {
      let staged = Staged(mode)
      staged.folder.remove("lib\(gone).so")
      let run = staged.call("Reader", "showDetail", "id=1", "--json")
      let reply = try Value(json: run.outBytes)
      for key in ["title", "author", "detail", "notes"] {
        #expect((reply[key] == .null) == null.contains(key), "\(key) without \(gone), \(mode)")
      }
      #expect(reply["missing"]?.map?.keys == missing && run.err == "" && run.code == 0)
      if !missing.isEmpty {
        let reason: Value = ["reason": "no_such_component", "message": .text("no component named '\(gone)'")]
        #expect(reply["missing"]?[gone] == reason)
      }
    }
  }

  @Test(arguments: Mode.allCases)
  func `a refused neighbour is a reason as well`(_ mode: Mode) throws {
    let staged = Staged(mode)
    staged.folder.write("no library", as: "libNotes.so")
    let reply = try Value(json: staged.call("Reader", "showDetail", "id=1").outBytes)
    let reason: Value = [
      "reason": "component_refused", "message": "the component 'Notes' is refused: it is no ELF file",
    ]
    #expect(reply["notes"] == .null && reply["missing"]?["Notes"] == reason)
  }

  @Test(
    arguments: [
      (["id=99"], 1, "there is no book 99"), (["id=x"], 5, "the parameter 'id' must be an int, not the text 'x'"),
      ([], 5, "the parameter 'id' is missing (int)"),
      (["id:=1.5"], 5, "the parameter 'id' must be an int, not a double"),
    ] as [([String], Int32, String)])
  func `a wrong parameter is told`(_ parameters: [String], _ code: Int32, _ message: String) {
    for mode in Mode.allCases {
      let run = Staged(mode).call(["Reader", "showDetail"] + parameters)
      #expect(run.err.hasPrefix("error: \(message)\n") && run.out == "" && run.code == code, "\(mode)")
    }
  }

  @Test(arguments: Mode.allCases)
  func `what Notes acknowledged is there in the next run`(_ mode: Mode) throws {
    let staged = Staged(mode)
    for number in 1...3 { #expect(staged.call("Notes", "add", "book=1", "text=thought \(number)").code == 0) }
    let list = try Value(json: staged.call("Notes", "list", "--json").outBytes)
    #expect(list.list?.compactMap { $0["text"]?.text } == ["thought 1", "thought 2", "thought 3"])
  }

  @Test(arguments: Mode.allCases)
  func `the NotFound example answers for what is missing`(_ mode: Mode) throws {
    let staged = Staged(mode)
    staged.folder.copy("\(Place.components)/libNotFound.so", as: "libNotFound.so")
    let run = staged.call("Redaer", "open", "id=1")
    #expect(run.code == 3 && run.out.contains("Nobody here can answer this:\n\n  Redaer open id=1\n"))
    #expect(
      run.err.hasPrefix("error: no component named 'Redaer'\n  what is printed is a stand-in's answer, not a reply\n"))
    // A line of JSON on each stream.
    let lines = staged.call("Redaer", "open", "--json")
    #expect(lines.code == 3)
    #expect(try Value(json: lines.out).text?.hasPrefix("Nobody here") == true)
    #expect(try Value(json: lines.err)["error"]?["reason"] == "no_such_component")
    // A face of its own gets no page for a number.
    staged.folder.remove("libLibrary.so")
    let typed = staged.call("Reader", "open", "id=1", "--json")
    #expect(typed.code != 0 && typed.out == "")
  }
}
