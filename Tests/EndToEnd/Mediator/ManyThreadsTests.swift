import ComponentHost
import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

/// Many threads, one host.
@Suite(.offPool) struct ManyThreadsTests {
  @Test func `threads that need the same component first load it once`() {
    for _ in 1...100 {
      let folder = Folder("registers")
      let host = Host(Settings(directories: [folder.path]))
      let ready = Atomic(0)
      Thread.each(8) { _ in
        ready.add(1, ordering: .relaxed)
        while ready.load(ordering: .relaxed) < 8 { sched_yield() }
        #expect((try? host.mediator.call("Registers", "run")) == "ok")
      }
      #expect(folder.lines(of: "registers.log") == ["once"])
    }
  }

  @Test func `while one loads, others are called and loaded`() {
    let folder = Folder("registers", "good", "counts")
    folder.write("", as: "hold")
    let host = Host(Settings(directories: [folder.path]))
    let slow = Thread { #expect((try? host.mediator.call("Registers", "run")) == "ok") }
    #expect(eventually { folder.has("registers.log") })
    for count in 1...100 {
      #expect((try? host.mediator.call("Good", "run")) == "ok")
      #expect((try? host.mediator.call("Counts", "run")) == .int(count))
    }
    #expect(host.refresh() == [] && host.list().count == 3)
    folder.remove("hold")
    slow.join()
  }

  @Test func `a hundred threads call while the file is replaced over and over`() throws {
    let folder = Folder("good")
    let host = Host(Settings(directories: [folder.path]))
    let isOver = Atomic(false)
    let calls = Atomic(0)
    let failures = Mutex<[String]>([])
    // Loaded before it is replaced, so that each round makes a generation.
    #expect(try host.mediator.call("Good", "run").text != nil)
    let replacer = Thread {
      for round in 1...60 {
        folder.put(round % 2 == 0 ? "good" : "good-changed")
        for change in host.refresh() where change.description != "Good was replaced: generation \(round + 1)" {
          failures.withLock { $0.append(change.description) }
        }
      }
      isOver.store(true, ordering: .releasing)
    }
    Thread.each(100) { _ in
      while !isOver.load(ordering: .acquiring) {
        do throws(Failure) {
          let reply = try host.mediator.call("Good", "run")
          if reply != "ok", reply != "changed" { failures.withLock { $0.append("\(reply)") } }
        } catch {
          failures.withLock { $0.append(error.message) }
        }
        calls.add(1, ordering: .relaxed)
      }
    }
    replacer.join()
    #expect(failures.withLock { Array($0.prefix(3)) } == [])
    #expect(calls.load(ordering: .relaxed) > 1000)
    #expect(host.list().first?.generation == 61)
    host.close()
  }

  @Test func `none is shut down while a started call is open, however many threads there are to look at`() {
    let folder = Folder("counts-open")
    let host = Host(Settings(directories: [folder.path]))
    let isOver = Atomic(false)
    let idle = Atomic(0)
    let started = Atomic(0)
    let ended = Atomic(0)
    // Each has called once, so that it is looked at whenever a component is taken out.
    let sleepers = (0..<300).map { _ in
      Thread {
        _ = try? host.mediator.call("CountsOpen", "run")
        idle.add(1, ordering: .relaxed)
        while !isOver.load(ordering: .relaxed) { usleep(20_000) }
      }
    }
    #expect(eventually { idle.load(ordering: .relaxed) == 300 })
    let callers = (0..<2).map { _ in
      Thread {
        while !isOver.load(ordering: .relaxed) {
          started.add(1, ordering: .relaxed)
          host.mediator.start("CountsOpen", "run") { _ in ended.add(1, ordering: .relaxed) }
          while started.load(ordering: .relaxed) - ended.load(ordering: .relaxed) > 8 { sched_yield() }
        }
      }
    }
    for _ in 1...60 {
      folder.put("counts-open")
      host.refresh()
    }
    isOver.store(true, ordering: .relaxed)
    for thread in callers + sleepers { thread.join() }
    // The last calls may be of a generation that was taken out already, for which closing does not wait.
    #expect(eventually { ended.load(ordering: .relaxed) == started.load(ordering: .relaxed) })
    host.close()
    #expect(!folder.has("early"))
  }

  @Test func `a serial target is never in two calls at once`() throws {
    let folder = Folder("serial")
    let host = Host(Settings(directories: [folder.path]))
    Thread.each(16) { _ in
      for _ in 1...10 { #expect((try? host.mediator.call("Serial", "run")) == 0) }
    }
  }

  @Test func `calls and removals in turn never crash, and fail only for what is gone`() {
    let folder = Folder("good", "counts")
    let host = Host(Settings(directories: [folder.path]))
    let isOver = Atomic(false)
    let odd = Mutex<[String]>([])
    let remover = Thread {
      for _ in 1...60 {
        folder.remove("libCounts.so")
        host.refresh()
        folder.put("counts")
        host.refresh()
      }
      isOver.store(true, ordering: .releasing)
    }
    Thread.each(20) { index in
      while !isOver.load(ordering: .acquiring) {
        do throws(Failure) {
          _ = try host.mediator.call(index % 2 == 0 ? "Counts" : "Good", "run")
        } catch {
          if error.reason != "no_such_component" || index % 2 == 1 { odd.withLock { $0.append(error.message) } }
        }
      }
    }
    remover.join()
    #expect(odd.withLock { Array($0.prefix(3)) } == [])
  }

  @Test func `a file that comes and goes is there or it is not`() {
    let folder = Folder("good")
    let isOver = Atomic(false)
    let mover = Thread {
      while !isOver.load(ordering: .relaxed) {
        rename(folder("libGood.so"), folder("aside"))
        rename(folder("aside"), folder("libGood.so"))
      }
    }
    var odd: Set<String> = []
    for _ in 1...1000 {
      let host = Host(Settings(directories: [folder.path]))
      let failure = failure { () throws(Failure) in try host.mediator.call("Good", "run") }
      if let failure, failure.reason != "no_such_component" { odd.insert(failure.message) }
    }
    isOver.store(true, ordering: .relaxed)
    mover.join()
    #expect(odd == [])
  }
}
