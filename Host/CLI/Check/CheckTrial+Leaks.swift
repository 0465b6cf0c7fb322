import ComponentHost
import ComponentKit
import Glibc
import HostNative

/// What the process has just now.
struct Possessions: Sendable, Equatable {
  var descriptors: Int
  /// Nil where the system does not tell.
  var threads: Int?
  /// Bytes of the heap; nil where the C library does not tell.
  var memory: Int?
}

extension Possessions {
  /// What this process has now.
  ///
  /// - Parameter tasks: the folder that has an entry for each thread; negative where it can't be read.
  init(_ tasks: Int32) {
    descriptors = (0..<Possessions.descriptorLimit).count { fcntl($0, F_GETFD) >= 0 }
    threads = Possessions.entries(of: tasks)
    let heap = host_heap_in_use()
    memory = heap < 0 ? nil : Int(heap)
  }

  private static let descriptorLimit: Int32 = 8192

  /// Opened before the process may open no more of the system's files.
  static func openTasks() -> Int32 { open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

  private static func entries(of folder: Int32) -> Int? {
    guard folder >= 0 else { return nil }
    // A copy shares its position with the folder, so that begins anew.
    let copy = dup(folder)
    guard copy >= 0, let entries = fdopendir(copy) else {
      if copy >= 0 { close(copy) }
      return nil
    }
    defer { closedir(entries) }
    rewinddir(entries)
    var count = 0
    while let entry = readdir(entries) {
      if entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { count += 1 }
    }
    return count
  }
}

/// What became more over calls of one action.
struct Leak: Sendable, Equatable {
  let reason: String
  let message: String

  /// A descriptor or a thread for each twentieth call is one too many, and so are these bytes of memory for each call: what
  /// an action keeps that is asked to keep something is less.
  static func all(_ samples: [Possessions], calls: Int) -> [Leak] {
    guard let first = samples.first, let last = samples.last, samples.count > 2, calls > 0 else { return [] }
    func grows(_ value: (Possessions) -> Int?) -> Int? {
      let values = samples.compactMap(value)
      guard values.count == samples.count, zip(values, values.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
      return (value(last) ?? 0) - (value(first) ?? 0)
    }
    var leaks: [Leak] = []
    let few = max(8, calls / 20)
    if let more = grows({ $0.descriptors }), more >= few {
      leaks.append(Leak(reason: "leaks_descriptors", message: "\(more) descriptors more after \(calls) calls"))
    }
    if let more = grows({ $0.threads }), more >= few {
      leaks.append(Leak(reason: "leaks_threads", message: "\(more) threads more after \(calls) calls"))
    }
    if let more = grows({ $0.memory }), more / calls >= bytesPerCall {
      leaks.append(
        Leak(
          reason: "leaks_memory",
          message: "\(more >> 10) KiB more after \(calls) calls, which are \(more / calls) bytes for each"))
    }
    return leaks
  }

  static let bytesPerCall = 4096
}

extension CheckTrial {
  private static let leakCalls = 1000
  private static let samples = 4
  // For one action, and for all of them.
  private static let leakTime = Duration.seconds(2)
  private static let allLeakTime = Duration.seconds(60)
  // In nanoseconds: who waits for the worker hears as often that it goes on.
  private static let pause: Int64 = 300_000_000

  /// Calls each action a thousand times, after some that may fill what it keeps.
  func lookForLeaks() {
    let tasks = Possessions.openTasks()
    let host = host()
    guard let component = load(host) else { return }
    let all = actions(of: component)
    let time = min(CheckTrial.leakTime, CheckTrial.allLeakTime / max(1, all.count))
    for (number, made) in all.enumerated() where number >= job.first && !isLeftOut(made) {
      lookForLeaks(host, made, number, tasks, within: time)
    }
    end(host)
  }

  private func lookForLeaks(
    _ host: Host, _ made: MadeCalls, _ number: Int, _ tasks: Int32, within time: Duration
  ) {
    let parameters = (0..<8).map { made.right($0) }
    var place = CheckPlace(made.target, made.action.name, "a thousand times", parameters[0])
    talk.at(number, place)
    // Said often from here on.
    place.parameters = nil
    let began = Deadline.now
    let pause = time.nanoseconds / Int64(CheckTrial.samples + 1)
    var (told, looked) = (began, began)
    var samples: [Possessions] = []
    var before = 0
    var calls = 0
    let most = CheckTrial.leakCalls + CheckTrial.leakCalls / CheckTrial.samples
    while calls < most {
      let now = Deadline.now
      // An action that is slow is called less often.
      if now - began > time.nanoseconds { break }
      if now - told > CheckTrial.pause {
        told = now
        talk.at(number, place)
      }
      call(host, made, parameters[calls % parameters.count], at: place, mayEnd: true)
      calls += 1
      if calls % (CheckTrial.leakCalls / CheckTrial.samples) == 0 || Deadline.now - looked > pause {
        looked = Deadline.now
        if samples.isEmpty { before = calls }
        samples.append(Possessions(tasks))
      }
    }
    if calls < CheckTrial.leakCalls {
      talk.note("\(made.target).\(made.action.name) was called \(calls) times in the time that there was for it")
    }
    for leak in Leak.all(samples, calls: calls - before) { talk.find(leak.reason, leak.message, at: place) }
  }
}
