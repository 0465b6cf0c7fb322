import ComponentKit
import Glibc

/// Hands a URL to a program of the system.
enum Outbound {
  /// Starts the command with the URL as its last argument, without a shell, and does not wait for it.
  static func run(_ command: [String], _ url: String) throws(Failure) {
    guard let program = command.first else { throw Failure(.failed, "outbound", "the policy names no program") }
    let words = command + [url]
    guard words.allSatisfy({ !$0.utf8.contains(0) }) else {
      throw Failure(.invalidParameters, "invalid_url", "the URL has a NUL in it")
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    var child = pid_t()
    let result = posix_spawnp(&child, program, &actions, nil, &arguments, environ)
    guard result == 0 else {
      throw Failure(
        .failed, "outbound", "\(quoted(program)) can't be started: \(String(cString: strerror(result)))",
        details: ["program": .text(program)])
    }
    // Somebody must take note of its end, or it stays in the system's table.
    let pid = child
    _ = Worker.run {
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }
  }
}
