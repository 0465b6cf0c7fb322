import ComponentKit
import Testing

@testable import HostCLI

@Suite struct InspectCommandTests {
  @Test func `one file is needed, and it must be there`() {
    #expect(run("inspect") == Ran(.usage, err: "error: inspect needs one file\nhelp: write host inspect FILE.so\n"))
    #expect(run("inspect", "").exit == .usage)
    #expect(run("inspect", "a", "b").exit == .usage)
    #expect(run("inspect", "/no/such.so") == Ran(.notFound, err: "error: no file named '/no/such.so'\n"))
    #expect(
      run("inspect", "/dev/null")
        == Ran(.refused, err: "error: '/dev/null' can't be inspected: it is a device, not a shared library\n"))
  }

  @Test func `a file that is no component is reported and refused`() {
    let ran = run("inspect", "/proc/self/exe", "--trust-any")
    #expect(ran.exit == .refused)
    #expect(ran.err == "")
    #expect(ran.out.hasPrefix("file         /proc/self/exe\nsize         "))
    #expect(ran.out.contains("\nverdict: refused: its name is not of the form lib<Name>.so\nhelp: "))
  }

  @Test func `the keys for programs stay the same`() throws {
    let ran = run("inspect", "/proc/self/exe", "--json")
    #expect(ran.exit == .refused)
    #expect(ran.err == "")
    #expect(ran.out.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    let value = try Value(json: ran.out)
    #expect(
      value.map?.keys == [
        "file", "size", "kind", "machine", "note", "soname", "build_id", "runtime", "libraries", "register", "exports",
        "permissions", "shadowed_by", "verdict", "refusal",
      ])
    #expect(value["note"]?.map?.keys == ["state", "abi", "language", "compiler", "problem"])
    #expect(value["verdict"] == "refused")
    #expect(value["refusal"]?.map?.keys == ["reason", "message", "help"])
  }
}
