import Glibc
import TestThreads
import Testing

/// Scripts/components.gdb.py in the real gdb.
@Suite(.offPool, .enabled(if: hasDebugger, "gdb or strip is not here")) struct GdbTests {
  @Test func `a component from a sealed copy has its symbols and breakpoints, and gdb does not hang`() throws {
    let folder = Folder("dies")
    // The debug information of the program itself takes gdb a minute, and is not what is asked for.
    let stripped = Run.program("/usr/bin/strip", ["-g", "-o", folder("host"), Place.host], limit: .seconds(60))
    #expect(stripped.code == 0, "\(stripped)")
    let run = Run.program(
      "/usr/bin/gdb",
      [
        "-batch", "-nx", "-iex", "set debuginfod enabled off", "-ix", "\(Place.repository)/Scripts/components.gdb.py",
        "-ex", "set environment SWIFT_BACKTRACE=enable=no", "-ex", "set environment FIXTURE_DIES=run fault",
        // The constructor is the first that calls the function.
        "-ex", "set breakpoint pending on", "-ex", "break die_at", "-ex", "run", "-ex", "bt 2", "-ex", "delete",
        "-ex", "continue", "-ex", "bt 4", "-ex", "component-symbols", "-ex", "kill", "--args", folder("host"),
        "--plugins", folder.path, "call", "Dies", "run",
      ], limit: .seconds(120))
    let stops = run.out.split(separator: "SIGSEGV", maxSplits: 1)
    try #require(stops.count == 2, "\(run)")
    #expect(stops[0].contains("hit Breakpoint 1, ") && stops[0].contains("in die_at ()"), "\(run)")
    #expect(stops[0].contains("#1 ") && stops[0].contains(" in call_init "), "\(run)")
    #expect(stops[1].contains("in die_at ()") || stops[1].contains("in run ()"), "\(run)")
    #expect(run.out.contains("symbols of \(folder("libDies.so"))\n"), "\(run)")
  }
}

private let hasDebugger = access("/usr/bin/gdb", X_OK) == 0 && access("/usr/bin/strip", X_OK) == 0
