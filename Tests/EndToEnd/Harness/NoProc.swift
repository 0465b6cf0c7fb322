/// Runs the program where /proc is not there, as in some containers and chroots.
enum NoProc {
  static func host(_ words: String...) -> Run { Mounts.host(behind: "mount -t tmpfs none /proc", words) }
}
