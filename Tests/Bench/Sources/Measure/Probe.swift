import BenchNative
import ComponentHost
import ComponentKit
import Glibc

/// What can be measured only once in a process. The first component warms up what all share.
struct Probe {
  let folder: String
  /// Those that the program may use, although its first thread is kept on one.
  let processors: [Int32]

  func run(_ name: String) throws -> [Double] {
    switch name {
    case "taken-over": try takenOver()
    case "waits": try waits()
    case "thousand": try thousand()
    case "generation": [try perGeneration()]
    default: [try number(name)]
    }
  }

  private func number(_ name: String) throws -> Double {
    switch name {
    case "load": try perComponent(now, by: hosted("load", inPlace: false))
    case "load-in-place": try perComponent(now, by: hosted("load", inPlace: true))
    case "bare": try perComponent(now, by: bare("load"))
    case "load-c": try perComponent(now, by: hosted("load-c", inPlace: false))
    case "load-c-in-place": try perComponent(now, by: hosted("load-c", inPlace: true))
    case "bare-c": try perComponent(now, by: bare("load-c"))
    case "floor-load": try perComponent(now, by: plain("load", inPlace: false))
    case "floor-load-in-place": try perComponent(now, by: plain("load", inPlace: true))
    case "floor-load-c": try perComponent(now, by: plain("load-c", inPlace: false))
    case "floor-load-c-in-place": try perComponent(now, by: plain("load-c", inPlace: true))
    case "memory": try perComponent(Probe.heap, by: hosted("load", inPlace: false))
    case "memory-bare": try perComponent(Probe.heap, by: bare("load"))
    case "generation-bare": try perComponent(Probe.heap, by: bare("replaced-load"))
    case "actions": try perAction("Reader", "Many")
    case "described": try perAction("Described", "ManyDescribed")
    case "names": try perName()
    default: throw Complaint("there is no probe '\(name)'")
    }
  }

  private func perComponent(_ gauge: () -> Double, by load: (String) throws -> Void) throws -> Double {
    let count = 8
    try load("Load0")
    let before = gauge()
    for number in 1...count { try load("Load\(number)") }
    return (gauge() - before) / Double(count)
  }

  private func hosted(_ components: String, inPlace: Bool) -> (String) throws -> Void {
    var settings = Settings(directories: ["\(folder)/\(components)"])
    settings.loadsInPlace = inPlace
    let host = Host(settings)
    return { name in
      guard try host.load(name)?.targets.count == 1 else { throw Complaint("\(name) is not loaded") }
    }
  }

  // As a host in C does that checks nothing.
  private func plain(_ components: String, inPlace: Bool) throws -> (String) throws -> Void {
    typealias Load = @convention(c) (UnsafePointer<CChar>, Int, UnsafePointer<CChar>, Int) -> Int
    let load = unsafeBitCast(
      try Floors.find("floor_load", in: Floors.open("\(folder)/libload.so")), to: Load.self)
    let path = "\(folder)/\(components)"
    let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return { name in
      guard load(path, Int(directory), name, inPlace ? 0 : 1) == 1 else { throw Complaint("\(name) is not loaded") }
    }
  }

  private func bare(_ components: String) -> (String) throws -> Void {
    { name in _ = try Floors.find("register", in: Floors.open("\(folder)/\(components)/lib\(name).so")) }
  }

  private func perAction(_ few: String, _ many: String) throws -> Double {
    let few = try heap(loading: few)
    return (try heap(loading: many) - few) / 3000
  }

  private func heap(loading name: String) throws -> Double {
    let host = Host(Settings(directories: ["\(folder)/plugins"]))
    let before = Probe.heap()
    _ = try host.mediator.call(name, "showDetail", ["id": 1])
    return Probe.heap() - before
  }

  private func perName() throws -> Double {
    let floors = try Floors(folder)
    let start = Probe.heap()
    _ = floors.table(1000, floors.leaf)
    let few = Probe.heap()
    _ = floors.table(4000, floors.leaf)
    return ((Probe.heap() - few) - (few - start)) / 3000
  }

  static func heap() -> Double { Double(bench_heap()) }
}
