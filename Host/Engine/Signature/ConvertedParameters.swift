import ComponentABI
import ComponentKit

/// The parameters of a call of which some had to be brought into their declared form.
enum ConvertedParameters: Sendable {
  /// Texts that a table says how to read.
  case typed(CheckTable)
  /// The new values under their names, and which of the borrowed parameters they stand for.
  case values(Fields, places: [Int])

  init(_ parameters: UnsafeBufferPointer<component_entry>, _ converted: [(index: Int, value: Value)]) {
    self = .values(
      Fields(converted.map { (parameters[$0.index].key.string, $0.value) }), places: converted.map(\.index))
  }

  /// Lends the parameters to C: the new values where there are some, else what was borrowed, flags and all.
  ///
  /// - Parameter parameters: the same as were converted.
  @inline(__always)
  func withBorrowed<R>(
    _ parameters: UnsafeBufferPointer<component_entry>, _ body: (UnsafeBufferPointer<component_entry>) -> R
  ) -> R {
    withUnsafeTemporaryAllocation(of: component_entry.self, capacity: parameters.count) { entries in
      _ = entries.initialize(from: parameters)
      switch self {
      case .typed(let table):
        for index in entries.indices {
          if let value = table.typed(entries[index], at: index) { entries[index].value = value }
        }
        return body(UnsafeBufferPointer(entries))
      case .values(let values, let places):
        return values.withBorrowed { new in
          for (index, place) in places.enumerated() { entries[place].value = new[index].value }
          return body(UnsafeBufferPointer(entries))
        }
      }
    }
  }
}
