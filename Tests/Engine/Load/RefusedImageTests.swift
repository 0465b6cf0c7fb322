import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// Images that were opened, and of which no component came: they stay as well.
@Suite(.offPool) struct RefusedImageTests {
  private func stage(_ adjust: @escaping (inout Settings) -> Void = { _ in }) throws -> WatchedHost {
    try WatchedHost("") { settings in
      settings.watches = false
      adjust(&settings)
    }
  }

  @Test func `they count, and are listed`() throws {
    let stage = try stage { $0.retiredLimit = 5 }
    try stage.put(1)
    #expect(stage.version == 1)
    let needing = try ElfWorkshop.content(
      of: WatchedHost.compile("-DVERSION=2 -DNEED='\"Other\"'", in: stage.workshop))
    var reasons: [String] = []
    for _ in 1...7 {
      try stage.workshop.write(needing, to: "aside")
      #expect(rename(stage.path("aside"), stage.path("libReader.so")) == 0)
      for change in stage.host.refresh() {
        if case .kept(let refusal) = change.kind { reasons.append(refusal.reason) }
      }
    }
    let said = Array(repeating: "missing_need", count: 5) + Array(repeating: "too_many_generations", count: 2)
    #expect(reasons == said, "each of another file")
    let listed = stage.host.generations
    #expect(listed.map { "\($0.state)" } == ["live"] + Array(repeating: "refused", count: 5))
    #expect(listed.allSatisfy { $0.bytes > 4096 && $0.descriptors == 1 && $0.file == stage.path("libReader.so") })
    #expect(stage.version == 1)
  }

  @Test func `a component is not replaced any more where the process would soon have no descriptors left`() throws {
    // More than three quarters of these are in use anyway.
    let stage = try stage { $0.descriptorLimit = 4 }
    try stage.put(1)
    #expect(stage.version == 1)
    try stage.put(2)
    #expect(stage.host.refresh().map(\.kind) == [.replaced(generation: 2)])
    try stage.put(3)
    guard case .kept(let refusal) = stage.host.refresh().first?.kind else {
      Issue.record("it was replaced")
      return
    }
    #expect(refusal.reason == "too_many_generations" && refusal.message.contains("hold 1 descriptors"))
    #expect(refusal.help == "restart the host, or let it open more files (ulimit -n)")
    #expect(stage.version == 2)
  }

  @Test func `one that is loaded in place is there once, however often it is tried`() throws {
    let stage = try stage { $0.loadsInPlace = true }
    let needing = try WatchedHost.compile("-DVERSION=2 -DNEED='\"Other\"'", in: stage.workshop)
    #expect(rename(needing, stage.path("libReader.so")) == 0)
    for _ in 1...3 {
      #expect(stage.miss == "component_refused")
      stage.host.loader.forgetRefusals()
    }
    #expect(stage.host.generations.map { "\($0.state)" } == ["refused"])
  }
}
