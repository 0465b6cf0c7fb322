import ComponentABI

/// Something that can be called back, passed as a value: a completion handler, say.
///
/// It is called through a mediator, `mediator.call(function, …)`, and ends as an action does.
public struct Function: Sendable {
  let reference: FunctionReference

  /// Wraps a closure; it runs on the thread that calls it, several at once.
  public init(_ run: @escaping @Sendable (borrowing Call) throws -> Value) {
    self.init(Action("function", "", run))
  }

  @usableFromInline
  init(_ action: Action) { self.init(action.body) }

  init(_ body: ActionBody) {
    reference = FunctionReference(
      owning: component_function(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_function>.size),
        context: Unmanaged.passRetained(body).toOpaque(), run: runBody, retain: retainBody, release: releaseBody))
  }

  /// Keeps a function that was passed in.
  init(retaining function: component_function) {
    function.retain?(function.context)
    reference = FunctionReference(owning: function)
  }
}

extension Function: Equatable {
  /// The same function with the same context.
  public static func == (a: Function, b: Function) -> Bool {
    let a = a.reference.pointer.pointee
    let b = b.reference.pointer.pointee
    return a.context == b.context && unsafeBitCast(a.run, to: UInt.self) == unsafeBitCast(b.run, to: UInt.self)
  }
}

/// One hold on a C function value.
///
/// Sendable although it holds a pointer: what it points to never changes, and the contract lets retain and
/// release be called from any thread.
final class FunctionReference: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<component_function>

  init(owning function: component_function) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: function)
    pointer.pointee.size = UInt32(MemoryLayout<component_function>.size)
  }

  deinit {
    pointer.pointee.release?(pointer.pointee.context)
    pointer.deallocate()
  }
}
