import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// Isolated components whose process ends while their state is handed over.
@Suite(.serialized, .offPool) struct LostHandoverTests {
  private struct Reader: Component {
    static let made = Guarded(0)
    static let saves = Guarded<@Sendable (Int) throws -> Void>({ _ in })
    let number: Int

    init(mediator: Mediator) {
      number = Reader.made.withLock { made in
        made += 1
        return made
      }
    }
    var actions: [Action] { Action("version") { [number] _ in .int(number) } }
    var lifecycle: [LifeStep] {
      LifeStep.save { [number] in
        try Reader.saves.withLock { $0 }(number)
        return .int(number)
      }
      LifeStep.restore { _ in }
    }
  }

  @Test func `calls that were held are not let into a process that has ended in its save`() throws {
    let workshop = try ElfWorkshop()
    let isolator = PretendedIsolator { Reader.register($0, $1) }
    var settings = Settings(directories: [workshop.path])
    (settings.isolation, settings.isolator) = (.all, isolator)
    settings.stepLimit = .seconds(60)
    let host = Host(settings)
    func put(_ number: Int) throws {
      try workshop.write(WatchedHost.versions[1] + Array("\(number)".utf8), to: "aside")
      #expect(rename("\(workshop.path)/aside", "\(workshop.path)/libReader.so") == 0)
    }
    Reader.made.withLock { $0 = 0 }
    let (begun, goesOn) = (Supply(), Supply())
    Reader.saves.withLock {
      $0 = { _ in
        begun.add()
        goesOn.take()
        isolator.loaded.first?.lose()
        throw Failure(.failed, "", "its process died")
      }
    }
    try put(1)
    #expect(try host.mediator.call("Reader", "version") == 1)
    try put(2)
    let refreshing = Thread { #expect(host.refresh().count == 1) }
    #expect(begun.take(within: 60))
    let answer = Guarded<Value?>(nil)
    let calling = Thread {
      let value = try? host.mediator.call("Reader", "version")
      answer.withLock { $0 = value }
    }
    #expect(eventually { host.loader.gate.waiters > 0 })
    goesOn.add()
    refreshing.join()
    calling.join()
    #expect(answer.withLock { $0 } == 3 && host.generations.map(\.number) == [1, 2, 3])
    Reader.saves.withLock { $0 = { _ in } }
    host.close()
    #expect(host.generations.map(\.state) == [.retired, .failed, .retired])
  }
}
