import ComponentHost
import Glibc
import Synchronization

/// The streams of a client that has started the program to talk to it. They have descriptors of their own, which no child
/// inherits: the standard input has nothing in it from then on, and what goes to the standard output goes to the error
/// output.
struct ClientStreams: Sendable {
  let input: Int32
  let output: Int32

  static func take() throws(Problem) -> ClientStreams {
    // The standard output was set aside as the program began.
    let output = Stream.ownOutput.load(ordering: .relaxed)
    guard output != 1, mode(output) != O_RDONLY else {
      throw problem("no_output", "the standard output can't be written to")
    }
    guard mode(0) != O_WRONLY else { throw problem("no_input", "the standard input can't be read") }
    let input = fcntl(0, F_DUPFD_CLOEXEC, 3)
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { if null >= 0 { close(null) } }
    guard input >= 0, null >= 0, dup2(null, 0) == 0 else {
      throw problem("no_input", "the standard input can't be set aside: \(systemReason(errno))")
    }
    return ClientStreams(input: input, output: output)
  }

  private static func mode(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_GETFL) & O_ACCMODE }

  private static func problem(_ reason: String, _ message: String) -> Problem {
    Problem(.failed, reason, message, help: ["a client starts 'host mcp' with pipes to both"])
  }
}
