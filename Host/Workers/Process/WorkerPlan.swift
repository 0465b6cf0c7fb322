package import ComponentHost

/// What a worker is started as.
package struct WorkerPlan: Sendable {
  package var role: WorkerRole
  /// Whom it works for: a component's name. The lines of its error output begin with it.
  package var name: String
  /// The program that becomes the worker; nil for this very program, as it was when it started.
  package var program: String?
  /// What the program is started with, behind its name.
  package var arguments: [String]
  /// A file that it has open as `WorkerRole.passed`; borrowed until it has started.
  package var passed: Int32?
  /// What it has in its environment instead of what this process has; nil takes a variable out.
  package var environment: [String: String?] = [:]
  /// Whether it has a process namespace of its own, where the system allows that: with it all its descendants end.
  package var isApart = true
  /// Whether this process becomes the parent of what the worker leaves behind, where it has no such namespace. It then is
  /// for good, and of all orphans below it.
  package var adoptsOrphans = true
  /// The last steps before the program is run.
  package var preparation: WorkerPreparation?
  /// Hears the lines of its error output, on a thread that has nothing else to do.
  package var log: @Sendable (LogLine) -> Void = { _ in }

  package init(_ role: WorkerRole, for name: String) {
    self.role = role
    arguments = role.arguments
    self.name = name
  }
}

/// What a worker's process does before its program is run in it.
///
/// It runs in the memory of the host, of which one thread waits for it and the others go on: the function makes system
/// calls, and nothing else, for any lock may be held.
///
/// Sendable: whoever makes one sees to it that nobody else touches the context until the worker has started.
package struct WorkerPreparation: @unchecked Sendable {
  package let function: @convention(c) (UnsafeMutableRawPointer?) -> Int32
  package let context: UnsafeMutableRawPointer?

  package init(
    _ function: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Int32, _ context: UnsafeMutableRawPointer?
  ) {
    self.function = function
    self.context = context
  }
}
