import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// A file that was refused for what is in it is not read again before it changes.
@Suite(.offPool) struct RefusalMemoryTests {
  private static func reason(_ host: Host, _ name: String = "Plain") -> String? {
    do throws(Failure) {
      _ = try host.mediator.call(name, "run")
      return nil
    } catch {
      return error.details["refusal"]?.text
    }
  }

  @Test func `a refused file is not copied again`() async throws {
    let workshop = try ElfWorkshop()
    _ = try workshop.compile("int answer(void) { return 42; }", to: "libPlain.so")
    // Long enough for another file not to look like this one.
    usleep(150_000)
    await #expect(processExitsWith: .success) { [path = workshop.path as String] in
      let host = Host(Settings(directories: [path]))
      #expect(RefusalMemoryTests.reason(host) == "no_note")
      // Room for the file itself, and none for a copy.
      let next = dup(0)
      close(next)
      var limit = rlimit(rlim_cur: rlim_t(next + 1), rlim_max: rlim_t(next + 1))
      setrlimit(__rlimit_resource_t(7 /* RLIMIT_NOFILE */), &limit)
      #expect(RefusalMemoryTests.reason(host) == "no_note")
      let other = Host(Settings(directories: [path]))
      #expect(RefusalMemoryTests.reason(other) != "no_note")
    }
  }

  @Test func `any change of the file ends the memory of its refusal`() throws {
    let workshop = try ElfWorkshop()
    let path = try workshop.compile("int answer(void) { return 42; }", to: "libPlain.so")
    usleep(150_000)
    let host = Host(Settings(directories: [workshop.path]))
    #expect(RefusalMemoryTests.reason(host) == "no_note")
    // In place, of the same size and with the same time of its content.
    var before = stat()
    stat(path, &before)
    let file = open(path, O_WRONLY | O_CLOEXEC)
    #expect(pwrite(file, "x", 1, 0) == 1)
    futimens(file, [before.st_mtim, before.st_mtim])
    close(file)
    #expect(RefusalMemoryTests.reason(host) == "not_elf")
  }

  @Test func `only so many refusals are remembered`() throws {
    let workshop = try ElfWorkshop()
    let loader = Host(Settings(directories: [workshop.path])).loader
    for number in 0..<(Loader.refusalLimit + 10) {
      let name = "Plain\(number)"
      let file = try workshop.write([], to: "lib\(name).so")
      guard case .refused(let refusal) = loader.ensure(name) else {
        Issue.record("\(name) is not refused")
        return
      }
      #expect(refusal.reason == "empty")
      unlink(file)
    }
    #expect(loader.slots.count(where: \.value.isRefused) <= Loader.refusalLimit)
  }
}
