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
    let circle = "the needs of components form a cycle: L → K → L"
    for _ in 0..<2 {
      #expect(
        refusal(of: "K") == "the component 'K' is refused: it needs the component 'L', which is refused: \(circle)")
      #expect(refusal(of: "L") == "the component 'L' is refused: \(circle)")
    }
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
}
