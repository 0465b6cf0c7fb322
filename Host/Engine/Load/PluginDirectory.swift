import ComponentKit
import Glibc

/// One folder of components: finding a component is opening one file.
struct PluginDirectory: Sendable {
  let path: String
  let keeper = Keeper()

  init(path: String) { self.path = path }

  /// The component's file, opened; nil where the folder has none.
  func open(_ name: String, trustsAny: Bool) throws(Refusal) -> ComponentFile? {
    try open(path: path(of: name), trustsAny: trustsAny)
  }

  /// Any file of the folder.
  func open(file name: String, trustsAny: Bool) throws(Refusal) -> ComponentFile? {
    try open(path: "\(path)/\(name)", trustsAny: trustsAny)
  }

  private func open(path file: String, trustsAny: Bool) throws(Refusal) -> ComponentFile? {
    if trustsAny {
      let descriptor = try descriptor(file, file.withCString { Glibc.open($0, PluginDirectory.flags) })
      return if let descriptor { try ComponentFile(descriptor, path: file, folder: path) } else { nil }
    }
    let folder: Folder
    do throws(NotOpened) {
      folder = try opened()
    } catch {
      try missed(file, error.number)
      return nil
    }
    return try open(file: file, in: folder, trustsAny: false)
  }

  /// Where the component's file lies, if there is one.
  func path(of name: String) -> String {
    String(unsafeUninitializedCapacity: path.utf8.count + name.utf8.count + 7) { bytes in
      var end = bytes.initialize(fromContentsOf: path.utf8)
      end = bytes[end...].initialize(fromContentsOf: "/lib".utf8)
      end = bytes[end...].initialize(fromContentsOf: name.utf8)
      return bytes[end...].initialize(fromContentsOf: ".so".utf8)
    }
  }

  /// A file of the folder, which is judged by its own descriptor: what is opened lies in that very one.
  func open(file path: String, in folder: Folder, trustsAny: Bool) throws(Refusal) -> ComponentFile? {
    let name = path.utf8.count - self.path.utf8.count - 1
    let number = path.withCString { start in
      openat(folder.descriptor.number, start + (path.utf8.count - name), PluginDirectory.flags)
    }
    guard let descriptor = try descriptor(path, number) else { return nil }
    if !trustsAny { try check(folder.distrust, path) }
    let file = try ComponentFile(descriptor, path: path, folder: self.path)
    if !trustsAny { try file.checkTrust(by: folder.user) }
    return file
  }

  private func descriptor(_ file: String, _ number: Int32) throws(Refusal) -> Descriptor? {
    if number >= 0 { return Descriptor(owning: number) }
    try missed(file, errno)
    return nil
  }

  // O_NONBLOCK: a FIFO of that name must not hang the host. O_NOCTTY: nor a terminal take it over.
  private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

  // What it means that a file can't be opened; nothing where there is none.
  private func missed(_ file: String, _ number: Int32) throws(Refusal) {
    if number == ENOENT || number == ENOTDIR { return try dangling(file) }
    if number == ENXIO { throw Refusal("not_a_file", "it is a socket, not a shared library", file: file) }
    if number == EACCES, access(path, X_OK) != 0 {
      throw Refusal(
        PluginDirectory.unreadable, "its folder can't be searched: \(systemReason(number))",
        help: "let its owner give you the right: chmod +rx \(quoted(path))", file: file)
    }
    throw Refusal("not_readable", "it can't be opened: \(systemReason(number))", file: file)
  }

  private func check(_ distrust: Distrust?, _ file: String) throws(Refusal) {
    guard let distrust else { return }
    throw Refusal(
      "not_trusted", "its folder is not trusted: \(distrust)", help: "\(distrust.help(for: path)), or --trust-any",
      file: file)
  }

  /// The reason where nobody can tell what is in the folder.
  static let unreadable = "folder_not_readable"

  // A link to nothing looks like no file, and is told apart for whoever made it.
  private func dangling(_ file: String) throws(Refusal) {
    var status = stat()
    guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
    throw Refusal(
      "dangling_link", "it is a link to a file that doesn't exist", help: "remove or mend the link", file: file)
  }

  /// Names of the components whose files lie here, sorted; nil where the folder can't be read.
  func names() -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        ComponentName.name(ofFile: UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 }))
      }
      if let name { names.append(name) }
    }
    names.sort()
    return names
  }
}
