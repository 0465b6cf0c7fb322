/// A component's function to be called when its call is given up; gives its context back when dropped.
final class CancelHandler: @unchecked Sendable {
  // Sendable: the contract lets the functions be called from any thread.
  private let function: @convention(c) (UnsafeMutableRawPointer?) -> Void
  private let context: UnsafeMutableRawPointer?
  private let release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

  init(
    _ function: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void, _ context: UnsafeMutableRawPointer?,
    _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  ) {
    self.function = function
    self.context = context
    self.release = release
  }

  deinit { release?(context) }

  func call() { function(context) }
}
