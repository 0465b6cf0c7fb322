import Glibc
import HostNative
import TestDice
import Testing

@testable import ComponentWorkers

/// What a worker wrote down of its crash, which anybody could have written.
@Suite struct CrashRecordTests {
  private func read(_ bytes: [UInt8]) throws -> CrashRecord? {
    let file = host_record_file(CrashRecord.size)
    try #require(file >= 0)
    defer { close(file) }
    #expect(pwrite(file, bytes, bytes.count, 0) == bytes.count)
    return CrashRecord(readingFrom: file)
  }

  private func record(_ fill: (inout host_crash_record) -> Void) -> [UInt8] {
    var record = host_crash_record()
    fill(&record)
    return withUnsafeBytes(of: &record) { Array($0) }
  }

  @Test func `where nothing was written there is no record`() throws {
    #expect(try read([]) == nil)
    #expect(try read(record { $0.kind = 77 }) == nil)
    #expect(try read(record { ($0.kind, $0.signal) = (UInt32(HOST_CRASH_SIGNAL), 99) }) == nil)
  }

  @Test func `counts beyond what there is room for are cut`() throws {
    let bytes = record {
      ($0.kind, $0.signal, $0.frame_count, $0.module_count) = (UInt32(HOST_CRASH_SIGNAL), 11, .max, .max)
      $0.frames.0.module = .max
      $0.modules.0.name_length = .max
      $0.modules.0.build_length = .max
    }
    let known = try #require(try read(bytes))
    #expect(known.frames.count == Int(HOST_RECORD_FRAMES))
    #expect(known.frames[0].module == nil)
    #expect(known.signal == 11)
  }

  @Test func `whatever stands there, it is read`() throws {
    var dice = Tries(state: 19)
    for _ in 0..<200 {
      var bytes = (0..<CrashRecord.size).map { _ in UInt8.random(in: 0...255, using: &dice) }
      bytes.replaceSubrange(0..<8, with: [1, 0, 0, 0, 11, 0, 0, 0])
      let known = try read(bytes)
      if let known { _ = Backtrace.named(Backtrace.numbers(known, of: "Reader")) { _ in nil } }
    }
  }

  @Test func `a backtrace ends in the component, and names what it can`() {
    let own = CrashRecord.Module(name: "libReader.so", build: "ab", base: 0x1000)
    let other = CrashRecord.Module(name: "/bin/host", build: "cd", base: 0x2000)
    func frame(_ address: UInt64, _ module: CrashRecord.Module?) -> CrashRecord.Frame {
      CrashRecord.Frame(address: address, module: module)
    }
    let known = CrashRecord(
      .signal, signal: 11,
      frames: [frame(0x1010, own), frame(0x2020, other), frame(0x1030, own), frame(0x2040, other)])
    let lines = Backtrace.numbers(known, of: "Reader")
    #expect(lines == ["libReader.so+0x10 (ab)", "/bin/host+0x20 (cd)", "libReader.so+0x30 (ab)"])
    #expect(Backtrace.named(lines) { _ in nil } == lines)
    // Not of the build that crashed, or no file at all.
    #expect(Backtrace.named(["/bin/sh+0x20 (00)", "/dev/zero+0x1 (00)", "../x+0x1", "", "x"]) { _ in nil }.count == 5)
  }

  @Test func `what a worker names is not opened unless it is a regular file`() throws {
    let state = TemporaryState()
    let path = "\(state.path)/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    // Kept open, or to open it would wait.
    let own = open(path, O_RDWR)
    let queue = inotify_init1(Int32(IN_NONBLOCK))
    inotify_add_watch(queue, path, UInt32(IN_OPEN))
    #expect(Backtrace.named(["\(path)+0x10 (00)"], copy: { _ in nil }) == ["\(path)+0x10 (00)"])
    var event = [UInt8](repeating: 0, count: 64)
    #expect(Glibc.read(queue, &event, event.count) < 0 && errno == EAGAIN)
    for number in [own, queue] { close(number) }
  }
}

private struct Tries: Dice {
  var state: UInt64
}
