import ComponentKit

/// The failure of what must fail; nil where it did not.
func failure(_ body: () throws(Failure) -> Value) -> Failure? {
  do throws(Failure) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}
