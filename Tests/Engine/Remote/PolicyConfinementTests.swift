import ComponentHost
import ComponentKit
import Testing

@Suite struct PolicyConfinementTests {
  private func settings(_ confine: String) throws(PolicyFault) -> Settings {
    var settings = Settings()
    settings.policy = try Policy(json: Array(#"{"confine": \#(confine)}"#.utf8))
    return settings
  }

  @Test func `every key is read`() throws {
    let settings = try settings(
      """
      {"Notes": {"read": ["/a", "/b c"], "write": ["/var/lib/notes"], "network": true, "processes": 40, "signals": true,
                 "all": true, "memory": "256M", "cpu": 10, "files": 64}}
      """)
    var notes = Confinement()
    notes.reads = ["/a", "/b c"]
    notes.writes = ["/var/lib/notes"]
    notes.usesNetwork = true
    notes.processes = .upTo(40)
    notes.signals = true
    notes.allowsEverything = true
    notes.limits = WorkerLimits(memory: 256 << 20, processorTime: 10, files: 64)
    #expect(settings.confinement(of: "Notes") == notes)
    #expect(settings.confinement(of: "Reader") == nil)
  }

  @Test(arguments: [
    (#""100000K""#, 100_000 << 10), (#""16M""#, 16 << 20), (#""2G""#, 2 << 30), ("16777216", 16 << 20),
  ])
  func `memory is bytes, or has a unit`(_ written: String, _ bytes: Int) throws {
    #expect(try settings(#"{"A": {"memory": \#(written)}}"#).confinement(of: "A")?.limits.memory == bytes)
  }

  @Test(arguments: [
    ("true", Confinement.Processes.any), ("false", .none), ("16", .upTo(16)),
  ])
  func `processes are as many as one likes, none, or so many`(
    _ written: String, _ processes: Confinement.Processes
  ) throws {
    #expect(try settings(#"{"A": {"processes": \#(written)}}"#).confinement(of: "A")?.processes == processes)
  }

  @Test func `what is said of all holds for each, key by key, unless it says otherwise`() throws {
    let settings = try settings(
      """
      {"Notes": {"network": false, "read": [], "memory": "64M"},
       "*": {"network": true, "read": ["/a"], "files": 100, "memory": "32M"}, "Reader": {}}
      """)
    var all = Confinement()
    all.usesNetwork = true
    all.reads = ["/a"]
    all.limits = WorkerLimits(memory: 32 << 20, files: 100)
    #expect(settings.confinement(of: "Anybody") == all)
    #expect(settings.confinement(of: "Reader") == all)
    var notes = Confinement()
    notes.limits = WorkerLimits(memory: 64 << 20, files: 100)
    #expect(settings.confinement(of: "Notes") == notes)
  }

  @Test func `whoever is not named is confined where the settings say so, with nothing granted`() throws {
    var settings = try settings(#"{"Notes": {"all": true}}"#)
    #expect(settings.confinement(of: "Reader") == nil)
    settings.confines = true
    #expect(settings.confinement(of: "Reader") == Confinement())
    #expect(settings.confinement(of: "Notes")?.allowsEverything == true)
  }

  @Test(
    arguments: [
      ("[]", "the policy's 'confine' must be an object, not a list"),
      (
        #"{"a-b": {}}"#,
        "the policy's 'confine' has the invalid name 'a-b': \(ComponentName.rule); '*' is all components"
      ),
      (#"{"A": true}"#, "the policy's 'confine.A' must be an object, not a bool"),
      (#"{"A": {"wirte": []}}"#, "the policy's 'confine.A' has the unknown key 'wirte'; did you mean 'write'?"),
      (#"{"*": {"x": 1}}"#, "the policy's 'confine.*' has the unknown key 'x'"),
      (#"{"A": {"read": "/a"}}"#, "the policy's 'confine.A.read' must be a list of texts that is not empty"),
      (
        #"{"A": {"write": ["/a", "b"]}}"#,
        "the policy's 'confine.A.write' has 'b', which is no absolute path: begin it with '/'"
      ),
      (#"{"A": {"network": "yes"}}"#, "the policy's 'confine.A.network' must be a bool, not text"),
      (#"{"A": {"signals": 1}}"#, "the policy's 'confine.A.signals' must be a bool, not an int"),
      (#"{"A": {"all": null}}"#, "the policy's 'confine.A.all' must be a bool, not null"),
      (
        #"{"A": {"processes": 4}}"#,
        "the policy's 'confine.A.processes' must be true, false, or an int of at least 16: threads count as well"
      ),
      (
        #"{"A": {"processes": "many"}}"#,
        "the policy's 'confine.A.processes' must be true, false, or an int of at least 16: threads count as well"
      ),
      (#"{"A": {"cpu": 0}}"#, "the policy's 'confine.A.cpu' must be an int above 0"),
      (#"{"A": {"files": 3}}"#, "the policy's 'confine.A.files' must be at least 24: a worker needs that much"),
      (#"{"A": {"memory": "1M"}}"#, "the policy's 'confine.A.memory' must be at least 16M: a worker needs that much"),
      (#"{"A": {"memory": 1000}}"#, "the policy's 'confine.A.memory' must be at least 16M: a worker needs that much"),
    ])
  func `what is wrong is said word for word`(_ confine: String, _ words: String) {
    #expect(throws: PolicyFault(words)) { try settings(confine) }
  }

  @Test(arguments: [
    "true", "0", "-5", "1.5", #""""#, #""M""#, #""64""#, #""64m""#, #""64MB""#, #""6 4M""#, #""+64M""#, #""064M""#,
    #""-64M""#,
    #""9999999999999G""#, #""9223372036854775807K""#,
  ])
  func `memory that is no number of bytes is refused`(_ written: String) {
    let words = "the policy's 'confine.A.memory' must be an int of bytes, or a text such as '256M' with K, M or G"
    #expect(throws: PolicyFault(words)) { try settings(#"{"A": {"memory": \#(written)}}"#) }
  }
}
