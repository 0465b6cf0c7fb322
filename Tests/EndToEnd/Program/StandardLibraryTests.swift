import ComponentKit
import Glibc
import TestThreads
import Testing

/// The program has Swift's standard library in itself, and is that library for its components.
@Suite(.offPool) struct StandardLibraryTests {
  private static let hasTools = system("nm --version > /dev/null 2>&1") == 0

  /// The library that this process runs with.
  private static let library: String = {
    guard let maps = fopen("/proc/self/maps", "r") else { return "?" }
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 8192)
    while fgets(&line, Int32(line.count), maps) != nil {
      let text = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      guard text.hasSuffix("/libswiftCore.so\n"), let slash = text.firstIndex(of: "/") else { continue }
      return String(text[slash...].dropLast())
    }
    return "?"
  }()

  /// What a file exports, by names without versions.
  private func exports(of path: String) -> Set<Substring> {
    let run = Run.program("/usr/bin/env", ["nm", "-D", "--defined-only", path], limit: .seconds(30))
    #expect(run.code == 0, "\(run.err)")
    return Set(run.out.split(separator: "\n").compactMap { $0.split(separator: " ").last?.prefix { $0 != "@" } })
  }

  /// What the program has in itself besides, as Host/CLI/Main/program.cfg says.
  private static let others = ["_Concurrency", "Synchronization", "Glibc", "_Builtin_float"].map { "libswift\($0).so" }

  @Test(.enabled(if: hasTools, "nm is needed"))
  func `the program exports all that its libraries export, and nothing else of Swift or C++`() {
    let folder = String(StandardLibraryTests.library.dropLast("libswiftCore.so".count))
    let wanted = StandardLibraryTests.others.reduce(exports(of: StandardLibraryTests.library)) {
      $0.union(exports(of: folder + $1))
    }
    let exported = exports(of: Place.host)
    #expect(wanted.count > 10_000)
    #expect(wanted.subtracting(exported).sorted().prefix(20) == [])
    // A sanitizer exports names of its own.
    let languages = ["$s", "swift_", "_swift_", "_ZNSt", "_ZSt", "host_", "component_"]
    let surplus = exported.subtracting(wanted).filter { name in languages.contains { name.hasPrefix($0) } }
    #expect(surplus.sorted().prefix(20) == [])
  }

  @Test(.builtComponents) func `a Swift component has the library from the program`() throws {
    let component = "\(Place.components)/libSample.so"
    let run = Run.host("inspect", component, "--trust-any")
    #expect(run.out.contains(" libswiftCore.so (in \(Place.host))\n"), "\(run.out)")
    let inspected = try Value(json: Run.host("inspect", component, "--trust-any", "--json").outBytes)
    let found: Value = ["name": "libswiftCore.so", "place": "found", "path": .text(Place.host)]
    #expect(inspected["libraries"]?.list?.contains(found) == true)
  }

  @Test(.builtComponents) func `no second one of what the program has comes into the process`() {
    let environment = ["LD_DEBUG": "files"]
    let run = Run.host(
      "--plugins", Place.components, "call", "Sample", "later", "text=x", "--trust-any", environment: environment)
    #expect(run.out == "x\n" && run.code == 0)
    #expect(run.err.contains("calling init"))
    // Nor one for regular expressions, which the compiler names whether it is used or not.
    for library in StandardLibraryTests.others + ["libswiftCore.so", "libswift_StringProcessing.so"] {
      #expect(!run.err.contains("/\(library)"), "\(library)")
    }
  }

  @Test(.builtComponents) func `a component that is loaded in place brings no second one of what the program has`() {
    let environment = ["LD_DEBUG": "files"]
    let run = Run.host(
      "--plugins", Place.components, "--in-place", "call", "Sample", "later", "text=x", "--trust-any",
      environment: environment)
    #expect(run.out == "x\n" && run.code == 0)
    for library in StandardLibraryTests.others + ["libswiftCore.so"] {
      #expect(!run.err.contains("/\(library)"), "\(library)")
    }
  }

  // The loader counts what it looked for by name: the C library's functions are left.
  @Test(.builtComponents) func `a copy has the addresses of what the program has`() throws {
    func lookUps(_ options: String...) throws -> Int {
      let call = ["--plugins", Place.components, "call", "Sample", "later", "text=x", "--trust-any"] + options
      let run = Run.program(Place.host, call, environment: ["LD_DEBUG": "statistics"], limit: .seconds(60))
      #expect(run.code == 0)
      let line = try #require(run.err.split(separator: "\n").last { $0.contains("final number of relocations:") })
      return try #require(line.split(separator: " ").last.flatMap { Int($0) })
    }
    #expect(try lookUps() + 500 < lookUps("--in-place"))
  }

  @Test(.enabled(if: !Place.isSanitized, "a sanitizer takes the signal for itself"))
  func `a crash has its backtrace`() {
    let folder = Folder("crashes")
    let call = ["--plugins", folder.path, "--in-place", "call", "Crashes", "run"]
    let words = ["-c", "ulimit -S -c 0 && exec \"$0\" \"$@\"", Place.host]
    let run = Run.program("/bin/sh", words + call, limit: .seconds(120))
    #expect(run.code == 8 && run.out.isEmpty)
    #expect(run.err.contains("Backtracing from"), "\(run.err)")
    #expect(run.err.contains("run_into_nothing"), "\(run.err)")
  }

  // While the library starts, its root stands in the place of the last variable.
  @Test(
    .builtComponents,
    arguments: [
      ["HOST_BOOKS=/nowhere"], ["A=1", "HOST_BOOKS=/nowhere"], ["SWIFT_ROOT=/x", "HOST_BOOKS=/nowhere"], [],
    ])
  func `the environment is what the process was given`(environment: [String]) {
    let call = [Place.host, "--plugins", Place.components, "call", "Library", "list", "--trust-any"]
    let run = Run.program("/usr/bin/env", ["-i"] + environment + call, limit: .seconds(30))
    #expect(run.err.contains("/nowhere") == !environment.isEmpty, "\(run.err)")
  }
}
