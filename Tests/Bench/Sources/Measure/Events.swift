import ComponentKit
import Glibc

extension Figure {
  static var events: [Figure] {
    [
      Figure("event.nobody") { place in
        .loops(Loops(figure: published(place, unknown("Caller.ticked")), floor: place.floors.lookUp))
      },
      Figure("event.queue") { place in
        // An observer that is awake as long as the process lives, and takes nothing out of its queue.
        let begun = Turn()
        let observation = try place.mediator.observe("Caller.heard") { _ in
          begun.add()
          Turn().take()
        }
        let figure = published(place, unknown("Caller.heard"))
        _ = figure(1)
        begun.take()
        return .loops(
          Loops(figure: { count in withExtendedLifetime(observation) { figure(count) } }, floor: place.floors.lookUp))
      },
    ]
  }

  private static func published(_ place: Place, _ event: String) -> Loops.Loop {
    let mediator = Mediator(place.table)
    return { count in
      var done = 0
      for number in 0..<count {
        do throws(Failure) {
          try mediator.publish(event, .int(number))
          done &+= 1
        } catch {
          return -1
        }
      }
      return done
    }
  }
}

/// A semaphore.
private final class Turn: @unchecked Sendable {
  // Sendable: a POSIX semaphore is made for threads.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  init() { sem_init(semaphore, 0, 0) }
  func add() { sem_post(semaphore) }
  func take() { while sem_wait(semaphore) != 0 {} }
}
