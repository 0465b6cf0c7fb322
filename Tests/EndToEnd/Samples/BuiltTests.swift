import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// Components that were built once and are kept as they are, of each language and each state of the contract: what
/// worked with them works for ever. No compiler is needed. Scripts/built makes those of a further state.
@Suite(.offPool) struct BuiltTests {
  /// A kept file.
  struct Built: Sendable, CustomTestStringConvertible {
    let state: String
    let language: String
    var testDescription: String { "state \(state) in \(language)" }

    static let folder = "\(Place.repository)/Tests/Fixtures/Built"
    #if arch(x86_64)
      static let machine = "x86_64"
    #elseif arch(arm64)
      static let machine = "aarch64"
    #else
      static let machine = "unknown"
    #endif

    /// Where components of a contract lie that is later than any host's.
    static let newer = "\(folder)/newer/\(machine)/c"

    static let states = Folder.names(in: folder).filter { $0.allSatisfy(\.isNumber) }

    /// Those for this machine. The ones in Swift depend on the compiler as well.
    static let all = states.flatMap { state in
      Folder.names(in: "\(folder)/\(state)/\(machine)").filter { $0 != "MADE-BY" }.map {
        Built(state: state, language: $0)
      }
    }
    static let fitting = all.filter { $0.misfit == nil }

    var path: String { "\(Built.folder)/\(state)/\(Built.machine)/\(language)/libSample.so" }

    /// Which compiler it needs that this host was not built by; nil where it fits.
    var misfit: String? {
      guard language == "swift" else { return nil }
      let inspected = try? Value(json: Run.host("inspect", path, "--trust-any", "--json").outBytes)
      return inspected?["refusal"]?["reason"] == "swift_version" ? inspected?["note"]?["compiler"]?.text : nil
    }

    func folder() -> Folder {
      let folder = Folder()
      folder.copy(path, as: "libSample.so")
      return folder
    }
  }

  /// The neighbour that the sample calls.
  struct Good: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("run") { _ in "ok" } }
  }

  private func host(_ folder: Folder, log: @escaping @Sendable (LogLine) -> Void = { _ in }) throws -> Host {
    var settings = Settings(directories: [folder.path])
    settings.log = log
    let host = Host(settings)
    try host.register(Good.self)
    return host
  }

  @Test(.enabled(if: !Built.all.isEmpty, "nothing was kept for \(Built.machine)"))
  func `each state has been kept in each language`() {
    for state in Built.states {
      #expect(Built.all.filter { $0.state == state }.map(\.language).sorted() == ["c", "cpp", "rust", "swift"])
    }
  }

  // It holds nothing: where it is skipped, the run says why.
  @Test(
    .enabled(
      if: Built.fitting.count == Built.all.count,
      "the ones in Swift were built by another compiler: \(Built.all.compactMap(\.misfit).joined(separator: ", "))"))
  func `those in Swift fit this compiler`() {}

  @Test(arguments: Built.fitting, SampleCase.all)
  func `what was built once does what it did`(_ built: Built, _ one: SampleCase) throws {
    let host = try host(built.folder())
    try one.run(host.mediator)
    host.close()
  }

  // The first state's host had no functions to ask with.
  @Test(arguments: Built.fitting.filter { $0.state != "1" })
  func `since the second state it asks without calling, and opens URLs with things from here`(_ built: Built) throws {
    for test in [SampleTests.opens, SampleTests.asks] {
      let folder = Folder("good")
      folder.copy(built.path, as: "libSample.so")
      try test(.inProcess, folder)
    }
  }

  @Test(arguments: Built.fitting.filter { Int($0.state) ?? 0 >= 3 })
  func `since the third state it starts, and hands its state over`(_ built: Built) throws {
    let folder = built.folder()
    try SampleTests.handsOver(folder, Mode.inProcess.settings(folder))
  }

  @Test(arguments: Built.fitting) func `it is described as it was, and says what it said`(_ built: Built) throws {
    let heard = Guarded<[LogLine]>([])
    let folder = built.folder()
    let host = try host(folder) { line in heard.withLock { $0.append(line) } }
    let sample = try #require(try host.load("Sample"))
    #expect(sample.version == Version(1, 2, 3) && sample.summary == "The same in every language")
    // What came to the sample between the fourth state and the fifth.
    let isLater = Int(built.state) ?? 0 >= 5
    let elder = isLater ? [Need("Elder", from: Version(2), optional: true)] : []
    #expect(sample.needs == [Need("Good", from: Version(1), optional: true)] + elder)
    let targets = ["Sample", "Sample.Sub"] + (isLater ? ["Sample.Helpers", "Sample.Desk"] : [])
    #expect(sample.targets.map(\.name) == targets)
    #expect(sample.targets.map(\.isSerial) == targets.map { $0 == "Sample.Sub" })
    let reading = (isLater ? ["kept", "measure"] : []) + (Int(built.state) ?? 0 >= 6 ? ["table"] : [])
    #expect(sample.targets.flatMap(\.actions).filter(\.reads).map(\.name) == reading)
    _ = try host.mediator.call("Sample", "log", ["text": "heard"])
    #expect(heard.withLock { $0 }.map(\.description) == ["Sample: heard"])
    #expect(heard.withLock { $0 }.map(\.level) == [.warning])
    folder.remove("libSample.so")
    #expect(host.refresh().map(\.description) == ["Sample was taken out"])
    host.close()
  }
}
