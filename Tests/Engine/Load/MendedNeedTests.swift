import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// What could not start because of others, once these are others.
@Suite(.offPool) struct MendedNeedTests {
  private let workshop: ElfWorkshop
  private let host: Host

  init() throws {
    workshop = try ElfWorkshop()
    host = Host(Settings(directories: [workshop.path]))
  }

  // One that starts, and needs what it says.
  private func put(_ name: String, needing need: String? = nil) throws {
    let flags = need.map { " -DNEED='\"\($0)\"'" } ?? ""
    let made = try WatchedHost.compile(
      "-DVERSION=1 -DNAME='\"\(name)\"' -DSTART_HOLD='\"\(workshop.path)/none\"'" + flags, in: workshop)
    #expect(rename(made, "\(workshop.path)/lib\(name).so") == 0)
  }

  private func refusal(of name: String) -> String? {
    failure { () throws(Failure) in try host.mediator.call(name, "version") }?.message
  }

  @Test(arguments: [false, true]) func `a circle that is opened at one end starts, whichever is called`(
    _ isOpenedFirst: Bool
  ) throws {
    try put("K", needing: "L")
    try put("L", needing: "K")
    let circle = "the needs of components form a cycle: K → L → K"
    // The same of both, whichever is called.
    for name in ["K", "L", "L", "K"] { #expect(refusal(of: name) == "the component '\(name)' is refused: \(circle)") }
    #expect(host.generations.count == 2, "neither is opened again for nothing")
    try put("L")
    if isOpenedFirst { #expect(refusal(of: "L") == nil) }
    #expect(refusal(of: "K") == nil && refusal(of: "L") == nil)
    host.close()
  }

  @Test func `what is refused for a need of its need says whose fault it is, once, and starts when that is mended`()
    throws
  {
    try put("K", needing: "L")
    try put("L", needing: "M")
    try workshop.write(WatchedHost.versions[0], to: "libM.so")
    let fault = "is refused: it needs the component 'M', which is refused: it is no ELF file"
    for name in ["K", "L", "K"] { #expect(refusal(of: name)?.hasPrefix("the component '\(name)' \(fault)") == true) }
    #expect(host.generations.filter { $0.name == "K" }.count == 1, "it is not tried again for nothing")
    try put("M")
    for name in ["K", "L", "M"] { #expect(refusal(of: name) == nil) }
    host.close()
  }

  @Test func `what its need lacked has come, and it starts although nobody has called its need`() throws {
    try put("K", needing: "L")
    try put("L", needing: "M")
    let fault = "it needs the component 'L', which is refused: it needs the component 'M', which is not there"
    for _ in 0..<3 { #expect(refusal(of: "K") == "the component 'K' is refused: \(fault)") }
    #expect(host.generations.map(\.name) == ["K", "L"], "none is tried again for nothing")
    try put("M")
    #expect(refusal(of: "K") == nil)
    host.close()
  }

  @Test func `the same of a version that was to replace one`() throws {
    try put("K")
    #expect(refusal(of: "K") == nil)
    try put("K", needing: "L")
    try put("L", needing: "M")
    #expect(host.refresh().map(\.name) == ["K", "L"], "one was kept, and one is new")
    // As a watch does: whoever asks for a refresh gives L, which replaces nothing, another chance.
    #expect(host.loader.refresh() == [] && host.generations.map(\.name) == ["K", "K", "L"])
    try put("M")
    // A watch looks at it again with news of M.
    #expect(host.loader.names { $0.retry.isMet(by: ["M"]) } == ["K"])
    #expect(host.refresh().map(\.description).contains("K was replaced: generation 3"))
    host.close()
  }

  private struct L: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("version") { _ in 1 } }
  }

  @Test func `one whose need may not be started is not opened again before that is`() throws {
    let isolator = PretendedIsolator { L.register($0, $1) }
    var settings = Settings(directories: [workshop.path])
    settings.isolation = .some(["L"])
    settings.isolator = isolator
    let host = Host(settings)
    try put("K", needing: "L")
    try put("L")
    for words in ["it fell", "it fell", "it is in quarantine", "it is in quarantine"] {
      isolator.refuses(Refusal(Refusal.quarantined, words))
      let said = failure { () throws(Failure) in try host.mediator.call("K", "version") }?.message
      #expect(said == "the component 'K' is refused: it needs the component 'L', which is refused: \(words)")
    }
    #expect(host.generations.map(\.name) == ["K"])
    isolator.refuses(nil)
    #expect(try host.mediator.call("K", "version") == 1)
    #expect(host.generations.map(\.name) == ["K", "K", "L"])
    host.close()
  }
}
