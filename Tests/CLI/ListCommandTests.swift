import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

@Suite struct ListCommandTests {
  static func rows() throws -> [ListRow] {
    let host = Host()
    try host.register(Probe.self)
    let refusal = #expect(throws: Refusal.self) { try host.register("1x", { _, _ in 0 }) }
    return [
      ListRow(name: "Bad", file: "./lib/libBad.so", abi: nil, size: nil, state: .refused(try #require(refusal))),
      ListRow(
        name: "Probe", file: "./lib/libProbe.so", abi: 1, size: 44_200, state: .ready,
        component: try host.load("Probe")),
      ListRow(name: "Probe", file: "/x/libProbe.so", abi: 12, size: 9, state: .shadowed(by: "./lib/libProbe.so")),
    ]
  }

  @Test func `the list is a table`() throws {
    #expect(
      ListText.table(try Self.rows()) == """
        NAME   FILE               ABI      SIZE  STATE
        Bad    ./lib/libBad.so      -         -  refused: '1x' is no component's name
        Probe  ./lib/libProbe.so    1  43.2 KiB  ready
        Probe  /x/libProbe.so      12       9 B  shadowed by ./lib/libProbe.so

        """)
  }

  @Test func `targets and actions stand below their component`() throws {
    let text = ListText.targets(try Self.rows())
    #expect(
      text.hasPrefix(
        """
        Bad  refused: '1x' is no component's name
          in ./lib/libBad.so
          help: a name is a letter, then letters, digits and '_', at most 128 in all

        Probe 2.1.0  Answers as it is told
          needs Notes (optional)
          Probe
            all                All parameters
            say                A text

        """))
    #expect(
      text.hasSuffix(
        """
          Probe.Sub (serial)  A target below
            name

        Probe  shadowed by ./lib/libProbe.so
          in /x/libProbe.so

        """))
  }

  @Test func `the keys for programs stay the same`() throws {
    let rows = try Self.rows().map { $0.json(withTargets: false) }
    #expect(
      rows[0] == [
        "name": "Bad", "file": "./lib/libBad.so", "abi": nil, "size": nil, "state": "refused", "by": nil,
        "refusal": [
          "reason": "invalid_name", "message": "'1x' is no component's name",
          "help": "a name is a letter, then letters, digits and '_', at most 128 in all",
        ], "generation": nil,
      ])
    #expect(
      rows[1] == [
        "name": "Probe", "file": "./lib/libProbe.so", "abi": 1, "size": 44200, "state": "ready", "by": nil,
        "refusal": nil, "generation": nil,
      ])
    #expect(rows[2]["state"] == "shadowed")
    #expect(rows[2]["by"] == "./lib/libProbe.so")
    let loaded = try Self.rows().map { $0.json(withTargets: true) }
    #expect(loaded[0]["targets"] == .null)
    #expect(loaded[1]["version"] == "2.1.0")
    #expect(loaded[1]["needs"] == [["name": "Notes", "minimum": "0.0.0", "optional": true]])
    #expect(
      loaded[1]["targets"]?[1] == [
        "name": "Probe.Sub", "summary": "A target below", "serial": true,
        "actions": [
          ["name": "name", "summary": "", "signature": nil, "remote": false, "progress": false, "reads": false]
        ],
      ])
  }

  @Test(arguments: [
    (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1_048_575, "1.0 MiB"), (1_048_576, "1.0 MiB"),
    (5_000_000_000, "4.7 GiB"), (5_000_000_000_000, "4656.6 GiB"),
  ])
  func `sizes are short`(bytes: Int, text: String) {
    #expect(ListText.sizeText(bytes) == text)
  }

  @Test func `no components is no error where there is a folder, and the folders are told`() {
    #expect(
      run("list", environment: ["HOST_PLUGINS": "/no-such:/"])
        == Ran(.ok, err: "no components found\n  looked in /no-such (no such folder)\n  looked in /\n"))
    #expect(
      run("list", "--json", "--plugins", "/no-such")
        == Ran(
          .notFound, out: "[]\n",
          err: """
            {"error":{"code":3,"reason":"no_folder","message":"nothing can be found in /no-such (no such folder)",\
            "target":null,"action":null,"suggestions":[],"details":{"folders":["/no-such"]}}}

            """))
    let help = "help: name the folder of your components with --plugins DIR\n"
    #expect(
      run("list", environment: ["HOST_PLUGINS": "/no-such:/nor-this"])
        == Ran(
          .notFound,
          err: "error: nothing can be found in /no-such (no such folder)\n  nor in /nor-this (no such folder)\n\(help)")
    )
    #expect(run("list", "--json", "--plugins", "/") == Ran(.ok, out: "[]\n"))
  }

  @Test func `list takes no words and no option of another command`() {
    #expect(run("list", "x").err == "error: list takes no 'x'\nhelp: name the folder with --plugins DIR\n")
    #expect(run("list", "--dry-run").exit == .usage)
  }
}
