import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

@testable import ComponentHost

/// One host over a folder that changes under it.
@Suite(.offPool) struct RefreshTests {
  private func failing(_ host: Host, _ target: String) -> Failure? {
    failure { () throws(Failure) in try host.mediator.call(target, "run") }
  }

  @Test func `what was replaced becomes the next generation, with statics of its own`() throws {
    let folder = Folder("counts")
    let host = Host(Settings(directories: [folder.path]))
    for count in 1...3 { #expect(try host.mediator.call("Counts", "run") == .int(count)) }
    #expect(host.refresh() == [])
    folder.put("counts")
    #expect(try host.mediator.call("Counts", "run") == 4)
    let changes = host.refresh()
    #expect(changes.map(\.description) == ["Counts was replaced: generation 2"])
    for count in 1...2 { #expect(try host.mediator.call("Counts", "run") == .int(count)) }
    #expect(host.list().map(\.generation) == [2])
    #expect(host.refresh() == [])
  }

  // What was judged just after it was written is known by its bytes, and otherwise by size and times.
  @Test func `what was refused is not tried again while its file stays, however young that was`() throws {
    let folder = Folder("counts")
    let host = Host(Settings(directories: [folder.path]))
    #expect(try host.mediator.call("Counts", "run") == 1)
    folder.copy("\(Place.fixtures)/start-fails/libStartFails.so", as: "libCounts.so")
    for look in 1...3 {
      #expect(host.refresh().map(\.name) == (look == 1 ? ["Counts"] : []))
      #expect(host.generations.filter { $0.state == .refused }.map(\.name) == ["Counts"])
      if look == 2 { usleep(UInt32(FileClock.tick / 1000) + 50_000) }
    }
  }

  @Test func `what does not start is not started again by its calls while its file stays, but by a refresh`() throws {
    let folder = Folder("start-fails")
    let host = Host(Settings(directories: [folder.path]))
    for look in 1...3 {
      #expect(failing(host, "StartFails")?.details["refusal"] == "start_failed")
      #expect(host.generations.filter { $0.state == .failed }.count == 1)
      if look == 2 { usleep(UInt32(FileClock.tick / 1000) + 50_000) }
    }
    folder.put("start-fails")
    #expect(failing(host, "StartFails")?.details["refusal"] == "start_failed")
    #expect(host.generations.filter { $0.state == .failed }.count == 2)
    #expect(host.refresh() == [])
    #expect(failing(host, "StartFails")?.details["refusal"] == "start_failed")
    #expect(host.generations.filter { $0.state == .failed }.count == 3)
  }

  @Test func `what was replaced or taken out adds no route any more, and withdraws none`() throws {
    let folder = Folder("counts")
    let host = Host(Settings(directories: [folder.path]))
    _ = try host.load("Counts")
    let table = try #require(host.loader.loaded["Counts"].map { UnsafePointer($0.functions.pointee.seat).handle })
    let mediator = Mediator(table)
    let path = Path("/all", "run")
    try mediator.add(path)
    #expect(host.allRoutes.map(\.route.description) == ["//Counts/all"])
    let gone = Failure(.refused, "taken_out", "the component 'Counts' was taken out or replaced").byHost
    for change in [{ folder.put("counts") }, { folder.remove("libCounts.so") }] {
      change()
      #expect(host.refresh().count == 1 && host.allRoutes.isEmpty)
      #expect(throws: gone) { try mediator.add(path) }
      #expect(throws: gone) { try mediator.remove(path) }
      #expect(host.allRoutes.isEmpty)
    }
  }

  @Test func `a resolved action follows its component through replacement, removal and return`() throws {
    let folder = Folder("counts")
    let host = Host(Settings(directories: [folder.path]))
    let run = host.mediator.resolved("Counts", "run")
    for count in 1...3 { #expect(try run.call() == .int(count)) }
    folder.put("counts")
    host.refresh()
    for count in 1...2 { #expect(try run.call() == .int(count)) }
    folder.remove("libCounts.so")
    host.refresh()
    #expect(failure { () throws(Failure) in try run.call() }?.reason == "no_such_component")
    folder.put("counts")
    for count in 1...2 { #expect(try run.call() == .int(count)) }
  }

  @Test func `a file written over in place is replaced as well`() throws {
    let folder = Folder("good")
    let host = Host(Settings(directories: [folder.path]))
    #expect(try host.mediator.call("Good", "run") == "ok")
    let file = open(folder("libGood.so"), O_WRONLY | O_TRUNC | O_CLOEXEC)
    #expect(try host.mediator.call("Good", "run") == "ok")
    #expect(host.refresh().map(\.description) == ["Good was not replaced: it is being written to"])
    #expect(try host.mediator.call("Good", "run") == "ok")
    let bytes = Folder.bytes(of: "\(Place.fixtures)/good-changed/libGood.so")
    #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count)
    close(file)
    #expect(host.refresh().map(\.description) == ["Good was replaced: generation 2"])
    #expect(try host.mediator.call("Good", "run") == "changed")
  }

  @Test func `a running call ends in the old one, which is then shut down`() throws {
    let folder = Folder("waits")
    let host = Host(Settings(directories: [folder.path]))
    let (first, second) = (folder("first"), folder("second"))
    let replies = Mutex<[String]>([])
    let caller = Thread {
      let reply = try? host.mediator.call("Waits", "run", ["until": .text(first)])
      replies.withLock { $0.append(reply?.text ?? "none") }
    }
    #expect(eventually { folder.has("first.running") })
    folder.put("waits")
    #expect(host.refresh().map(\.description) == ["Waits was replaced: generation 2"])
    // The new one answers while the old one's call goes on.
    folder.write("", as: "second")
    #expect(try host.mediator.call("Waits", "run", ["until": .text(second)]) == "ok")
    usleep(50_000)
    #expect(!folder.has("first.shutdown") && replies.withLock(\.isEmpty))
    folder.write("", as: "first")
    caller.join()
    #expect(replies.withLock { $0 } == ["ok"])
    #expect(eventually { folder.has("first.shutdown") })
    #expect(!folder.has("second.shutdown"))
    host.close()
    #expect(folder.has("second.shutdown"))
  }

  @Test func `what is gone is taken out, and shut down at once where nothing runs`() throws {
    let folder = Folder("waits", "good")
    let host = Host(Settings(directories: [folder.path]))
    folder.write("", as: "until")
    #expect(try host.mediator.call("Waits", "run", ["until": .text(folder("until"))]) == "ok")
    folder.remove("libWaits.so")
    #expect(try host.mediator.call("Waits", "run", ["until": .text(folder("until"))]) == "ok", "not before refresh")
    #expect(host.refresh().map(\.description) == ["Waits was taken out"])
    #expect(folder.has("until.shutdown"))
    #expect(failing(host, "Waits")?.reason == "no_such_component")
    #expect(try host.mediator.call("Good", "run") == "ok")
    folder.put("waits")
    #expect(try host.mediator.call("Waits", "run", ["until": .text(folder("until"))]) == "ok")
    #expect(host.list().first { $0.name == "Waits" }?.generation == 2)
  }

  @Test func `what is new is simply found`() throws {
    let folder = Folder()
    let host = Host(Settings(directories: [folder.path]))
    #expect(failing(host, "Good")?.reason == "no_such_component")
    folder.put("good")
    #expect(try host.mediator.call("Good", "run") == "ok")
    #expect(host.refresh() == [])
  }

  @Test func `a refused replacement leaves the old one answering`() throws {
    let folder = Folder("counts")
    let host = Host(Settings(directories: [folder.path]))
    #expect(try host.mediator.call("Counts", "run") == 1)
    let replacements: [(String, String)] = [
      ("no-note/libNoNote.so", "it has no component note"),
      ("undefined-symbol/libUndefinedSymbol.so", "it can't be linked: undefined symbol: nowhere_to_be_found"),
      ("register-fails/libRegisterFails.so", "its register returned the code 6: the license file is missing"),
      ("good/libGood.so", "it says its name is 'Good', but the file's name says 'Counts'"),
    ]
    for (index, (file, words)) in replacements.enumerated() {
      folder.copy("\(Place.fixtures)/\(file)", as: "libCounts.so")
      #expect(host.refresh().map(\.description) == ["Counts was not replaced: \(words)"])
      #expect(host.refresh() == [], "said once")
      #expect(try host.mediator.call("Counts", "run") == .int(index + 2))
      let listed = try #require(host.list().first)
      guard case .refused(let refusal) = listed.state else {
        Issue.record("it is listed as \(listed.state)")
        continue
      }
      #expect(refusal.message == words && host.list().count == 1)
    }
    folder.put("counts")
    #expect(host.refresh().map(\.description) == ["Counts was replaced: generation 2"])
    #expect(try host.mediator.call("Counts", "run") == 1)
    #expect(host.list().first?.state == .ready)
  }

  @Test func `two threads that refresh make one generation of a new file`() throws {
    let folder = Folder("registers-slowly")
    let host = Host(Settings(directories: [folder.path]))
    #expect(try host.mediator.call("RegistersSlowly", "run") == "ok")
    folder.put("registers-slowly")
    folder.write("", as: "hold")
    let changes = Mutex<[Change]>([])
    let refresh: @Sendable () -> Void = {
      let done = host.refresh()
      changes.withLock { $0 += done }
    }
    let first = Thread { refresh() }
    #expect(eventually { folder.has("begun.1") })
    let second = Thread { refresh() }
    #expect(eventually { host.loader.gate.waiters == 1 })
    #expect(!folder.has("begun.2"))
    folder.remove("hold")
    first.join()
    second.join()
    #expect(changes.withLock { $0 }.map(\.description) == ["RegistersSlowly was replaced: generation 2"])
  }

  @Test func `a component that ends its thread in register is refused, and nobody waits for it`() throws {
    let folder = Folder("registers-slowly")
    let host = Host(Settings(directories: [folder.path]))
    let refused = "its register ended the thread that loads it"
    // Has a thread do it that the component ends, and another one that comes meanwhile, and must not wait for the first.
    func twice<R: Sendable>(_ mark: String, _ body: @escaping @Sendable () -> R) throws -> R {
      for file in ["hold", "leave"] { folder.write("", as: file) }
      // A refusal is remembered of files only that were not written just before.
      usleep(300_000)
      let first = Thread { _ = body() }
      #expect(eventually { folder.has(mark) })
      let (ended, result) = (Supply(), Guarded<R?>(nil))
      Thread {
        let end = body()
        result.withLock { $0 = end }
        ended.add()
      }.detach()
      #expect(eventually { host.loader.gate.waiters == 1 })
      folder.remove("hold")
      first.join()
      #expect(ended.take(within: 10))
      folder.remove("leave")
      return try #require(result.withLock { $0 })
    }
    let failed = try twice("begun.1") { failing(host, "RegistersSlowly") }
    #expect(failed?.reason == "component_refused")
    #expect(failed?.message == "the component 'RegistersSlowly' is refused: \(refused)")
    #expect(host.refresh() == [])
    #expect(try host.mediator.call("RegistersSlowly", "run") == "ok")
    folder.put("registers-slowly")
    #expect(try twice("begun.2") { host.refresh() } == [])
    #expect(try host.mediator.call("RegistersSlowly", "run") == "ok")
    guard case .refused(let refusal) = try #require(host.list().first).state else {
      Issue.record("it is not listed as refused")
      return
    }
    #expect(refusal.message == refused)
    folder.put("registers-slowly")
    #expect(host.refresh().map(\.description) == ["RegistersSlowly was replaced: generation 2"])
  }

  @Test func `a component that is being shut down keeps nobody from refreshing`() throws {
    let folder = Folder("shuts-down-slowly")
    let host = Host(Settings(directories: [folder.path]))
    #expect(try host.mediator.call("ShutsDownSlowly", "run") == "ok")
    folder.write("", as: "hold")
    folder.remove("libShutsDownSlowly.so")
    let first = Thread { _ = host.refresh() }
    #expect(eventually { folder.has("begun") })
    let isOver = Mutex(false)
    let second = Thread {
      _ = host.refresh()
      isOver.withLock { $0 = true }
    }
    #expect(eventually { isOver.withLock { $0 } })
    folder.remove("hold")
    first.join()
    second.join()
  }

  @Test func `a file in an earlier folder takes over, and gives way again`() throws {
    let first = Folder()
    let second = Folder("good")
    let host = Host(Settings(directories: [first.path, second.path]))
    #expect(try host.mediator.call("Good", "run") == "ok")
    first.put("good-changed")
    #expect(host.refresh().map(\.description) == ["Good was replaced: generation 2"])
    #expect(try host.mediator.call("Good", "run") == "changed")
    first.remove("libGood.so")
    #expect(host.refresh().map(\.description) == ["Good was replaced: generation 3"])
    #expect(try host.mediator.call("Good", "run") == "ok")
  }

  @Test func `a file that others may write now is not taken, and the old one answers`() throws {
    let folder = Folder("good")
    let host = Host(Settings(directories: [folder.path]))
    #expect(try host.mediator.call("Good", "run") == "ok")
    folder.put("good-changed")
    chmod(folder("libGood.so"), 0o666)
    let said = "Good was not replaced: it is not trusted: others can write to it (mode 0666)"
    #expect(host.refresh().map(\.description) == [said])
    #expect(host.refresh() == [])
    #expect(try host.mediator.call("Good", "run") == "ok")
  }

  @Test func `in place works as well`() throws {
    let folder = Folder("counts", "beside-chain")
    var settings = Settings(directories: [folder.path])
    settings.loadsInPlace = true
    let host = Host(settings)
    #expect(try host.mediator.call("BesideChain", "run") == 43)
    for count in 1...2 { #expect(try host.mediator.call("Counts", "run") == .int(count)) }
    folder.remove("libCounts.so")
    #expect(host.refresh().map(\.description) == ["Counts was taken out"])
    #expect(failing(host, "Counts")?.reason == "no_such_component")
  }

  // The system's loader knows an image by its path: it would give the old one, just as that is shut down.
  @Test func `in place nothing is replaced, and the old one goes on`() throws {
    let folder = Folder("waits")
    var settings = Settings(directories: [folder.path])
    settings.loadsInPlace = true
    let host = Host(settings)
    func run(_ until: String) throws -> Value {
      folder.write("", as: until)
      return try host.mediator.call("Waits", "run", ["until": .text(folder(until))])
    }
    #expect(try run("first") == "ok")
    for put in [{ folder.put("waits") }, { #expect(utimensat(AT_FDCWD, folder("libWaits.so"), nil, 0) == 0) }] {
      put()
      guard case .kept(let refusal) = host.refresh().first?.kind else {
        Issue.record("it was replaced")
        return
      }
      #expect(refusal.reason == "loaded_in_place" && refusal.help != nil)
      #expect(try run("second") == "ok")
      #expect(!folder.has("first.shutdown") && host.refresh() == [])
    }
    folder.remove("libWaits.so")
    #expect(host.refresh().map(\.kind) == [.removed] && folder.has("second.shutdown"))
    folder.put("waits")
    #expect(failing(host, "Waits")?.details["refusal"] == "loaded_in_place")
  }
}
