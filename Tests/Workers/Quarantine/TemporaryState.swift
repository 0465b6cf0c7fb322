import ComponentKit
import Glibc
import HostNative
import Testing

@testable import ComponentHost
@testable import ComponentWorkers

/// A folder of its own, gone with its last user.
final class TemporaryState: Sendable {
  let path: String

  init() {
    var template = Array("\(String(cString: getenv("TMPDIR") ?? strdup("/tmp")))/state-XXXXXX\0".utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  deinit {
    // A link first: what it leads to is nobody's here.
    unlink("\(path)/crashes")
    for name in names(in: "crashes") { unlink("\(path)/crashes/\(name)") }
    rmdir("\(path)/crashes")
    rmdir(path)
  }

  var settings: Settings {
    var settings = Settings()
    settings.stateDirectory = path
    return settings
  }

  func names(in folder: String) -> [String] {
    guard let open = opendir("\(path)/\(folder)") else { return [] }
    defer { closedir(open) }
    var names: [String] = []
    while let entry = readdir(open) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func write(_ text: String, as name: String, mode: mode_t = 0o600) {
    mkdir("\(path)/crashes", 0o700)
    let file = open("\(path)/crashes/\(name)", O_WRONLY | O_CREAT | O_TRUNC, mode)
    _ = Glibc.write(file, text, text.utf8.count)
    fchmod(file, mode)
    close(file)
  }
}

/// A component's file of any content, which has no build identity then.
func build(_ content: String, of name: String = "Reader", _ settings: Settings = Settings()) throws
  -> ComponentToIsolate
{
  let file = host_memory_file("build")
  try #require(file >= 0)
  _ = write(file, content, content.utf8.count)
  return ComponentToIsolate(name, again: Descriptor(owning: file), path: "lib\(name).so", folder: "/", settings)
}

extension WorkerEnd {
  static let fault = WorkerEnd(cause: .signal(SIGSEGV))
}

extension CrashBook {
  /// Notes a crash, and waits until it is written where it is to be.
  func note(_ component: ComponentToIsolate, _ end: WorkerEnd) {
    if let key = BuildKey.of(component) { note(component, key, end) }
    CrashNotes.shared.flush(until: Deadline(after: .seconds(20)))
  }
}
