import ComponentABI
import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// What becomes of a component's file while an earlier generation is back.
@Suite(.offPool) struct RollbackTests {
  private func stage(_ folders: String...) throws -> WatchedHost {
    let workshop = try ElfWorkshop()
    for folder in folders where !folder.isEmpty { #expect(mkdir("\(workshop.path)/\(folder)", 0o755) == 0) }
    func adjust(_ settings: inout Settings) { settings.watches = false }
    return try folders.count == 2
      ? WatchedHost(folders[0], folders[1], in: workshop, adjust) : WatchedHost("", in: workshop, adjust)
  }

  /// A version that is refused as long as another component is not there.
  private func putNeeding(_ stage: WatchedHost) throws {
    let needing = try WatchedHost.compile("-DVERSION=3 -DNEED='\"Other\"'", in: stage.workshop)
    #expect(rename(needing, stage.path("libReader.so")) == 0)
  }

  @Test func `a file that was refused before counts again when it changes, and not before`() throws {
    let stage = try stage("")
    try stage.put(1)
    #expect(stage.version == 1)
    try stage.put(2)
    #expect(stage.host.refresh().count == 1)
    try putNeeding(stage)
    #expect(stage.host.refresh().count == 1 && stage.version == 2)
    #expect(try stage.host.rollback("Reader").kind == .replaced(generation: 3))
    #expect(stage.version == 1)
    // Now it would be accepted.
    try stage.workshop.write(WatchedHost.versions[1], to: "libOther.so")
    #expect(stage.host.refresh().map(\.description) == ["Other is new"])
    #expect(stage.version == 1)
    #expect(stage.listed == "missing_need", "why it does not answer")
    try stage.put(4)
    #expect(stage.host.refresh().count == 1)
    #expect(stage.version == 4 && stage.listed == nil)
  }

  @Test func `one that is being written to is looked at until that is finished`() throws {
    let stage = try stage("")
    for version in 1...2 {
      try stage.put(version)
      #expect(version == 1 ? stage.version == 1 : stage.host.refresh().count == 1)
    }
    let file = open(stage.path("libReader.so"), O_WRONLY | O_TRUNC | O_CLOEXEC)
    #expect(stage.host.refresh().count == 1 && stage.listed == "changing")
    try stage.host.rollback("Reader")
    #expect(stage.version == 1)
    #expect(stage.host.loader.names { $0.retry == .always } == ["Reader"])
    close(file)
  }

  @Test func `what is known of the file that lies there is not told once more`() throws {
    let stage = try stage("")
    for version in 1...2 {
      try stage.put(version)
      #expect(version == 1 ? stage.version == 1 : stage.host.refresh().count == 1)
    }
    #expect(chmod(stage.path("libReader.so"), 0o666) == 0)
    #expect(stage.host.refresh().count == 1 && stage.listed == "not_trusted")
    try stage.host.rollback("Reader")
    #expect(stage.host.refresh() == [] && stage.version == 1)
  }

  @Test func `nor does a file that nobody has looked at yet`() throws {
    let stage = try stage("")
    try stage.put(1)
    #expect(stage.version == 1)
    try stage.put(2)
    #expect(stage.host.refresh().count == 1)
    try stage.put(3)
    try stage.host.rollback("Reader")
    #expect(stage.host.refresh() == [] && stage.version == 1)
    #expect(stage.host.generations.map(\.descriptors) == [1, 1, 2], "with a copy of what lies there")
    // Another name for the same content.
    #expect(link(stage.path("libReader.so"), stage.path("again")) == 0)
    #expect(stage.host.refresh() == [] && stage.version == 1)
    try stage.put(4)
    #expect(stage.host.refresh().count == 1 && stage.version == 4)
  }

  @Test func `a component whose file is gone comes back, and stays until a file comes`() throws {
    let stage = try stage("")
    try stage.put(1)
    #expect(stage.version == 1)
    stage.remove("libReader.so")
    #expect(stage.host.refresh().map(\.kind) == [.removed])
    #expect(stage.version == nil)
    #expect(try stage.host.rollback("Reader").kind == .replaced(generation: 2))
    #expect(stage.version == 1)
    #expect(stage.host.refresh() == [] && stage.version == 1)
    try stage.put(2)
    #expect(stage.host.refresh().map(\.kind) == [.replaced(generation: 3)])
    #expect(stage.version == 2)
    stage.remove("libReader.so")
    #expect(stage.host.refresh().map(\.kind) == [.removed])
    // What is there now is no component.
    try stage.put(0)
    #expect(stage.miss == "component_refused")
    try stage.host.rollback("Reader")
    #expect(stage.version == 2 && stage.host.refresh() == [])
  }

  @Test func `one that was put there once more does not count as the one before`() throws {
    let stage = try stage("")
    try stage.put(1)
    #expect(stage.version == 1)
    try stage.put(2)
    #expect(stage.host.refresh().count == 1)
    #expect(utimensat(AT_FDCWD, stage.path("libReader.so"), nil, 0) == 0)
    #expect(stage.host.refresh().map(\.kind) == [.replaced(generation: 3)])
    try stage.host.rollback("Reader")
    #expect(stage.version == 1)
    #expect { try stage.host.rollback("Reader") } throws: { ($0 as? Refusal)?.reason == "no_earlier_generation" }
  }

  @Test func `where only the same bytes have answered before there is nothing to go back to`() throws {
    let stage = try stage("")
    try stage.put(1)
    #expect(stage.version == 1)
    #expect(utimensat(AT_FDCWD, stage.path("libReader.so"), nil, 0) == 0)
    #expect(stage.host.refresh().map(\.kind) == [.replaced(generation: 2)])
    #expect { try stage.host.rollback("Reader") } throws: { ($0 as? Refusal)?.reason == "no_earlier_generation" }
    #expect(stage.version == 1 && stage.host.generations.count == 2)
  }

  // Else its bytes would be compared at each look, for ever.
  @Test func `a file that was loaded as soon as it was written is known by its times once these are past`() throws {
    let stage = try stage("")
    try stage.put(1)
    #expect(stage.version == 1)
    var now: ComponentFile.Identity? { stage.host.loader.loaded["Reader"]?.file }
    #expect(now?.isSettled == false)
    #expect(stage.host.refresh() == [] && now?.isSettled == false)
    usleep(UInt32(FileClock.tick / 1000) + 50_000)
    #expect(stage.host.refresh() == [] && now?.isSettled == true)
    // Written to without a trace in its size or times.
    var status = stat()
    #expect(stat(stage.path("libReader.so"), &status) == 0)
    try stage.put(2)
    #expect(stage.host.refresh().map(\.kind) == [.replaced(generation: 2)] && stage.version == 2)
  }

  @Test func `it lies where the bytes came from`() throws {
    let stage = try stage("first", "second")
    try stage.put(1, as: "second/libReader.so")
    #expect(stage.version == 1)
    try stage.put(2, as: "first/libReader.so")
    #expect(stage.host.refresh().count == 1 && stage.version == 2)
    try stage.host.rollback("Reader")
    let now = try #require(stage.host.loader.loaded["Reader"])
    #expect(now.functions.pointee.seat.pointee.table.directory.string == stage.path("second"))
    #expect(stage.host.refresh() == [] && stage.version == 1)
  }
}
