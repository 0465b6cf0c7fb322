import ComponentABI

/// Something that can be called back, passed as a value: a completion handler, say.
///
/// It is called through a mediator, `mediator.call(function, …)`, and ends as an action does. It belongs to the component
/// that makes it, which is not shut down while the function runs; once it was, calls of the function fail.
public struct Function: Sendable {
  let reference: FunctionReference

  /// Wraps a closure; it runs on the thread that calls it, several at once.
  ///
  /// - Parameter mediator: that of the component that the function belongs to. A component that is linked into a
  /// program must give it. Without it the function belongs to the component in whose library it is made, or else to
  /// the program.
  public init(_ mediator: Mediator? = nil, _ run: @escaping @Sendable (borrowing Call) throws -> Value) {
    self.init(mediator, Action("function", "", run))
  }

  @usableFromInline
  init(_ mediator: Mediator?, _ action: Action) { self.init(action.body, of: mediator) }

  init(_ body: ActionBody, of mediator: Mediator? = nil) {
    reference = FunctionReference(
      owning: component_function(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_function>.size),
        context: Unmanaged.passRetained(body).toOpaque(), run: runBody, retain: retainBody, release: releaseBody,
        host: mediator?.ownHost ?? Home.host))
  }

  /// Keeps a function that was passed in.
  init(retaining function: component_function) {
    function.retain?(function.context)
    reference = FunctionReference(owning: function)
  }
}

/// The component whose library this is.
enum Home {
  /// Its table; nil in a program, which may have several components linked into it.
  // Safe: it is set once, before anything of the component runs.
  private(set) nonisolated(unsafe) static var host: HostTable?

  /// A component from a file has a folder, one that is linked in has none.
  static func settle(_ host: HostTable) { if host.pointee.directory.length > 0 { Home.host = host } }
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
