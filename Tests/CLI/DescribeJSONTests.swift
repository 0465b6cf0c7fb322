import ComponentKit
import Testing

@testable import HostCLI

@Suite struct DescribeJSONTests {
  private func described(_ words: String...) throws -> Value {
    let ran = words.count == 1 ? run("describe", words[0], "--json") : run("describe", words[0], words[1], "--json")
    #expect(ran.exit == .ok && ran.err == "")
    #expect(ran.out.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    return try Value(json: Array(ran.out.utf8))
  }

  private func parameter(_ name: String, _ type: String, _ value: Value?, isRequired: Bool = false, _ note: String = "")
    -> Value
  {
    [
      "name": .text(name), "type": .text(type), "required": .bool(isRequired), "default": value ?? nil,
      "has_default": .bool(value != nil), "note": .text(note),
    ]
  }

  @Test func `the keys stay the same, and a default of null is not the same as none`() throws {
    let map: Value = [
      "name": "MapSheet", "definition": #"{id: int, kind: "plain" | "relief", parts: [MapPart]}"#, "summary": "",
    ]
    let part: Value = [
      "name": "MapPart", "definition": "{name: text, parts: [MapPart], sheet: MapSheet?}", "summary": "",
    ]
    let note = "How it is drawn; a plain one is done much sooner than one on which the mountains can be seen"
    let action: Value = [
      "name": "showMap", "summary": "Shows a map",
      "signature": .text(
        #"(id: int, kind: "plain" | "relief" = "plain", scale: double?, isDark: bool = false, limit: int? = null)"#
          + " -> MapSheet"),
      "remote": true, "progress": true, "reads": true,
      "parameters": [
        parameter("id", "int", nil, isRequired: true, "The map's number"),
        parameter("kind", #""plain" | "relief""#, "plain", note),
        parameter("scale", "double?", nil), parameter("isDark", "bool", false), parameter("limit", "int?", .null),
      ],
      "reply": "MapSheet", "media_type": nil,
    ]
    #expect(
      try described("Atlas", "showMap") == [
        "name": "Atlas", "version": "1.4.0", "summary": "Has maps", "file": nil, "generation": 1,
        "refusal": nil, "needs": [],
        "targets": [["name": "Atlas", "summary": "Has maps", "serial": false, "actions": [action], "lifetime": nil]],
        "routes": [
          ["pattern": "/maps/:id<int>", "target": "Atlas", "action": "showMap", "scheme": nil, "fixed": [:]],
          [
            "pattern": "/mountains/:id<int>/:scale<double>?", "target": "Atlas", "action": "showMap", "scheme": "app",
            "fixed": ["kind": "relief", "isDark": true],
          ],
        ],
        "keys": [
          [
            "key": "Atlas_sheet", "target": "Atlas", "action": "showMap",
            "hints": ["animated": true, "style": nil],
          ]
        ],
        "events": [], "observes": [], "types": [map, part],
      ])
  }

  @Test func `it has what was asked for`() throws {
    let component = try described("Atlas")
    #expect(component["targets"]?.list?.compactMap { $0["name"]?.text } == ["Atlas", "Atlas.Legend", "Atlas.Desk"])
    let names = component["targets"]?[0]?["actions"]?.list?.compactMap { $0["name"]?.text }
    #expect(names == ["showMap", "store", "watch", "anything"])
    let below = try described("Atlas.Legend")
    #expect(below["targets"]?.list?.compactMap { $0["name"]?.text } == ["Atlas.Legend"])
    #expect(below["types"] == [] && below["targets"]?[0]?["serial"] == true)
    #expect(component["routes"]?.list?.compactMap { $0["target"]?.text } == ["Atlas", "Atlas", "Atlas.Legend"])
    #expect(
      component["keys"]?.list?.compactMap { $0["key"]?.text } == ["Atlas_desk", "Atlas_sheet", "Atlas_signs"])
    #expect(below["routes"] == [component["routes"]?[2] ?? nil] && below["keys"] == [component["keys"]?[2] ?? nil])
    #expect(try described("Atlas.Desk")["targets"]?[0]?["lifetime"] == "per call")
    let own = try described("Atlas", "store")
    #expect(own["targets"]?.list?.count == 1 && own["types"]?.list?.count == 2)
    #expect(try described("Probe")["routes"] == [] && described("Probe")["keys"] == [])
    #expect(try described("Probe")["needs"] == [["name": "Notes", "minimum": "0.0.0", "optional": true]])
  }

  @Test func `a hint that can't be written down is null`() throws {
    #expect(
      try described("Atlas.Desk")["keys"] == [
        ["key": "Atlas_desk", "target": "Atlas.Desk", "action": "tidy", "hints": ["brightness": nil]]
      ])
  }

  @Test func `what an action does not say is null`() throws {
    #expect(
      try described("Atlas", "anything")["targets"]?[0]?["actions"]?[0] == [
        "name": "anything", "summary": "Takes what comes", "signature": nil, "remote": false, "progress": false,
        "reads": false, "parameters": [], "reply": nil, "media_type": "text/csv",
      ])
  }
}
