import FuzzChild
import Glibc

// mutants COUNT SEED FOLDER LIBRARY...
//
// Makes COUNT mutants of the libraries, judges, loads and calls each of those in a process of its own, and prints what
// became of them. Fails where the check that lets a library pass did not keep its promise.

let arguments = CommandLine.arguments
guard arguments.count > 4, let count = Int(arguments[1]), count > 0, let seed = UInt64(arguments[2]) else {
  print("usage: mutants COUNT SEED FOLDER LIBRARY...")
  exit(2)
}
let originals = arguments[4...].map { path in
  guard let original = Original(path) else {
    print("error: \(path) is no library lib<Name>.so")
    exit(2)
  }
  return original
}
guard let shared = child_shared((count + originals.count) * MemoryLayout<child_end>.stride) else {
  print("error: no memory for \(count) results")
  exit(2)
}
let ends = shared.bindMemory(to: child_end.self, capacity: count + originals.count)
for (index, original) in originals.enumerated() {
  Trial(Mutant(original), in: arguments[3]).run(ends + count + index)
  let ending = Ending(ends[count + index])
  guard ending == .answered else {
    print("error: \(original.label) itself is no good: \(ending.words)")
    exit(2)
  }
}

let workers = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
let worker = Int(child_split(Int32(workers)))
if worker >= 0 {
  let folder = "\(arguments[3])/\(worker)"
  mkdir(folder, 0o755)
  for number in stride(from: worker, to: count, by: workers) {
    Trial(Mutant(number, of: originals, seed: seed), in: folder).run(ends + number)
  }
  child_leave()
}

// All results lie in one memory, which a mutant's own code can write to: what was lost so is had by running it again.
for number in 0..<count where Ending(ends[number]) == .notRun {
  ends[number] = child_end()
  Trial(Mutant(number, of: originals, seed: seed), in: arguments[3]).run(ends + number)
}

let report = MutantReport(count: count, seed: seed, originals: originals, endings: (0..<count).map { Ending(ends[$0]) })
print(report.text)
exit(report.holds ? 0 : 1)
