import Glibc

/// A temporary folder in which real libraries are compiled; removed in the end.
final class ElfWorkshop: Sendable {
  struct Problem: Error { let words: String }

  let path: String

  init() throws {
    var template = Array("/tmp/elf-tests-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Problem(words: "mkdtemp failed") }
    path = String(cString: made)
  }

  deinit {
    _ = Self.run("rm -rf '\(path)'")
  }

  /// Writes a file with exactly this mode.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o644) throws -> String {
    let file = path + "/" + name
    let number = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard number >= 0 else { throw Problem(words: "can't write \(file)") }
    defer { close(number) }
    guard Glibc.write(number, bytes, bytes.count) == bytes.count, fchmod(number, mode) == 0 else {
      throw Problem(words: "can't write \(file)")
    }
    return file
  }

  /// Compiles C to a library of this folder.
  func compile(_ source: String, to name: String, _ flags: String = "") throws -> String {
    guard let clang = Self.program("clang") else { throw Problem(words: "no clang on PATH") }
    let input = try write(Array(source.utf8), to: name + ".c")
    let result = Self.run("'\(clang)' -shared -fPIC -o '\(path)/\(name)' '\(input)' \(flags) 2>&1")
    guard result.status == 0 else { throw Problem(words: result.output) }
    return path + "/" + name
  }

  static func content(of file: String) throws -> [UInt8] {
    let number = open(file, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw Problem(words: "can't read \(file)") }
    defer { close(number) }
    var bytes = [UInt8](repeating: 0, count: Int(lseek(number, 0, SEEK_END)))
    guard pread(number, &bytes, bytes.count, 0) == bytes.count else { throw Problem(words: "can't read \(file)") }
    return bytes
  }

  /// Where a program of this name lies on PATH.
  static func program(_ name: String) -> String? {
    guard let search = getenv("PATH") else { return nil }
    return String(cString: search).split(separator: ":").map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
  }

  /// Runs a command of the shell and gives what it prints.
  static func run(_ command: String) -> (status: Int32, output: String) {
    guard let stream = popen(command, "re") else { return (-1, "") }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      guard count > 0 else { break }
      output += buffer[..<count]
    }
    return (pclose(stream), String(decoding: output, as: UTF8.self))
  }

  /// A component in C: a note, an exported function, things it wants and things it hides.
  static let component = """
    #include <stdio.h>
    struct note { unsigned a, b, c; char name[12]; unsigned d[4]; };
    static const struct note note __attribute__((used, section(".note.component"), aligned(4)))
        = {10, 16, 1, "Component", {1, 1, 0, 0}};
    int component_register(void *host, void *registration) __asm__("register");
    int component_register(void *host, void *registration) { return puts("x") + (host == registration); }
    __attribute__((weak)) int softly(void) { return 1; }
    __attribute__((visibility("hidden"))) int hidden(void) { return 2; }
    __attribute__((visibility("protected"))) int guarded(void) { return 3; }
    static int inner(void) { return 4; }
    int number = 5;
    int (*pointer)(void) = inner;
    extern int wanted(void) __attribute__((weak));
    int ask(void) { return hidden() + (wanted ? wanted() : 0) + printf("%d", number); }
    """
}
