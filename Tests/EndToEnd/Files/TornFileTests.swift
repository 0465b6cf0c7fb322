import ComponentHost
import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

/// Files that are written to while they are loaded: whole before or whole after, and nothing between.
@Suite(.offPool) struct TornFileTests {
  private static let changed = Folder.bytes(of: "\(Place.fixtures)/good-changed/libGood.so")

  private func host(_ folder: Folder, inPlace: Bool = false) -> Host {
    var settings = Settings(directories: [folder.path])
    settings.loadsInPlace = inPlace
    return Host(settings)
  }

  private func refusal(_ host: Host) -> Value? {
    failure { () throws(Failure) in try host.mediator.call("Good", "run") }?.details["refusal"]
  }

  private static func write(_ bytes: some Collection<UInt8>, to file: Int32) {
    let bytes = Array(bytes)
    #expect(bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) } == bytes.count)
  }

  @Test(arguments: [false, true])
  func `what somebody has open for writing is refused as changing, and taken when it is closed`(_ inPlace: Bool) throws
  {
    let folder = Folder("good")
    let host = host(folder, inPlace: inPlace)
    let file = open(folder("libGood.so"), O_WRONLY | O_CLOEXEC)
    TornFileTests.write(TornFileTests.changed.prefix(TornFileTests.changed.count / 2), to: file)
    #expect(refusal(host) == "changing")
    TornFileTests.write(TornFileTests.changed, to: file)
    ftruncate(file, TornFileTests.changed.count)
    close(file)
    #expect(try host.mediator.call("Good", "run") == "changed")
  }

  @Test func `a URL waits once for a file that somebody has open, whatever else it may lead to`() throws {
    let folder = Folder("good")
    let looks = Mutex(0)
    var settings = Settings(directories: [folder.path])
    settings.policy.routes = [Route("/run", host: "Good", to: "Good", "run")]
    settings.tracer = { span in if span.name == "find and load Good" { looks.withLock { $0 += 1 } } }
    let host = Host(settings)
    let file = open(folder("libGood.so"), O_WRONLY | O_CLOEXEC)
    defer { close(file) }
    let failure = failure { () throws(Failure) in try host.mediator.open("app://Good/run") }
    #expect(failure?.reason == "unavailable" && looks.withLock { $0 } == 1, "\(String(describing: failure))")
  }

  @Test func `a call waits for the copy that is under way`() throws {
    let folder = Folder("good")
    let host = host(folder)
    let file = open(folder("libGood.so"), O_WRONLY | O_TRUNC | O_CLOEXEC)
    let reply = Mutex<Value?>(nil)
    let caller = Thread {
      let answer = try? host.mediator.call("Good", "run")
      reply.withLock { $0 = answer }
    }
    TornFileTests.write(TornFileTests.changed, to: file)
    close(file)
    caller.join()
    #expect(reply.withLock { $0 } == "changed")
  }

  @Test func `a library beside a component that is open for writing is refused as changing`() throws {
    let folder = Folder("beside-soname")
    // A process of its own: another test may have the library already.
    let call = ["--plugins", folder.path, "call", "BesideSoname", "run"]
    let file = open(folder("libbeside.so.1"), O_WRONLY | O_CLOEXEC)
    let words = "the library 'libbeside.so.1' beside it is refused: it is being written to"
    #expect(Run.host(call).err.contains(" is refused: \(words)\n"))
    close(file)
    #expect(Run.host(call) == Run(out: "42\n", err: "", code: 0))
  }

  @Test func `a replacement that is open for writing is taken by a later refresh`() throws {
    let folder = Folder("good")
    let host = host(folder)
    #expect(try host.mediator.call("Good", "run") == "ok")
    let file = open(folder("libGood.so"), O_WRONLY | O_TRUNC | O_CLOEXEC)
    TornFileTests.write(TornFileTests.changed, to: file)
    #expect(host.refresh().map(\.description) == ["Good was not replaced: it is being written to"])
    #expect(host.refresh() == [], "said once")
    #expect(try host.mediator.call("Good", "run") == "ok")
    // Nothing of the file changes any more.
    close(file)
    #expect(host.refresh().map(\.description) == ["Good was replaced: generation 2"])
  }

  @Test func `bytes that were written while a file was open to all are never taken`() throws {
    let folder = Folder("good")
    let good = Folder.bytes(of: folder("libGood.so"))
    let isOver = Atomic(false)
    let changer = Thread {
      while !isOver.load(ordering: .relaxed) {
        chmod(folder("libGood.so"), 0o666)
        let file = open(folder("libGood.so"), O_WRONLY | O_CLOEXEC)
        TornFileTests.write(TornFileTests.changed, to: file)
        TornFileTests.write(good, to: file)
        ftruncate(file, good.count)
        close(file)
        chmod(folder("libGood.so"), 0o644)
      }
    }
    var answers: [String: Int] = [:]
    for _ in 1...400 {
      let host = host(folder)
      let answer: String
      do throws(Failure) {
        answer = try host.mediator.call("Good", "run").text ?? ""
      } catch {
        answer = error.details["refusal"]?.text ?? error.message
      }
      answers[answer, default: 0] += 1
    }
    isOver.store(true, ordering: .relaxed)
    changer.join()
    #expect(Set(answers.keys).isSubset(of: ["ok", "not_trusted", "changing"]), "\(answers)")
  }

  @Test(.enabled(if: Another.isThere, "another user can't be run as here"))
  func `where the system tells of no writers, what was written to in the last moments has to settle`() {
    let folder = Folder("good")
    let call = ["--plugins", folder.path, "call", "Good", "run"]
    #expect(Another.host(call) == Run(out: "ok\n", err: "", code: 0))
    let isOver = Atomic(false)
    let last = TornFileTests.changed.last.map { [$0] } ?? []
    let writer = Thread {
      let file = open(folder("libGood.so"), O_WRONLY | O_CLOEXEC)
      while !isOver.load(ordering: .relaxed) {
        _ = last.withUnsafeBytes { pwrite(file, $0.baseAddress, 1, 1 << 20) }
        usleep(1000)
      }
      close(file)
    }
    #expect(eventually { Folder.bytes(of: folder("libGood.so")).count > 1 << 20 })
    let run = Another.host(call)
    isOver.store(true, ordering: .relaxed)
    writer.join()
    #expect(run.code == 4 && run.err.contains("is refused: it is being written to"), "\(run.err)")
    #expect(Another.host(call) == Run(out: "ok\n", err: "", code: 0))
  }
}
