public import ComponentABI

/// Reads `Decodable` types from borrowed C values, straight, without copying what is not kept.
///
/// A map becomes a struct, whatever else is in the map; null or absent is nil. Numbers are converted where nothing is
/// lost, and a text is a number only where it came from a place where everything is text.
public enum ValueDecoder {
  /// Reads a value, a reply say. `subject` is what a message calls the value.
  public static func decode<T: Decodable>(
    _ type: T.Type, from value: component_value, failing code: Failure.Code = .failed,
    subject: @autoclosure () -> String? = nil
  ) throws(Failure) -> T {
    try decode(type, value, DecodingFrame(root: value, depth: 0)) { error in
      Failure(decoding: error, failing: code, subject: subject())
    }
  }

  /// Reads the parameters of a call.
  public static func decode<T: Decodable>(
    _ type: T.Type, from entries: UnsafeBufferPointer<component_entry>,
    failing code: Failure.Code = .invalidParameters
  ) throws(Failure) -> T {
    let value = component_value(entries)
    // The map of the parameters itself does not count as a level.
    return try decode(type, value, DecodingFrame(root: value, depth: -1)) { error in
      Failure(decoding: error, failing: code, subject: nil)
    }
  }

  private static func decode<T: Decodable>(
    _ type: T.Type, _ value: component_value, _ frame: DecodingFrame, _ failure: (any Error) -> Failure
  ) throws(Failure) -> T {
    // A decoder that was kept finds the borrowed values gone.
    defer { frame.isOpen = false }
    do {
      return try frame.decode(type, value, .here)
    } catch {
      throw failure(error)
    }
  }
}
