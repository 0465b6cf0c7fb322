import ComponentHost
import ComponentKit
import ComponentWorkers
import Glibc
import TestThreads
import Testing

/// Crashes of isolated components outside of their actions, and what comes of each.
@Suite(.offPool, .enabled(if: !Place.isSanitized, "a sanitizer takes the signals for itself"))
struct CrashElsewhereTests {
  @Test func `one that crashes while it makes an instance has crashed in the call`() {
    let scene = StumbleScene("make fall")
    let crashed = scene.call("next", of: "Stumbles.Kept")
    #expect(crashed?.code == .crashed && crashed?.details["signal"] == "SIGSEGV", "\(String(describing: crashed))")
    scene.stumbles("")
    #expect(scene.call("next", of: "Stumbles.Kept") == nil)
    scene.host.close()
  }

  @Test func `one that crashes in its start is started again with the next call, though its file is the same`() {
    let scene = StumbleScene("start fall")
    let refused = scene.call("run")
    #expect(refused?.code == .refused && refused?.details["refusal"] == "crashed", "\(String(describing: refused))")
    scene.stumbles("")
    #expect(scene.call("run") == nil)
    #expect(scene.ends == ["SIGSEGV"])
    scene.host.close()
  }

  @Test func `and in the end it is in quarantine`() {
    let scene = StumbleScene("start fall") { $0.quarantine = Quarantine(crashes: 2) }
    #expect(scene.call("run")?.details["refusal"] == "crashed")
    #expect(scene.call("run")?.details["refusal"] == "crashed")
    #expect(scene.call("run")?.reason == "quarantined")
    scene.host.close()
  }

  @Test func `one that crashes before it is registered is counted as well`() {
    let scene = StumbleScene("register fall") { $0.quarantine = Quarantine(crashes: 2) }
    #expect(scene.call("run")?.details["refusal"] == "crashed")
    #expect(scene.ends == ["SIGSEGV"])
    scene.host.refresh()
    #expect(scene.call("run")?.details["refusal"] == "crashed")
    scene.host.refresh()
    #expect(scene.call("run")?.reason == "quarantined")
    #expect(scene.ends == ["SIGSEGV", "SIGSEGV"])
    scene.host.close()
  }

  @Test(arguments: Mode.allCases)
  func `what a component had started and nobody waits for is given up when its process ends`(_ neighbour: Mode) {
    let scene = StumbleScene("run fall", "naps") { settings in
      settings.isolation = neighbour == .isolated ? .all : .some(["Stumbles"])
    }
    #expect(scene.call("start", ["target": "Naps", "action": "keep"]) == nil)
    #expect(eventually { scene.folder.has("kept") })
    #expect(!scene.folder.has("left"))
    #expect(scene.call("run")?.code == .crashed)
    #expect(eventually { scene.folder.has("left") })
    scene.host.close()
  }

  @Test(arguments: Mode.allCases)
  func `what a component asks for on a call's thread has no more time than that call, whatever it says`(
    _ neighbour: Mode
  ) {
    let scene = StumbleScene("", "naps") { settings in
      settings.isolation = neighbour == .isolated ? .all : .some(["Stumbles"])
    }
    #expect(scene.call("pass", ["target": "Good", "action": "run"]) == nil)
    let late = scene.call("pass", ["target": "Naps", "action": "run"], within: .milliseconds(700))
    #expect(late?.code == .timedOut, "\(String(describing: late))")
    #expect(eventually { scene.folder.has("noticed") || scene.folder.has("slept") })
    #expect(scene.folder.has("noticed"))
    #expect(scene.ends == [])
    scene.host.close()
  }

  @Test(arguments: ["soon", "later"])
  func `one that crashes in no call is taken out, whenever that is`(_ place: String) {
    let scene = StumbleScene("\(place) fall")
    for number in 1...10 {
      _ = scene.host.mediator.has("Stumbles", "run", loading: true)
      #expect(eventually { scene.ends.count >= number && !scene.isThere }, "\(number): \(scene.ends)")
    }
    scene.host.close()
  }

  @Test func `a call that is open when its process ends fails, however late its caller hears of it`() {
    let scene = StumbleScene("left fall")
    #expect(scene.call("run") == nil)
    let crashed = failure { () throws(Failure) in
      // The process has ended by the time that the word comes that the call was deferred.
      try scene.host.mediator.call("Stumbles", "leaveOpen", timeLimit: .seconds(60)) { _, _ in usleep(800_000) }
    }
    #expect(crashed?.code == .crashed, "\(String(describing: crashed))")
    scene.host.close()
  }

  @Test func `a crash is told once`() {
    let scene = StumbleScene("run fall")
    #expect(scene.call("run")?.code == .crashed)
    #expect(eventually { scene.host.generations.first?.state == .retired })
    scene.host.close()
    // What is still to be said by its thread.
    #expect(WorkerProcess.flushLines(until: Deadline(after: patience)))
    #expect(scene.reports == [])
  }

  @Test func `a reply that was said before its process ended is one`() {
    let scene = StumbleScene()
    for _ in 1...30 { #expect(scene.call("answer") == nil) }
    scene.host.close()
  }

  @Test func `a registration has an end`() {
    let scene = StumbleScene("", "many-needs")
    let refused = scene.call("run", of: "ManyNeeds")
    #expect(refused?.code == .refused && refused?.message.contains("65,536") == true, "\(String(describing: refused))")
    scene.host.close()
  }

  @Test func `of many files that came and went only the last ones are kept`() throws {
    let folder = Folder()
    let host = Host(Mode.isolated.settings(folder))
    for number in 1...20 {
      // Another build each time: what lies behind an ELF file is part of it.
      let file = Folder.bytes(of: "\(Place.fixtures)/good/libGood.so") + Array("\(number)".utf8)
      folder.write(file, as: "libGood.so")
      if number > 1 { _ = host.refresh() }
      #expect(try host.mediator.call("Good", "run") == "ok")
    }
    let held = host.generations.map(\.descriptors)
    // The one that answers, and sixteen before it.
    #expect(held == Array(repeating: 0, count: 3) + Array(repeating: 1, count: 17), "\(held)")
    _ = try host.rollback("Good")
    #expect(try host.mediator.call("Good", "run") == "ok")
    host.close()
  }
}
