import ComponentHost
import ComponentKit
import FuzzChild
import Glibc

/// One mutant, judged, loaded and called in a process of its own.
final class Trial {
  private let folder: String
  private let mutant: Mutant

  init(_ mutant: Mutant, in folder: String) {
    self.mutant = mutant
    self.folder = folder
  }

  func run(_ end: UnsafeMutablePointer<child_end>) {
    let path = "\(folder)/lib\(mutant.original.name).so"
    unlink(path)
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o755)
    let bytes = mutant.bytes
    guard file >= 0, write(file, bytes, bytes.count) == bytes.count else { return }
    close(file)
    child_run(
      { Unmanaged<Trial>.fromOpaque($0!).takeUnretainedValue().live() }, Unmanaged.passUnretained(self).toOpaque(),
      5000, end)
    unlink(path)
  }

  private func live() {
    child_reached(Ending.Step.judging.rawValue)
    let host = Host(Settings(directories: [folder]))
    guard host.list().contains(where: { $0.state == .ready }) else {
      return child_reached(Ending.Step.refused.rawValue)
    }
    child_reached(Ending.Step.loading.rawValue)
    do throws(Refusal) {
      _ = try host.load(mutant.original.name)
    } catch {
      return child_reached(Ending.Step.notLoaded.rawValue)
    }
    child_reached(Ending.Step.calling.rawValue)
    // What it answers is its own business.
    _ = try? host.mediator.call(mutant.original.name, "run")
    child_reached(Ending.Step.done.rawValue)
  }
}
