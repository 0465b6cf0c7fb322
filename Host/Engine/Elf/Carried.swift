import HostNative

/// The libraries of Swift that the program has in itself, if it is the standard library for its components: those that
/// Host/CLI/Main/program.cfg links.
enum Carried {
  static let core = "libswiftCore.so"

  /// Those beside the standard library.
  static let libraries = [
    "libswift_Concurrency.so", "libswiftSynchronization.so", "libswiftGlibc.so", "libswift_Builtin_float.so",
  ]

  // What the compiler names whether it is used or not.
  private static let named = [
    "libswift_StringProcessing.so", "libswift_RegexParser.so", "libswiftSwiftOnoneSupport.so",
  ]

  /// Whether this program is the standard library for what it loads.
  static let isByProgram = host_program_has("swift_task_create")

  /// Whether nothing is lost without the library where none of its symbols is wanted.
  static func mayBeLeftOut(_ name: String) -> Bool { libraries.contains(name) || named.contains(name) }
}
