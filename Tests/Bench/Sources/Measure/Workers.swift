import ComponentHost
import ComponentKit
import ComponentWorkers
import Glibc

// What a process of its own costs a component before it is called a second time.
extension Figure {
  static var workers: [Figure] {
    [
      Figure("isolated.start") { place in
        let empty = Child(["\(place.folder)/empty-static"])
        return .pairs(repetitions: 21) {
          let host = small(place)
          defer { host.close() }
          let began = now()
          _ = try host.mediator.call("Load0", "run", ["id": 1])
          let start = now() - began
          return (start, try empty.time() + probe(place, "load-c", 1)[0])
        }
      },
      Figure("isolated.memory") { place in
        .pairs(repetitions: 5) {
          let host = small(place)
          defer { host.close() }
          _ = try host.mediator.call("Load0", "run", ["id": 1])
          var status = stat()
          guard stat("\(place.folder)/load-c/libLoad0.so", &status) == 0, let own = ownMemory(ofChildNamed: "Load0")
          else { throw Complaint("its worker is not found") }
          return (own, Double(status.st_size))
        }
      },
    ]
  }

  // Of one small component in C.
  private static func small(_ place: Place) -> Host {
    var settings = Settings(directories: ["\(place.folder)/load-c"])
    settings.isolation = .all
    settings.isolator = WorkerProcesses(program: place.program)
    return Host(settings)
  }

  // What a child has written of memory that no other process shares; its first argument ends with its component's name.
  private static func ownMemory(ofChildNamed name: String) -> Double? {
    guard let folder = opendir("/proc") else { return nil }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let number = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard Int32(number) != nil, Memory.lines(of: "/proc/\(number)/status").contains("PPid:\t\(getpid())"),
        Memory.lines(of: "/proc/\(number)/cmdline").first?.split(separator: "\0").first?.hasSuffix(": \(name)") == true
      else { continue }
      return Memory.own(ofProcess: number)
    }
    return nil
  }
}
