import Glibc

/// What a worker wrote down when it crashed.
package struct CrashRecord: Sendable, Equatable {
  /// How large a record may be.
  static let size = 1 << 16

  /// Nil where nothing is written there.
  init?(readingFrom descriptor: Int32) {
    return nil
  }
}
