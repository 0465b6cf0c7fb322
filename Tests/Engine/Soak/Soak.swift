import ComponentKit
import Glibc
import Synchronization
import TestDice
import TestThreads

@testable import ComponentHost

/// One host, whose watched folder another process changes, and what is known of how its calls end.
final class Soak: Sendable {
  let host: Host
  let seed: UInt64
  let workshop: ElfWorkshop
  let folder: String
  let changer: SoakChanger
  /// Comes, goes, breaks and changes.
  let changing: SoakFile
  /// Changes and breaks as well, and counts: each version goes on from where the one before has come.
  let tally: SoakFile
  let counts = SoakCounts()
  let ears: [SoakEar]
  /// The bytes of a component by its name, and where its stamp is in them.
  let made: [String: (bytes: [UInt8], stamp: Int)]
  private let isOver = Atomic(false)
  private let said = Guarded<[String]>([])

  /// No call has a reason to take as long as this; the host's own limit is twice that.
  static let patience = Duration.seconds(30)

  struct Use {
    let generations, descriptors, bytes: Int
  }

  init(seed: UInt64) throws {
    let workshop = try ElfWorkshop()
    let headers = String(#filePath.dropLast("Tests/Engine/Soak/Soak.swift".count)) + "Host/ABI/include"
    func component(_ name: String, _ flags: String = "") throws -> [UInt8] {
      let file = try workshop.compile(
        Soak.source, to: "made", "-O1 -s -I '\(headers)' -DNAME='\"\(name)\"' \(flags)")
      return try ElfWorkshop.content(of: file)
    }
    let (changing, tally) = (SoakFile("Changing", hasState: false), SoakFile("Tally", hasState: true))
    var made: [String: (bytes: [UInt8], stamp: Int)] = [:]
    for (file, flags) in [(changing, ""), (tally, "-DSTATE")] {
      let bytes = try component(file.name, flags)
      guard let mark = bytes.indices.first(where: { bytes[$0...].starts(with: Soak.mark) }) else {
        throw ElfWorkshop.Problem(words: "the compiler left the mark out")
      }
      made[file.name] = (bytes, mark + Soak.mark.count)
    }
    let folder = "\(workshop.path)/components"
    guard mkdir(folder, 0o755) == 0 else { throw ElfWorkshop.Problem(words: "can't make \(folder)") }
    try workshop.write(component("Steady", "-DHEARS"), to: "components/libSteady.so")
    self.seed = seed
    (self.workshop, self.folder, self.made) = (workshop, folder, made)
    (self.changing, self.tally) = (changing, tally)
    changer = try SoakChanger(in: workshop)
    var settings = Settings(directories: [folder])
    settings.watches = true
    // What this limits is seen to by the pause between changes.
    settings.retiredLimit = .max
    settings.retiredBytes = .max
    let teller = Teller()
    settings.changed = { teller.tell($0) }
    host = Host(settings)
    ears = [SoakEar(changing), SoakEar(tally)]
    teller.soak.withLock { $0.soak = self }
  }

  // MARK: how it ends

  var isEnded: Bool { isOver.load(ordering: .acquiring) }
  func end() { isOver.store(true, ordering: .releasing) }
  var complaints: [String] { said.withLock { $0 } }

  /// Says what is wrong, with what became of the component's file, and ends the soak.
  func complain(_ words: String, _ file: SoakFile? = nil) {
    let isFirst = said.withLock { said in
      if said.count < 20 { said.append("seed \(seed), at \(SoakFile.now): \(words)") }
      return said.count == 1
    }
    if isFirst, let file { said.withLock { $0 += file.lines.suffix(24) } }
    end()
  }

  // MARK: what the host tells

  /// Stands between a host and its soak, which is made with it.
  private struct Teller: Sendable {
    let soak = Guarded(Weak())
    struct Weak: Sendable {
      weak var soak: Soak?
    }
    func tell(_ change: Change) { soak.withLock { $0.soak }?.hear(change) }
  }

  private func hear(_ change: Change) {
    guard let file = [changing, tally].first(where: { $0.name == change.name }) else { return }
    guard case .replaced(let number) = change.kind else { return file.note("the host tells: \(change)") }
    counts.replaced.add()
    let generation = host.loader.gate.locked { host.loader.generations[change.name]?.first { $0.number == number } }
    guard let generation else { return complain("the host tells of generation \(number), which it has not", file) }
    file.take(Int(generation.version.patch), generation: number)
  }

  // MARK: what it holds

  var use: Use {
    var count = 0
    if let folder = opendir("/proc/self/fd") {
      while readdir(folder) != nil { count += 1 }
      closedir(folder)
    }
    let status = (try? Descriptor(opening: "/proc/self/statm").bytes(at: 0, count: 16)) ?? []
    let pages = String(decoding: status, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return Use(generations: generations, descriptors: count, bytes: (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE)))
  }

  /// How many there ever were, all of which are in memory.
  var generations: Int { host.loader.gate.locked { host.loader.generations.reduce(0) { $0 + $1.value.count } } }

  /// How many were replaced or taken out, and still have calls under way.
  var draining: Int {
    host.loader.gate.locked { host.loader.generations.reduce(0) { $0 + $1.value.count { $0.state == .draining } } }
  }
}

/// Numbers that are the same in each run of a seed.
struct SoakDice: Dice {
  var state: UInt64
}
