/// What a process is started for that serves a host: its second argument, behind the mark that it is a worker.
package enum WorkerRole: String, Sendable, CaseIterable {
  /// Runs one isolated component.
  case component
  /// Tries a component out, and tells what it does.
  case check

  /// The first argument of a worker. It is no command's name, so nobody starts a worker by a slip of the pen.
  package static let mark = "--component-worker"

  /// The descriptor of the channel to whoever started the worker.
  package static let channel: Int32 = 3

  /// The descriptor of what is to be loaded, where the plan has such a file.
  package static let passed: Int32 = 5

  /// The role that these arguments of a process name; nil where they are not those of a worker.
  package init?(arguments: [String]) {
    guard arguments.count == 3, arguments[1] == WorkerRole.mark else { return nil }
    self.init(rawValue: arguments[2])
  }

  /// What a worker is started with, behind the program's name.
  package var arguments: [String] { [WorkerRole.mark, rawValue] }
}
