import ComponentHost
import Glibc

// Requests that come while as many are served as there are threads for.
extension Channel {
  /// Under the lock: whether a thread is to be started that thins the crowd.
  func beginsThinning() -> Bool {
    if !thinsCrowd || isCrowdThinned || crowd.isEmpty { return false }
    isCrowdThinned = true
    return true
  }

  func startThinning() {
    if !spawn({ [self] in thin() }) { lock.locked { isCrowdThinned = false } }
  }

  // One every ten milliseconds gets a thread of its own: so each is served, however long the others take.
  private func thin() {
    while true {
      usleep(10_000)
      let message: Message? = lock.locked {
        let message = overMark.end == nil ? crowd.take() : nil
        isCrowdThinned = message != nil
        return message
      }
      guard let message else { return }
      if !spawn({ [self] in serve(message) }) { serve(message) }
    }
  }
}
