import Glibc
import Testing

/// Where things lie: the repository, and what was built from it.
enum Place {
  /// The repository's folder.
  static let repository: String = {
    // …/Tests/EndToEnd/Harness/Place.swift
    let parts = #filePath.split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/")
  }()

  /// The build folder: the test bundle lies in it, and so do the program and the components.
  static let built: String = {
    let bundle = CommandLine.arguments[0]
    guard let real = realpath(bundle, nil) else { return "." }
    defer { free(real) }
    let folder = String(cString: real).split(separator: "/").dropLast()
    return "/" + folder.joined(separator: "/")
  }()

  static let host = "\(built)/host"

  /// The compiled fixtures: `no-note/libNoNote.so` and so on. Made by Scripts/fixtures when first asked for.
  static let fixtures: String = {
    let folder = "\(built)/fixtures"
    let made = Run.program("\(repository)/Scripts/fixtures", [folder], limit: .seconds(300))
    if made.code != 0 { return "/the-fixtures-do-not-compile" }
    if !made.err.isEmpty { print(made.err, terminator: "") }
    return folder
  }()

  static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  static let isRoot = geteuid() == 0
}
