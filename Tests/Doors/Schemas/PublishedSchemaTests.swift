import ComponentDoors
import ComponentKit
import TestSchemas
import Testing

@Suite struct PublishedSchemaTests {
  /// What each number has stood for since it was published. A schema that has to change gets the next number, a file of its
  /// own and a line here; no line changes.
  private static let published: [String: UInt64] = [
    "bindings-1.json": 0x4aa2b15560324f46,
    "bindings-check-1.json": 0x4587329fcd72c21f,
    "changes-1.json": 0x9c9b609c35908ddf,
    "check-1.json": 0xb71e13c23d835ee4,
    "cluster-event-1.json": 0x2d197202e4c27532,
    "cluster-list-1.json": 0x32853d97ca907d30,
    "cluster-top-1.json": 0x66afaca160d6786d,
    "components-1.json": 0xf417031567c83acf,
    "crashes-1.json": 0x85147da8eeeb1d12,
    "describe-1.json": 0xbdbdb9a359bfbe4e,
    "describe-2.json": 0x158ac56c8912a98f,
    "event-1.json": 0x9e25c5e4143571c1,
    "explain-1.json": 0xe5f7d4045bd0e07a,
    "failure-1.json": 0x1740d9e95287f397,
    "from-1.json": 0xbbc5cc55f2bd84b0,
    "generations-1.json": 0xcfabeb75c7e64a17,
    "graph-1.json": 0x5e960a196e11672b,
    "inspect-1.json": 0x522eed731f895d53,
    "inspect-2.json": 0x965673a8124c9afb,
    "installed-1.json": 0xf6a453e6145cfaab,
    "list-1.json": 0x7108f1549a91e9ab,
    "log-1.json": 0x506588f9eed1baf8,
    "lost-1.json": 0x5fb483b60dc5e7b3,
    "new-1.json": 0x4187fa9030bec02e,
    "news-1.json": 0xdca427571a294cba,
    "open-dry-run-1.json": 0x289d532dd9eb8b85,
    "progress-1.json": 0x8756ed6638bd0ffc,
    "routes-1.json": 0x4db0ffbc31caa42b,
    "service-log-1.json": 0x9b02cd9e7d7b2682,
    "top-1.json": 0x152fab967f220c9b,
    "warning-1.json": 0x1c67dde1c8eff11e,
  ]

  @Test func `what was published under a number stays as it was`() {
    for schema in PublishedSchema.all {
      #expect(
        PublishedSchemaTests.published[schema.name] == schema.bytes.digest,
        "\(schema.name) has the digest 0x\(String(schema.bytes.digest, radix: 16))")
    }
  }

  @Test func `the program carries the very files of the repository, all of them`() throws {
    #expect(PublishedSchema.all.map(\.name) == PublishedSchemaTests.published.keys.sorted())
    for schema in PublishedSchema.all {
      #expect(Published.bytes(of: String(schema.name.dropLast(5))) == schema.bytes, "\(schema.name)")
    }
  }

  @Test func `each says its dialect, its number and what it is of`() throws {
    for schema in PublishedSchema.all {
      let value = try Value(json: schema.bytes)
      #expect(value["$schema"] == "https://json-schema.org/draft/2020-12/schema")
      #expect(value["$id"] == .text("/schemas/\(schema.name)"))
      #expect(value["title"]?.text?.isEmpty == false && value["description"]?.text?.isEmpty == false)
    }
  }

  @Test func `a key that no schema describes is a fault, and so is one that is missing or of another type`() {
    let right: Value = [
      "error": ["code": 3, "reason": "a", "message": "b", "target": nil, "action": "c", "suggestions": []]
    ]
    #expect(Published.faults("failure-1", right) == [])
    #expect(
      Published.faults("failure-1", right.with("hint", "x")) == [
        "/error: it has the key 'hint', which its schema does not describe"
      ])
    #expect(
      Published.faults("failure-1", right.with("code", 9)) == ["/error/code: 9 is not in [1, 2, 3, 4, 5, 6, 7, 8]"])
    #expect(
      Published.faults("failure-1", right.with("target", 1)) == [
        #"/error/target: 1 is not of the type ["string","null"]"#
      ])
    #expect(Published.faults("failure-1", ["error": [:]]).count == 6)
    #expect(
      Published.faults(
        of: ["list", "--json"], out: "[{}]\n",
        err: "{\"error\":{}}\n{\"warning\":{\"reason\":\"a\",\"message\":\"b\"}}\n"
      ).count == 8 + 6)
  }
}

extension Value {
  // The error with another key or value.
  fileprivate func with(_ key: String, _ value: Value) -> Value {
    guard var fields = self["error"]?.map else { return self }
    fields[key] = .some(value)
    return ["error": .map(fields)]
  }
}

extension [UInt8] {
  // FNV-1a of 64 bits.
  fileprivate var digest: UInt64 {
    reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
