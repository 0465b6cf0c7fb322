import Glibc
import TestThreads
import Testing

/// Scripts/components.gdb.py in the real gdb.
@Suite(.offPool, .enabled(if: hasDebugger, "gdb or strip is not here")) struct GdbTests {
  @Test func `a component that was loaded from a sealed copy has its symbols, and gdb does not hang`() {
    let folder = Folder("dies")
    // The debug information of the program itself takes gdb a minute, and is not what is asked for.
    let stripped = Run.program("/usr/bin/strip", ["-g", "-o", folder("host"), Place.host], limit: .seconds(60))
    #expect(stripped.code == 0, "\(stripped)")
    let run = Run.program(
      "/usr/bin/gdb",
      [
        "-batch", "-nx", "-iex", "set debuginfod enabled off", "-ix", "\(Place.repository)/Scripts/components.gdb.py",
        "-ex", "set environment SWIFT_BACKTRACE=enable=no", "-ex", "set environment FIXTURE_DIES=run fault",
        "-ex", "run", "-ex", "bt 4", "-ex", "component-symbols", "-ex", "kill", "--args", folder("host"), "--plugins",
        folder.path, "call", "Dies", "run",
      ], limit: .seconds(120))
    #expect(run.out.contains("in die_at ()") || run.out.contains("in run ()"), "\(run)")
    #expect(run.out.contains("symbols of \(folder("libDies.so"))\n"), "\(run)")
  }
}

private let hasDebugger = access("/usr/bin/gdb", X_OK) == 0 && access("/usr/bin/strip", X_OK) == 0
