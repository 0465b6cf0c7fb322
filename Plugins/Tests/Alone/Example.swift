import ComponentHost
import ComponentKit
import ComponentTesting
import Glibc
import Synchronization

/// The example components as they were built, each alone on a bench.
enum Example {
  /// - Parameter folder: where the component shall believe it lies, for files beside it.
  static func bench(_ name: String, in folder: TemporaryFolder? = nil) throws(Refusal) -> Bench {
    var file = "\(built)/lib\(name).so"
    if let folder {
      symlink(file, "\(folder.path)/lib\(name).so")
      file = "\(folder.path)/lib\(name).so"
    }
    // An async action waits for a thread of Swift's own, which other tests may keep for long.
    return try Bench(file: file, timeLimit: nil)
  }

  /// A bench for Notes, whose file lies in the folder.
  static func notes(in folder: TemporaryFolder) throws(Refusal) -> Bench {
    try environment.withLock { _ throws(Refusal) in
      unsetenv("HOST_NOTES")
      // Always the same variable, which is never taken away again: the system then changes it in its place, under the
      // eyes of whoever reads another one just now.
      setenv("XDG_DATA_HOME", folder.path, 1)
      return try bench("Notes")
    }
  }

  /// A bench for Library, whose books lie in `Books` in the folder.
  static func library(in folder: TemporaryFolder) throws(Refusal) -> Bench {
    try environment.withLock { _ throws(Refusal) in
      unsetenv("HOST_BOOKS")
      return try bench("Library", in: folder)
    }
  }

  /// All of them but NotFound, which would answer for everything.
  static let names = ["Library", "Audit", "Notes", "Reader", "BookDetail", "Review", "Discover", "WordCount"]

  /// A host of all of them but NotFound, with the sample books; the file of the notes lies in the folder.
  static func host(in folder: TemporaryFolder) throws(Refusal) -> Host {
    for name in names { symlink("\(built)/lib\(name).so", "\(folder.path)/lib\(name).so") }
    // …/Tests/Alone/Example.swift
    let package = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    symlink("\(package)/Base/Library/Books", "\(folder.path)/Books")
    var settings = Settings(directories: [folder.path])
    settings.timeLimit = nil
    let host = Host(settings)
    try environment.withLock { _ throws(Refusal) in
      unsetenv("HOST_NOTES")
      unsetenv("HOST_BOOKS")
      setenv("XDG_DATA_HOME", folder.path, 1)
      for name in names { _ = try host.load(name) }
    }
    return host
  }

  // A test that needs a variable holds it until the component has read it, which it does when it is loaded.
  private static let environment = Mutex(())

  // The components lie beside the bundle of the tests.
  private static let built: String = {
    guard let real = realpath(CommandLine.arguments[0], nil) else { return "." }
    defer { free(real) }
    return String(cString: real).split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
  }()
}

/// How a neighbour can be away.
enum Away: Sendable, CaseIterable {
  case missing, failing

  /// Puts a neighbour into that state.
  func put(_ name: String, on bench: Bench) {
    bench.removeStubs(name)
    if self == .failing { bench.stub(name, .failure(Failure(.failed, "on_strike", "\(name) does not work today"))) }
  }

  /// What it says.
  func message(_ name: String) -> String {
    self == .missing ? "no component named '\(name)'" : "\(name) does not work today"
  }

  func reason(_ name: String) -> Missing {
    Missing(Failure(.failed, self == .missing ? "no_such_component" : "on_strike", message(name)))
  }
}

/// What functions were told that a test has passed to a component.
final class Told: Sendable {
  private let kept = Mutex<[Fields]>([])

  var all: [Fields] { kept.withLock { $0 } }

  /// A function that keeps what it is told.
  func function(of mediator: Mediator) -> Function {
    Function(mediator) { call in
      let parameters = call.parameters
      self.kept.withLock { $0.append(parameters) }
      return nil
    }
  }
}

/// The failure of what must fail.
func failure(_ body: () throws(Failure) -> some Any) -> Failure? {
  do throws(Failure) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}

/// The same for what waits.
func failure(_ body: () async throws(Failure) -> some Any) async -> Failure? {
  do throws(Failure) {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}
