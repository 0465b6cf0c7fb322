// What needs Swift's concurrency lies in this folder and is compiled into the code that uses it. So a component without
// async code is linked without the library for it, and a process that loads only such components starts sooner.

extension DeferredCall {
  /// The call in whose service the current task runs.
  @export(implementation)
  static var current: DeferredCall? { local.get() }

  // In a file without closures that capture something: the linker would keep the description of their types.
  @export(implementation) @inline(never)
  static var local: TaskLocal<DeferredCall?> {
    unsafeDowncast(kept { TaskLocal<DeferredCall?>(wrappedValue: nil) }, to: TaskLocal<DeferredCall?>.self)
  }
}
