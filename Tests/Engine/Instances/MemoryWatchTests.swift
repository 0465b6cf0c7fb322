import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// What is given back when memory is short.
@Suite struct MemoryWatchTests {
  /// A connection, one end of which becomes urgent as the kernel's source does.
  private func connection() throws -> (near: Int32, far: Int32) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let near = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, address, &size) == 0
          && connect(near, address, size) == 0
      }
    }
    try #require(isConnected)
    return (near, accept(listener, nil, nil))
  }

  @Test func `it relieves each time the source is urgent, and ends when it is told to`() throws {
    let (near, far) = try connection()
    let count = Guarded(0)
    let watch = try #require(
      MemoryWatch(near) {
        var byte: UInt8 = 0
        recv(near, &byte, 1, Int32(MSG_OOB))
        count.withLock { $0 += 1 }
      })
    for expected in 1...2 {
      #expect(send(far, "!", 1, Int32(MSG_OOB)) == 1)
      #expect(eventually { count.withLock { $0 } == expected })
    }
    watch.end()
    usleep(20_000)
    #expect(send(far, "!", 1, Int32(MSG_OOB)) == 1)
    usleep(20_000)
    #expect(count.withLock { $0 } == 2)
    close(far)
  }

  @Test func `it ends when the source goes away, and its descriptor is closed`() throws {
    let (near, far) = try connection()
    // The thread alone holds it.
    weak let watch = Optional(try #require(MemoryWatch(near) { Issue.record("nothing was urgent") }))
    shutdown(near, Int32(SHUT_RDWR))
    close(far)
    #expect(eventually { watch == nil })
  }

  @Test(.enabled(if: access("/proc/pressure/memory", W_OK) == 0, "the kernel does not tell of memory pressure"))
  func `the kernel takes the wish`() throws {
    let watch = try MemoryWatch.start {}
    watch.end()
  }

  @Test func `what could not be watched for want of a descriptor is watched the next time`() throws {
    let (near, far) = try connection()
    let starts = Guarded(0)
    let relief = MemoryRelief { relieve throws(MemoryWatch.NotStarted) in
      let number = starts.withLock { count in
        count += 1
        return count
      }
      guard number > 1, let watch = MemoryWatch(near, relieve) else { throw MemoryWatch.NotStarted(passes: true) }
      return watch
    }
    for _ in 1...3 { relief.watch() }
    #expect(starts.withLock { $0 } == 2)
    relief.end()
    close(far)
  }

  @Test func `what the kernel does not offer is asked for once`() {
    let starts = Guarded(0)
    let relief = MemoryRelief { _ throws(MemoryWatch.NotStarted) in
      starts.withLock { $0 += 1 }
      throw MemoryWatch.NotStarted(passes: false)
    }
    for _ in 1...3 { relief.watch() }
    #expect(starts.withLock { $0 } == 1)
  }
}
