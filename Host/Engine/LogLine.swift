import ComponentABI
public import ComponentKit
import Synchronization

/// Something that a component says for the log of whoever runs the host.
public struct LogLine: Sendable, Equatable, CustomStringConvertible {
  /// The component's name; the host's own where the program that embeds it speaks.
  public let component: String
  public let level: LogLevel
  /// What was said: valid UTF-8 and of bounded length, but with whatever else there was in it, line breaks as well.
  public let message: String
  /// The number of the worker process that wrote it to its error output; nil where it was said to the host's log.
  public let process: Int32?

  public var description: String { "\(source): \(message)" }

  /// The speaker: "Reader", or "Reader[1234]" for the error output of its worker process.
  public var source: String { process.map { "\(component)[\($0)]" } ?? component }

  /// What is left of a text that may be anything; nil where nothing was said.
  init?(_ component: String, _ level: LogLevel, _ text: component_text) {
    guard let start = text.bytes, text.length > 0 else { return nil }
    let limit = Int(COMPONENT_LOG_LIMIT)
    var bytes = UnsafeRawBufferPointer(start: start, count: min(text.length, limit))
    if text.length > limit {
      // A character that would be cut in two goes as a whole; none has more than four bytes.
      let end = (limit - 3...limit).last { UInt8(bitPattern: start[$0]) & 0xC0 != 0x80 } ?? limit
      bytes = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    }
    self.init(component, level, String(decoding: bytes, as: UTF8.self) + (text.length > limit ? "…" : ""))
  }

  package init(_ component: String, _ level: LogLevel, _ message: String, process: Int32? = nil) {
    self.component = component
    self.level = level.known
    self.message = message
    self.process = process
  }
}

/// How many lines of one component came in the second that it is: both in one word, for any thread.
package struct LogCount: ~Copyable {
  /// More of a component are left out.
  package static let limit: UInt64 = 1000

  private let word = Atomic<UInt64>(0)
  private static let width: UInt64 = 24
  private static let mask: UInt64 = 1 << width - 1

  package init() {}

  /// The number of a further line in its second.
  package func next(at nanoseconds: Int64 = Deadline.now) -> UInt64 {
    let second = UInt64(max(nanoseconds, 0)) / 1_000_000_000
    var old = word.load(ordering: .relaxed)
    while true {
      let count = old >> LogCount.width < second ? 1 : min(old & LogCount.mask + 1, LogCount.mask)
      let new = max(old >> LogCount.width, second) << LogCount.width | count
      let (isDone, current) = word.compareExchange(expected: old, desired: new, ordering: .relaxed)
      if isDone { return count }
      old = current
    }
  }
}

extension UnsafePointer<Seat> {
  /// Hands a line to the host's log.
  func log(_ level: LogLevel, _ text: component_text) {
    let number = pointee.logCount.next()
    guard number <= LogCount.limit + 1 else { return }
    let settings = pointee.core.pointee.host.takeUnretainedValue().settings
    let name = pointee.table.name.length > 0 ? pointee.table.name.string : settings.program.name
    if number > LogCount.limit {
      let words = "it says more than \(LogCount.limit) lines a second; the others of this second are left out"
      settings.log(LogLine(name, .warning, words))
    } else if let line = LogLine(name, level, text) {
      settings.log(line)
    }
  }
}
