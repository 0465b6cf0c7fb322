import ComponentABI
import ComponentKit

/// What a call is to run.
enum Found {
  /// An action of the table.
  case action(UnsafeMutablePointer<Entry>)
  /// A function value, of the component or program whose seat it is.
  case function(UnsafePointer<component_function>, of: UnsafePointer<Seat>)
  /// Nothing yet: a call from that seat is held up before it is known what it runs.
  case nothing(by: UnsafePointer<Seat>)

  /// What the thread says that it runs; nil for a function of the program, and as long as nothing runs.
  @inline(__always)
  var entry: UnsafeMutablePointer<Entry>? {
    switch self {
    case .action(let entry): entry
    case .function(_, let owner): owner.pointee.generation?._withUnsafeGuaranteedRef { $0.functions }
    case .nothing: nil
    }
  }

  /// Whose table of functions what runs is given.
  @inline(__always)
  var owner: UnsafePointer<Seat> {
    switch self {
    case .action(let entry): UnsafePointer(entry.pointee.seat)
    case .function(_, let owner), .nothing(let owner): owner
    }
  }

  @inline(__always)
  func run(_ call: UnsafeMutablePointer<component_call>) -> Int32 {
    switch self {
    case .action(let entry): entry.pointee.run(entry.pointee.context, call)
    case .function(let function, _): function.pointee.run(function.pointee.context, call)
    case .nothing: COMPONENT_FAILURE_FAILED
    }
  }
}
