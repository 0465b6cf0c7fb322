import BenchNative
import Glibc

/// What is printed of a figure.
enum Output {
  static func measure(_ figure: Figure, _ place: Place) throws {
    let work = try figure.make(place)
    if case .impossible(let reason) = work { return say("skipped: \(figure.name), \(reason)", on: STDERR_FILENO) }
    let samples = try work.measure()
    line(figure, "figure", samples.figure)
    line(figure, "floor", samples.floor)
  }

  /// Only where Tests/Bench/C/count.c is preloaded, and for what can be done over and over.
  static func allocations(_ figure: Figure, _ place: Place) throws {
    guard case .loops(let loops) = try figure.make(place) else { return }
    guard let found = dlsym(nil, "bench_allocations") else { throw Complaint("no allocations are counted") }
    let count = unsafeBitCast(found, to: (@convention(c) () -> Int).self)
    sink &+= loops.figure(loops.counted)
    let before = count()
    sink &+= loops.figure(loops.counted)
    let made = count() - before
    line(figure, "allocations", [Double(made) / Double(loops.counted) / loops.each])
  }

  /// Under callgrind, which counts inside of `floor_counted` only and writes a file at each of its ends.
  static func instructions(_ figure: Figure, _ place: Place) throws {
    guard case .loops(let loops) = try figure.make(place) else { return }
    for (kind, loop) in [("instructions", loops.figure), ("floor-instructions", loops.floor)] {
      sink &+= loop(min(loops.counted, 100))
      let box = Box(loop)
      sink &+= place.floors.counted(
        { Unmanaged<Box>.fromOpaque($0!).takeUnretainedValue().loop($1) },
        Unmanaged.passUnretained(box).toOpaque(), loops.counted)
      line(figure, kind, [Double(loops.counted) * loops.each])
    }
  }

  private static func line(_ figure: Figure, _ kind: String, _ numbers: [Double]) {
    say(([figure.name, kind] + numbers.map { "\($0)" }).joined(separator: "\t"))
  }
}

private final class Box {
  let loop: Loops.Loop
  init(_ loop: @escaping Loops.Loop) { self.loop = loop }
}
