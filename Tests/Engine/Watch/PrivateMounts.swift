import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// Mounts that one thread, and what it starts, sees alone.
enum PrivateMounts {
  private typealias Unshare = @convention(c) (Int32) -> Int32
  private static let newNamespace: Int32 = 0x20000

  // Swift's module of the C library has no unshare.
  private static func unshare() -> Bool {
    guard let function = dlsym(nil, "unshare") else { return false }
    return unsafeBitCast(function, to: Unshare.self)(newNamespace) == 0
      && Glibc.mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0
  }

  static let arePossible: ConditionTrait = .enabled(
    if: isPossible, "this user may not mount anything, or the kernel has no mounts of one's own")

  private static let isPossible: Bool = {
    let result = Guarded(false)
    Thread { result.withLock { $0 = unshare() } }.join()
    return result.withLock { $0 }
  }()

  /// Runs a test on a thread of its own, with the threads that it starts.
  static func run(_ body: @escaping @Sendable () throws -> Void) throws {
    let result = Guarded<Result<Void, any Error>>(.success(()))
    Thread {
      #expect(unshare())
      let end = Result { try body() }
      result.withLock { $0 = end }
    }.join()
    try result.withLock { $0 }.get()
  }

  static func mount(_ kind: String, on folder: String) throws {
    guard Glibc.mount("none", folder, kind, 0, nil) == 0 else { throw ElfWorkshop.Problem(words: systemReason(errno)) }
  }

  static func bind(_ file: String, on place: String) throws {
    guard Glibc.mount(file, place, nil, UInt(MS_BIND), nil) == 0 else {
      throw ElfWorkshop.Problem(words: systemReason(errno))
    }
  }

  static func unmount(_ folder: String) -> Int32 { umount(folder) }
}
