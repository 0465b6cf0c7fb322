import ComponentABI
import ComponentKit

// The functions that stand here for those of a component in a worker, each with what tells it which one it is.

/// One of a component's targets or actions.
final class NumberedProxy: Sendable {
  let component: LinkedComponent
  let number: UInt32

  init(_ component: LinkedComponent, _ number: UInt32) {
    self.component = component
    self.number = number
  }

  /// As a context, given back by `release`.
  var context: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func of(_ context: UnsafeMutableRawPointer?) -> NumberedProxy? {
    context.map { Unmanaged<NumberedProxy>.fromOpaque($0).takeUnretainedValue() }
  }

  static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    if let context { Unmanaged<NumberedProxy>.fromOpaque(context).release() }
  }

  static let run: component_run = { context, call in
    guard let proxy = of(context) else { return COMPONENT_FAILURE_INVALID }
    return proxy.component.run(.action, UInt64(proxy.number), call)
  }

  static let make: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    of(context).flatMap { $0.component.make($0.number) }
  }

  static let destroy: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer) -> Void = {
    context, instance in
    if let proxy = of(context) { proxy.component.destroy(proxy.number, instance) }
  }
}

/// What a component does besides answering calls. The context is the component itself.
enum AboutProxy {
  private static func component(_ context: UnsafeMutableRawPointer?) -> LinkedComponent? {
    context.map { Unmanaged<LinkedComponent>.fromOpaque($0).takeUnretainedValue() }
  }

  static let start: component_run = { component($0)?.run(.start, 0, $1) ?? COMPONENT_FAILURE_INVALID }
  static let memoryPressure: component_run = {
    component($0)?.run(.memoryPressure, 0, $1) ?? COMPONENT_FAILURE_INVALID
  }
  static let save: component_run = { component($0)?.run(.save, 0, $1) ?? COMPONENT_FAILURE_INVALID }
  static let restore: component_run = { component($0)?.run(.restore, 0, $1) ?? COMPONENT_FAILURE_INVALID }

  static let shutdown: @convention(c) (UnsafeMutableRawPointer?) -> Void = { component($0)?.shutDown() }

  static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    guard let context else { return }
    let component = Unmanaged<LinkedComponent>.fromOpaque(context).takeRetainedValue()
    component.release()
  }
}

/// What a proxy of a worker's function does: the host's side of it.
let runFunction: component_run = { context, call in
  guard let context else { return COMPONENT_FAILURE_INVALID }
  let proxy = Unmanaged<FunctionProxy>.fromOpaque(context).takeUnretainedValue()
  return proxy.run(call)
}
