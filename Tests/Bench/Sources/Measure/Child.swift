import Glibc

/// Another process that is started, and waited for.
struct Child {
  private let arguments: [String]
  init(_ arguments: [String]) { self.arguments = arguments }

  /// How long it takes from its start to its end; what it prints is thrown away.
  func time() throws -> Double {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let began = now()
    try run(actions)
    return now() - began
  }

  /// The numbers that it prints.
  func numbers() throws -> [Double] { try output().split(whereSeparator: \.isWhitespace).compactMap { Double($0) } }

  /// What it prints.
  func output() throws -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Complaint("there is no pipe") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    // It prints less than a pipe takes.
    do {
      defer { close(ends[1]) }
      try run(actions)
    }
    defer { close(ends[0]) }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(ends[0], &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  private func run(_ actions: posix_spawn_file_actions_t) throws {
    var actions = actions
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, arguments[0], &actions, nil, &words, environ) == 0 else {
      throw Complaint("\(arguments[0]) can't be started")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw Complaint("\(arguments.joined(separator: " ")) failed") }
  }
}
