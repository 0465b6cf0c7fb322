/// What a command has around it: where its output goes, where input comes from, what the environment says.
struct Console: Sendable {
  /// For data.
  let out: any Output
  /// For remarks: errors, warnings, progress.
  let err: any Output
  /// All of the standard input.
  let readInput: @Sendable () -> Input
  let environment: @Sendable (String) -> String?
  /// Set once data could not be written because its reader has closed the pipe.
  let outIsClosed = Flag()

  enum Input {
    /// As many as there are; of more than the limit, the first that exceed it.
    case bytes([UInt8])
    /// The system's error number.
    case failure(Int32)

    /// No call takes more: what goes on for ever would fill the machine's memory.
    static let limit = 1 << 30
  }

  /// Whether remarks may be coloured.
  var isColoured: Bool { mayColour(err) }

  /// Whether a stream may be coloured: a terminal that can, unless `NO_COLOR` is set to anything.
  func mayColour(_ output: any Output) -> Bool {
    output.columns != nil && (environment("NO_COLOR") ?? "").isEmpty && !isDumb
  }

  /// Whether a line of the error output can be drawn again in place.
  var canRedraw: Bool { err.columns != nil && !isDumb }

  private var isDumb: Bool { environment("TERM") == "dumb" }
}

/// One stream that text goes to.
protocol Output: Sendable {
  /// Writes all of it; returns the system's error number, 0 where there was no error.
  @discardableResult
  func write(_ bytes: UnsafeRawBufferPointer) -> Int32

  /// How wide the terminal is; nil where it is none.
  var columns: Int? { get }
}

extension Output {
  @discardableResult
  func write(_ bytes: [UInt8]) -> Int32 { bytes.withUnsafeBytes { write($0) } }

  @discardableResult
  func write(_ text: String) -> Int32 {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }
}
