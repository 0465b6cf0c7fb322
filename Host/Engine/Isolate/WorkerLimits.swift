/// How much a worker may take; nil for as much as the host itself may.
public struct WorkerLimits: Sendable, Equatable {
  /// Bytes of memory.
  ///
  /// The system counts all that the worker and what it starts have where the host may make a control group, and ends the
  /// worker that goes beyond. Everywhere else it counts the memory that is each process's own, and gives no more.
  public var memory: Int?
  /// Seconds of processor time in the worker's whole life; it ends with them, and the next call has another worker.
  public var processorTime: Int?
  /// Open files at once, with about ten that the worker has for itself.
  public var files: Int?

  /// Less than that, and a worker can't begin.
  public static let leastMemory = 16 << 20
  public static let leastFiles = 24

  public init(memory: Int? = nil, processorTime: Int? = nil, files: Int? = nil) {
    self.memory = memory
    self.processorTime = processorTime
    self.files = files
  }
}
