import Glibc
import Synchronization
import TestThreads

/// A client that sends one request after the other as fast as they are taken, and reads the answers or does not.
final class EndlessSender: Sendable {
  private let count = Atomic(0)
  private let isOver = Atomic(false)
  private let thread = Mutex<Thread?>(nil)

  /// How many bytes it has sent.
  var sent: Int { count.load(ordering: .relaxed) }

  /// - Parameter socket: that of a client, which stays open as long as this.
  init(_ socket: Int32, _ request: String, reads: Bool) {
    let requests = Array(String(repeating: request, count: 1000).utf8)
    thread.withLock { thread in thread = Thread { self.send(requests, socket, reads) } }
  }

  private func send(_ requests: [UInt8], _ socket: Int32, _ reads: Bool) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { room.deallocate() }
    while !isOver.load(ordering: .relaxed) {
      let start = sent % requests.count
      let some = requests.withUnsafeBytes { bytes in
        Glibc.send(
          socket, bytes.baseAddress.map { $0 + start }, bytes.count - start, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if some > 0 { count.wrappingAdd(some, ordering: .relaxed) } else { usleep(100) }
      if reads { while recv(socket, room.baseAddress, room.count, Int32(MSG_DONTWAIT)) > 0 {} }
    }
  }

  func end() {
    isOver.store(true, ordering: .relaxed)
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
  }
}
