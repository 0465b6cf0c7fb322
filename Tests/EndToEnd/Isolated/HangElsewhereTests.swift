import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

/// What hangs in a process of its own is killed wherever it hangs, and what does not is left alone.
@Suite(.offPool, .enabled(if: !Place.isSanitized, "a sanitizer takes the signals for itself"))
struct HangElsewhereTests {
  @Test func `an instance that is not made in time takes no longer than its call`() {
    let scene = StumbleScene("make spin")
    #expect(scene.call("run") == nil)
    let begin = Deadline.now
    let late = scene.call("next", of: "Stumbles.Kept", within: .seconds(1))
    #expect(late?.code == .timedOut, "\(String(describing: late))")
    #expect(Deadline.now - begin < 20_000_000_000)
    #expect(eventually { scene.ends == ["hang"] }, "\(scene.ends)")
    scene.stumbles("")
    #expect(scene.call("next", of: "Stumbles.Kept") == nil)
    scene.host.close()
  }

  @Test func `one that is not made at all is a crash of its call, which has no deadline`() {
    let scene = StumbleScene("make spin")
    let hung = scene.call("next", of: "Stumbles.Kept")
    #expect(hung?.code == .crashed && hung?.details["end"] == "hang", "\(String(describing: hung))")
    scene.host.close()
  }

  @Test(
    arguments: [
      ("heard", "Stumbles", "tell", [:]),
      ("ended", "Stumbles", "start", ["target": "Good", "action": "run"]),
      ("progress", "Stumbles", "start", ["target": "Progress", "action": "run"]),
    ] as [(String, String, String, Fields)])
  func `a listener that hangs is killed`(_ place: String, _ target: String, _ action: String, _ parameters: Fields) {
    let scene = StumbleScene("\(place) spin", "progress")
    let ended = scene.call(action, parameters)
    #expect(ended == nil || ended?.code == .crashed, "\(String(describing: ended))")
    #expect(eventually { scene.ends == ["hang"] && !scene.isThere }, "\(scene.ends)")
    scene.stumbles("")
    #expect(scene.call("run") == nil)
    scene.host.close()
  }

  @Test(arguments: ["shutdown", "destroy", "release"])
  func `so is what hangs on its way out`(_ place: String) {
    let scene = StumbleScene("\(place) spin")
    #expect(scene.call("next", of: "Stumbles.Kept") == nil)
    scene.folder.remove("libStumbles.so")
    _ = scene.host.refresh()
    #expect(eventually { scene.host.generations.first { $0.name == "Stumbles" }?.state == .retired })
    #expect(eventually { scene.ends == ["hang"] }, "\(scene.ends)")
    scene.host.close()
  }

  @Test func `a deferred call that goes on behind its deadline has its process killed`() {
    let scene = StumbleScene("deferred spin")
    #expect(scene.call("run") == nil)
    let late = scene.call("defer", within: .seconds(1))
    #expect(late?.code == .timedOut, "\(String(describing: late))")
    #expect(eventually { scene.ends == ["hang"] && !scene.isThere })
    scene.stumbles("")
    #expect(scene.call("defer", within: .seconds(20)) == nil)
    scene.host.close()
  }

  @Test func `one that was only given up goes on, and so does its process`() {
    let scene = StumbleScene("deferred sleep")
    let cancellation = Cancellation(scene.host.mediator)
    let thread = Thread {
      #expect(eventually { scene.hasStumbled })
      cancellation.cancel()
    }
    let ended = failure { () throws(Failure) in
      try scene.host.mediator.call("Stumbles", "defer", cancellation: cancellation)
    }
    thread.join()
    #expect(ended?.code == .cancelled)
    usleep(1_500_000)
    #expect(scene.call("run") == nil)
    #expect(scene.ends == [] && scene.count == 1)
    scene.host.close()
  }

  @Test(arguments: ["pass", "passLater"])
  func `what waits for another component that hangs does not hang`(_ action: String) {
    let scene = StumbleScene("", "harms")
    #expect(scene.call("run") == nil && scene.call("run", of: "Harms") == nil)
    let late = scene.call(action, ["target": "Harms", "action": "spin"], within: .seconds(2))
    #expect(late?.code == .timedOut, "\(String(describing: late))")
    #expect(eventually { scene.ends == ["hang"] })
    // Whatever it has left of its own time is enough to come back.
    usleep(500_000)
    #expect(scene.call("run") == nil)
    #expect(scene.ends == ["hang"] && scene.count == 1, "\(scene.ends)")
    scene.host.close()
  }

  @Test func `what hangs behind a call that it has made is killed`() {
    let scene = StumbleScene("passed spin")
    #expect(scene.call("run") == nil)
    let late = scene.call("pass", ["target": "Good", "action": "run"], within: .milliseconds(500))
    #expect(late?.code == .timedOut, "\(String(describing: late))")
    #expect(eventually { scene.ends == ["hang"] && !scene.isThere }, "\(scene.ends)")
    scene.host.close()
  }

  @Test func `one that reads nothing any more fails what is too long for the channel, in time`() async {
    let folder = Folder("stumbles")
    await #expect(processExitsWith: .success) { [folder = folder.path as String, program = Place.host as String] in
      let host = Host(Mode.settings(isolated: folder, program))
      let run = { () throws(Failure) -> Value in try host.mediator.call("Stumbles", "run") }
      _ = try run()
      let worker = try #require(Processes.children(of: getpid()).first)
      kill(worker, SIGSTOP)
      let begin = Deadline.now
      let late = failure { () throws(Failure) in
        try host.mediator.call(
          "Stumbles", "run", ["much": .bytes([UInt8](repeating: 0, count: 1 << 21))], timeLimit: .seconds(1))
      }
      #expect(late?.code == .timedOut, "\(String(describing: late))")
      #expect(Deadline.now - begin < 20_000_000_000)
      let again = try run()
      #expect(again == "ok")
      host.close()
    }
  }
}
