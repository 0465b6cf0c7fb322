import ComponentKit
import Glibc
import Testing

@testable import ComponentHost

/// Libraries that a component needs from other places than beside it: what will be opened is judged, and nothing else is
/// opened.
@Suite struct NeededLibraryTests {
  private let workshop: ElfWorkshop
  private var plugins: String { "\(workshop.path)/plugins" }
  private var far: String { "\(workshop.path)/far" }

  init() throws {
    workshop = try ElfWorkshop()
    for folder in ["plugins", "far", "current"] { mkdir("\(workshop.path)/\(folder)", 0o755) }
  }

  /// A component that is linked with `far/libfar.so` from the workshop, with these flags.
  private func makeComponent(_ flags: String, soname: String?, answer: Int = 42) throws {
    let name = soname.map { "-Wl,-soname,\($0)" } ?? ""
    _ = try workshop.compile("long far(void) { return \(answer); }", to: "far/libfar.so", name)
    let repository = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let source = """
      #include "fixture.h"
      extern long far(void);
      static int32_t run(void *context, component_call *call) { (void)context; return reply_int(call, far()); }
      COMPONENT_REGISTER(host, registration) { return offer(host, registration, "Needy", run); }
      """
    try workshop.write(Array(source.utf8), to: "needy.c")
    let clang = try #require(ElfWorkshop.program("clang"))
    let includes = "-I'\(repository)/Host/ABI/include' -I'\(repository)/Tests/Fixtures'"
    let made = ElfWorkshop.run(
      "cd '\(workshop.path)' && '\(clang)' -shared -fPIC -o plugins/libNeedy.so needy.c \(includes) \(flags) 2>&1")
    #expect(made.status == 0, "\(made.output)")
    if let soname { rename("\(far)/libfar.so", "\(far)/\(soname)") }
  }

  private func call(trustsAny: Bool = false, inPlace: Bool = false) -> String {
    var settings = Settings(directories: [plugins])
    settings.trustsAny = trustsAny
    settings.loadsInPlace = inPlace
    do throws(Failure) {
      let reply = try Host(settings).mediator.call("Needy", "run")
      return if case .int(let number) = reply { "\(number)" } else { "\(reply)" }
    } catch {
      return error.message
    }
  }

  /// What `call`, `inspect` and `list` say of it, which is the same.
  private func refusal() throws -> Refusal? {
    let host = Host(Settings(directories: [plugins]))
    let inspected = try Inspection(file: "\(plugins)/libNeedy.so").refusal
    var listed: Refusal?
    if case .refused(let refusal)? = host.list().first?.state { listed = refusal }
    var called: Refusal?
    if case .refused(let refusal) = host.loader.ensure("Needy") { called = refusal }
    #expect(called?.message == inspected?.message && called?.message == listed?.message)
    return called
  }

  @Test(arguments: [false, true], ["enable", "disable"])
  func `a library of an absolute path is judged as the component is`(_ inPlace: Bool, _ kind: String) throws {
    let soname = "libfar-\(inPlace)-\(kind).so"
    try makeComponent("far/libfar.so -Wl,-rpath,\(far) -Wl,--\(kind)-new-dtags", soname: soname)
    let start = "the library '\(far)/\(soname)' is refused: "
    chmod("\(far)/\(soname)", 0o666)
    #expect(try refusal()?.message == start + "it is not trusted: others can write to it (mode 0666)")
    chmod("\(far)/\(soname)", 0o644)
    chmod(far, 0o777)
    #expect(try refusal()?.message == start + "its folder is not trusted: others can write to it (mode 0777)")
    chmod(far, 0o755)
    #expect(call(inPlace: inPlace) == "42")
  }

  @Test func `whoever trusts any has it from there`() throws {
    try makeComponent("far/libfar.so -Wl,-rpath,\(far)", soname: "libfar-any.so", answer: 43)
    chmod(far, 0o777)
    #expect(call(trustsAny: true) == "43")
  }

  @Test func `a library without a name of its own is found by the name of its file`() throws {
    try makeComponent("-Lfar -l:libfar.so -Wl,-rpath,\(far)", soname: nil, answer: 44)
    #expect(call() == "44")
  }

  /// The library beside the component, with a name of its own; the component's bytes are others for another build.
  private func put(answer: Int, build: Int) throws {
    try makeComponent("-Lfar -l:libfar.so -Wl,--build-id=0x0\(build)", soname: "libfar-stale.so", answer: answer)
    #expect(rename("\(far)/libfar-stale.so", "\(plugins)/libfar-stale.so") == 0)
  }

  @Test func `a component that goes on with a library of before, with another one beside it, is told`() throws {
    try put(answer: 46, build: 1)
    let reports = Guarded<[Report]>([])
    var settings = Settings(directories: [plugins])
    settings.report = { report in reports.withLock { $0.append(report) } }
    let host = Host(settings)
    #expect(try host.mediator.call("Needy", "run") == 46)
    // The same library once more is no other one.
    try put(answer: 46, build: 2)
    #expect(host.refresh().map(\.kind) == [.replaced(generation: 2)])
    #expect(reports.withLock { $0.map(\.message) } == [])
    try put(answer: 47, build: 3)
    #expect(host.refresh().map(\.kind) == [.replaced(generation: 3)])
    #expect(try host.mediator.call("Needy", "run") == 46)
    let told = reports.withLock(\.self)
    #expect(
      told.map(\.message) == [
        "the component 'Needy' goes on with the library 'libfar-stale.so' as it was loaded first: another one lies beside it "
          + "now, and a process loads a name once. Restart the host, isolate the component, or give each version of the "
          + "library a name of its own (-soname)"
      ])
    #expect(told.map(\.kind) == [.staleLibrary])
  }

  @Test func `a library that is named by its whole path is judged, too`() throws {
    try makeComponent("\(far)/libfar.so", soname: nil, answer: 45)
    chmod("\(far)/libfar.so", 0o666)
    #expect(try refusal()?.reason == "sibling")
    chmod("\(far)/libfar.so", 0o644)
    #expect(call() == "45")
  }

  /// A component that needs `$ORIGIN/NAME`, which has no name of its own.
  private func makeComponent(beside name: String, answer: Int) throws {
    let source = "long far(void) { return \(answer); }"
    _ = try workshop.compile(source, to: "plugins/\(name)", "-Wl,-soname,'$ORIGIN/\(name)'")
    try makeComponent("plugins/\(name)", soname: "libunused.so")
    _ = try workshop.compile(source, to: "plugins/\(name)")
  }

  @Test(arguments: [false, true])
  func `a library that is named by a path from the component is found there`(_ inPlace: Bool) throws {
    try makeComponent(beside: "libnear.so", answer: 46)
    #expect(call(inPlace: inPlace) == "46")
  }

  @Test func `a path from the component never leads to the library of another folder`() throws {
    let other = try NeededLibraryTests()
    try makeComponent(beside: "libtwice.so", answer: 47)
    try other.makeComponent(beside: "libtwice.so", answer: 48)
    #expect(call() == "47")
    let (here, there) = ("\(plugins)/libtwice.so", "\(other.plugins)/libtwice.so")
    #expect(
      other.call().hasSuffix(
        "the library '\(there)' is known as '$ORIGIN/libtwice.so', and so is '\(here)', which is loaded"))
    #expect(other.call(inPlace: true) == "48")
    #expect(call() == "47")
  }

  @Test(arguments: ["far/libfar.so", "./far/libfar.so"])
  func `no library is taken from wherever the process stands`(_ path: String) throws {
    try makeComponent(path, soname: nil)
    let refusal = try #require(try refusal())
    #expect(refusal.reason == "relative_library")
    #expect(refusal.message == "it needs '\(path)', which lies elsewhere with each current folder")
  }

  @Test func `what only the loader can find is not trusted`() throws {
    try makeComponent("far/libfar.so -Wl,-rpath,'\(workshop.path)/$LIB'", soname: "libfar-untold.so")
    #expect(
      try refusal()?.message.hasSuffix("only the dynamic loader can tell where '\(workshop.path)/$LIB' is") == true)
  }
}
