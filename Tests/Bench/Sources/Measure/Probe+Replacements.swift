import BenchNative
import ComponentHost
import ComponentKit
import Glibc
import Synchronization

// What becomes of a component whose file is replaced.
extension Probe {
  /// From the move of a file into a watched folder to the first answer of the new code, and the load of such a file alone:
  /// each as the median of eight.
  func takenOver() throws -> [Double] {
    // The host's own threads are on the other processor.
    bench_pin(processors[1])
    let replaced = try Replaced("Counting", of: "libCounting.so", in: folder, watches: true)
    let other = Host(Settings(directories: ["\(folder)/replaced-load"]))
    _ = try other.load("Load0")
    let mediator = replaced.host.mediator
    _ = try mediator.call("Counting", "count")
    usleep(50_000)
    bench_pin(processors[0])
    var (taken, alone): ([Double], [Double]) = ([], [])
    for number in 1...8 {
      try replaced.prepare()
      let began = now()
      try replaced.move()
      while try mediator.call("Counting", "count") != 1 {}
      taken.append(now() - began)
      usleep(50_000)
      let loaded = now()
      _ = try other.load("Load\(number)")
      alone.append(now() - loaded)
    }
    return [taken.sorted()[4], alone.sorted()[4]]
  }

  /// What the calls of another thread wait in locks during each of 1,000 replacements: the median, the 99th hundredth;
  /// and how long a replacement takes.
  func waits() throws -> [Double] {
    let replaced = try Replaced("Third", of: "plugins/libThird.so", in: folder)
    let caller = WatchedCaller(RawCall(try Caller.register(with: replaced.host), "Third", ["run"]), processors[1])
    bench_pin(processors[0])
    var (waits, times): ([Double], [Double]) = ([], [])
    for _ in 0..<1010 {
      try replaced.prepare()
      let before = try caller.waited()
      let began = now()
      try replaced.move()
      try replaced.refresh()
      times.append(now() - began)
      waits.append(try caller.waited() - before)
    }
    caller.end()
    // The first ones warm up.
    let sorted = waits.dropFirst(10).sorted()
    return [sorted[500], sorted[990], times.dropFirst(10).sorted()[500]]
  }

  /// How long it takes to replace a component by generation 1,000, and by one of the first: each as the median of
  /// 63, for the machine's own speed changes meanwhile.
  func thousand() throws -> [Double] {
    let replaced = try Replaced("Counting", of: "libCounting.so", in: folder)
    var times: [Double] = []
    for _ in 2...1000 {
      try replaced.prepare()
      try replaced.move()
      let began = now()
      try replaced.refresh()
      times.append(now() - began)
    }
    return [times.suffix(63).sorted()[31], times.dropFirst().prefix(63).sorted()[31]]
  }

  /// What 100 generations have come to hold each once they are retired.
  func perGeneration() throws -> Double {
    let replaced = try Replaced("Counting", of: "libCounting.so", in: folder)
    func replace(_ times: Int) throws -> Double {
      for _ in 0..<times {
        try replaced.prepare()
        try replaced.move()
        try replaced.refresh()
      }
      while replaced.host.generations.dropLast().contains(where: { $0.state != .retired }) { usleep(1000) }
      return Probe.heap()
    }
    let before = try replace(20)
    return (try replace(100) - before) / 100
  }
}

/// One component in a folder of its own, whose file is replaced.
private struct Replaced {
  let host: Host
  private let name: String
  private let source: [UInt8]
  private let folder: String

  init(_ name: String, of file: String, in place: String, watches: Bool = false) throws {
    var template = Array("\(place)/replaced-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Complaint("there is no temporary folder") }
    (self.name, folder) = (name, String(cString: made))
    source = try Replaced.bytes("\(place)/\(file)")
    var settings = Settings(directories: ["\(folder)/plugins"])
    settings.watches = watches
    host = Host(settings)
    guard mkdir("\(folder)/plugins", 0o755) == 0 else { throw Complaint("\(folder) can't be filled") }
    try prepare()
    try move()
    guard try host.load(name) != nil else { throw Complaint("\(name) is not loaded") }
  }

  private static func bytes(_ file: String) throws -> [UInt8] {
    let number = open(file, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw Complaint("\(file) can't be read") }
    defer { close(number) }
    var bytes = [UInt8](repeating: 0, count: Int(lseek(number, 0, SEEK_END)))
    guard pread(number, &bytes, bytes.count, 0) == bytes.count else { throw Complaint("\(file) can't be read") }
    return bytes
  }

  /// Writes the next file, beside the folder.
  func prepare() throws {
    let number = open("\(folder)/next", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard number >= 0, write(number, source, source.count) == source.count else {
      throw Complaint("\(folder) can't be filled")
    }
    close(number)
  }

  func move() throws {
    guard rename("\(folder)/next", "\(folder)/plugins/lib\(name).so") == 0 else {
      throw Complaint("\(folder) can't be filled")
    }
  }

  func refresh() throws {
    guard host.refresh().count == 1 else { throw Complaint("\(name) is not replaced") }
  }
}

/// A thread that calls all the time, and says what it has waited in locks. Tests/Bench/C/gates.c has to be preloaded.
private final class WatchedCaller: @unchecked Sendable {
  // Sendable: what changes is atomic, but for the thread, which only its maker uses.
  private let isOver = Atomic(false)
  private let calls = Atomic(0)
  private let nanoseconds = Atomic(0)
  private let call: RawCall
  private let processor: Int32
  private var thread = pthread_t()

  init(_ call: RawCall, _ processor: Int32) {
    (self.call, self.processor) = (call, processor)
    pthread_create(
      &thread, nil,
      {
        Unmanaged<WatchedCaller>.fromOpaque($0!).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func run() {
    bench_pin(processor)
    guard let watch = dlsym(nil, "bench_watch_gates"), let waited = dlsym(nil, "bench_waited") else { return }
    unsafeBitCast(watch, to: (@convention(c) () -> Void).self)()
    let gauge = unsafeBitCast(waited, to: (@convention(c) () -> Int).self)
    var answer = 0
    while !isOver.load(ordering: .acquiring) {
      answer = call.int(answer)
      nanoseconds.store(gauge(), ordering: .releasing)
      calls.add(1, ordering: .releasing)
    }
  }

  /// Until now: of calls that begin later nothing is in it, and all of those that began before.
  func waited() throws -> Double {
    let seen = calls.load(ordering: .acquiring)
    let began = now()
    while calls.load(ordering: .acquiring) < seen + 2 {
      if now() - began > 1e10 { throw Complaint("nobody calls; is Tests/Bench/C/gates.c preloaded?") }
    }
    return Double(nanoseconds.load(ordering: .acquiring))
  }

  func end() {
    isOver.store(true, ordering: .releasing)
    pthread_join(thread, nil)
  }
}
