// What needs Swift's concurrency lies in this folder, and is compiled into whoever uses it: a component without async
// code is linked without the library for it: `host call` took 5.3 ms then, and 6.2 before.

extension DeferredCall {
  /// The call in whose service the current task runs.
  @export(implementation)
  static var current: DeferredCall? { local.get() }

  // In a file without closures that capture something: the linker keeps what it knows of their types.
  @export(implementation) @inline(never)
  static var local: TaskLocal<DeferredCall?> {
    unsafeDowncast(kept { TaskLocal<DeferredCall?>(wrappedValue: nil) }, to: TaskLocal<DeferredCall?>.self)
  }
}
