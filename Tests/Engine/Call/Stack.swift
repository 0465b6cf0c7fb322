@testable import ComponentKit

/// How far apart the places on one stack were at which something was done.
final class Stack: Sendable {
  private let (least, most) = (Guarded(UInt.max), Guarded(UInt.min))
  let count = Guarded(0)

  func note() {
    var here = 0
    withUnsafeMutablePointer(to: &here) { here in
      let place = UInt(bitPattern: here)
      least.withLock { $0 = min($0, place) }
      most.withLock { $0 = max($0, place) }
      count.withLock { $0 += 1 }
    }
  }

  var height: UInt { most.withLock { $0 } - least.withLock { $0 } }
}
