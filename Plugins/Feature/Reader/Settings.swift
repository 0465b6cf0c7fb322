import ComponentKit
import ReaderFace
import Synchronization

/// How large a page is: kept in memory, as long as the component is loaded.
final class Settings: Sendable {
  private let kept = Mutex(PageSize(columns: 72, lines: 20))

  var pageSize: PageSize { kept.withLock { $0 } }

  func set(_ request: SetPageSize) throws(Failure) -> PageSize {
    try check("columns", request.columns, 20...200)
    try check("lines", request.lines, 5...200)
    return kept.withLock { size in
      size = PageSize(columns: request.columns ?? size.columns, lines: request.lines ?? size.lines)
      return size
    }
  }
}

private func check(_ name: String, _ number: Int?, _ range: ClosedRange<Int>) throws(Failure) {
  guard let number, !range.contains(number) else { return }
  throw Failure(
    .invalidParameters, "out_of_range",
    "the parameter '\(name)' must be from \(range.lowerBound) to \(range.upperBound), not \(number)")
}
