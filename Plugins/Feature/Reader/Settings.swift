import ComponentKit
import Synchronization

/// How large a page is.
struct PageSize: Sendable, Equatable {
  var columns = 72
  var lines = 20
}

/// The target `Reader.Settings`: kept in memory, as long as the component is loaded.
final class Settings: Sendable {
  private let kept = Mutex(PageSize())

  var pageSize: PageSize { kept.withLock { $0 } }

  @ListBuilder<Action> var actions: [Action] {
    Action("show", "How large a page is") { _ in self.pageSize.asValue }
    Action("set", "Makes a page larger or smaller: [columns=72] [lines=20]") { call in
      let old = self.pageSize
      let columns = try call.int("columns", default: old.columns)
      let lines = try call.int("lines", default: old.lines)
      try check("columns", columns, 20...200)
      try check("lines", lines, 5...200)
      let size = PageSize(columns: columns, lines: lines)
      self.kept.withLock { $0 = size }
      return size.asValue
    }
  }
}

extension PageSize {
  var asValue: Value { ["columns": .int(columns), "lines": .int(lines)] }
}

private func check(_ name: String, _ number: Int, _ range: ClosedRange<Int>) throws(Failure) {
  if range.contains(number) { return }
  throw Failure(
    .invalidParameters, "out_of_range",
    "the parameter '\(name)' must be from \(range.lowerBound) to \(range.upperBound), not \(number)")
}
