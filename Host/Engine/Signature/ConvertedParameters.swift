import ComponentABI
import ComponentKit

/// The parameters of a call of which some had to be brought into their declared form.
struct ConvertedParameters: Sendable {
  // The new values under their names, and which of the borrowed parameters they stand for.
  private let values: Fields
  private let places: [Int]

  init(_ parameters: UnsafeBufferPointer<component_entry>, _ converted: [(index: Int, value: Value)]) {
    values = Fields(converted.map { (parameters[$0.index].key.string, $0.value) })
    places = converted.map(\.index)
  }

  /// Lends the parameters to C: the new values where there are some, else what was borrowed, flags and all.
  ///
  /// - Parameter parameters: the same as were converted.
  func withBorrowed<R>(
    _ parameters: UnsafeBufferPointer<component_entry>, _ body: (UnsafeBufferPointer<component_entry>) -> R
  ) -> R {
    values.withBorrowed { new in
      withUnsafeTemporaryAllocation(of: component_entry.self, capacity: parameters.count) { entries in
        _ = entries.initialize(from: parameters)
        for (index, place) in places.enumerated() { entries[place].value = new[index].value }
        return body(UnsafeBufferPointer(entries))
      }
    }
  }
}
