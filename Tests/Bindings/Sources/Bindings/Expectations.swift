import Glibc

/// What was expected of the calls, and what came.
struct Expectations {
  private var count = 0
  private var failures = 0

  mutating func expect<T: Equatable>(_ what: String, _ actual: T, equals expected: T) {
    count += 1
    if actual == expected { return }
    failures += 1
    print("\(what): \(actual) instead of \(expected)")
  }

  func finish() -> Never {
    print("\(count - failures) of \(count) calls through a generated face gave what they should")
    exit(failures == 0 && count > 60 ? 0 : 1)
  }
}
