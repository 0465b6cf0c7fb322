package import ComponentABI

extension Fields {
  /// Lends the parameters of a URL to C: all texts are marked as typed without a type.
  ///
  /// For one type of result only: that a generic one is found out at each call takes as long as all the rest.
  package func withBorrowedLoose(_ body: (UnsafeMutableBufferPointer<component_entry>) -> Int32) -> Int32 {
    entries.withUnsafeBufferPointer { own in
      own.withBorrowed { entries in
        for index in entries.indices where entries[index].value.kind == COMPONENT_KIND_TEXT {
          entries[index].value.flags = COMPONENT_VALUE_LOOSE
        }
        return body(entries)
      }
    }
  }
}
