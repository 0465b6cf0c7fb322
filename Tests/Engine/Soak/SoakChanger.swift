import Glibc

/// The other process, which changes files as an operator's tools do.
///
/// Sendable although it holds descriptors: one thread uses it.
final class SoakChanger: @unchecked Sendable {
  private let process: pid_t
  private let orders: Int32
  private let answers: Int32

  init(in workshop: ElfWorkshop) throws {
    guard let clang = ElfWorkshop.program("clang") else { throw ElfWorkshop.Problem(words: "no clang on PATH") }
    let source = try workshop.write(Array(SoakChanger.source.utf8), to: "changer.c")
    let program = "\(workshop.path)/changer"
    let made = ElfWorkshop.run("'\(clang)' -O1 -Wall -o '\(program)' '\(source)' 2>&1")
    guard made.status == 0 else { throw ElfWorkshop.Problem(words: made.output) }
    var (there, back): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&there) == 0, pipe(&back) == 0 else { throw ElfWorkshop.Problem(words: "there is no pipe") }
    for end in there + back { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, there[0], 0)
    posix_spawn_file_actions_adddup2(&actions, back[1], 1)
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
    defer { free(words[0]) }
    var process = pid_t()
    guard posix_spawn(&process, program, &actions, nil, &words, environ) == 0 else {
      throw ElfWorkshop.Problem(words: "\(program) can't be started")
    }
    close(there[0])
    close(back[1])
    (self.process, orders, answers) = (process, there[1], back[0])
  }

  func end() {
    _ = change(["end"])
    close(orders)
    close(answers)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Has a change made, and waits until it is; false where it can't be.
  func change(_ words: [String]) -> Bool {
    let line = Array((words.joined(separator: " ") + "\n").utf8)
    var answer: UInt8 = 0
    guard write(orders, line, line.count) == line.count else { return false }
    return read(answers, &answer, 1) == 1 && answer == UInt8(ascii: ".")
  }

  // An order is a line: what is done, and to which files.
  private static let source = """
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    // Overwrites a file as cp does, in two steps.
    static int overwrite(const char *from, const char *to, unsigned pause) {
      static char bytes[1 << 20];
      int source = open(from, O_RDONLY), target = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0644);
      ssize_t size = source < 0 ? -1 : read(source, bytes, sizeof bytes), half = size / 2;
      int done = size > 0 && target >= 0 && write(target, bytes, (size_t)half) == half && usleep(pause) == 0 &&
                 write(target, bytes + half, (size_t)(size - half)) == size - half;
      close(source);
      close(target);
      return done;
    }
    int main(void) {
      char line[2048], what[16], one[512], other[512], third[32];
      while (fgets(line, sizeof line, stdin)) {
        int done = 0;
        if (sscanf(line, "%15s %511s %511s %31s", what, one, other, third) < 2) return 1;
        if (strcmp(what, "move") == 0) done = rename(one, other) == 0;
        if (strcmp(what, "overwrite") == 0) done = overwrite(one, other, (unsigned)atoi(third));
        if (strcmp(what, "truncate") == 0) done = truncate(one, atol(other)) == 0;
        if (strcmp(what, "remove") == 0) done = unlink(one) == 0;
        if (write(1, done ? "." : "!", 1) != 1) return 1;
      }
      return 0;
    }
    """
}
