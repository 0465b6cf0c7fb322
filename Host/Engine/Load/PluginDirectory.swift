import ComponentKit
import Glibc
import HostNative

/// One folder of components: finding a component is opening one file.
struct PluginDirectory: Sendable {
  let path: String

  /// The component's file, opened; nil where the folder has none.
  func open(_ name: String, trustsAny: Bool) throws(Refusal) -> ComponentFile? {
    try open(file: ComponentName.file(name), trustsAny: trustsAny)
  }

  /// Any file of the folder.
  func open(file name: String, trustsAny: Bool) throws(Refusal) -> ComponentFile? {
    let file = path + "/" + name
    let number = Glibc.open(file, PluginDirectory.flags)
    if number < 0 { return try missed(file, errno) }
    let descriptor = Descriptor(owning: number)
    if trustsAny { return try ComponentFile(descriptor, path: file) }
    let folder = Glibc.open(path, O_DIRECTORY | O_CLOEXEC | host_path_only)
    guard folder >= 0 else {
      if errno == ENOENT { return nil }
      throw Refusal("not_readable", "its folder can't be opened: \(systemReason(errno))", file: file)
    }
    defer { close(folder) }
    try check(PluginDirectory.distrust(of: folder), file)
    var opened = try ComponentFile(descriptor, path: file)
    // The folder is judged by its own descriptor, so the file must be the one that lies in it by that name. To ask takes
    // 0.7 µs, to open and close it once more 1.5.
    if !opened.lies(in: folder, as: name) {
      let number = openat(folder, name, PluginDirectory.flags)
      guard number >= 0 else {
        // Taken out since it was looked for.
        if errno == ENOENT { return nil }
        throw Refusal("not_readable", "it can't be opened: \(systemReason(errno))", file: file)
      }
      opened = try ComponentFile(Descriptor(owning: number), path: file)
    }
    try opened.checkTrust()
    return opened
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

  /// A file of the folder that is kept open: one `openat` for each of many, not three.
  func open(file path: String, in folder: Folder, trustsAny: Bool) throws(Refusal) -> ComponentFile? {
    let name = path.utf8.count - self.path.utf8.count - 1
    let number = path.withCString { start in
      openat(folder.descriptor.number, start + (path.utf8.count - name), PluginDirectory.flags)
    }
    if number < 0 { return try missed(path, errno) }
    let descriptor = Descriptor(owning: number)
    if !trustsAny { try check(folder.distrust, path) }
    let opened = try ComponentFile(descriptor, path: path)
    if !trustsAny { try opened.checkTrust(by: folder.user) }
    return opened
  }

  /// The folder, open, and judged once for all of its files.
  struct Folder {
    let descriptor: Descriptor
    let distrust: Distrust?
    /// Who asks.
    let user = geteuid()
  }

  /// Nil where it can't be opened.
  func opened() -> Folder? {
    let number = Glibc.open(path, O_DIRECTORY | O_CLOEXEC | host_path_only)
    guard number >= 0 else { return nil }
    return Folder(descriptor: Descriptor(owning: number), distrust: PluginDirectory.distrust(of: number))
  }

  // O_NONBLOCK: a FIFO of that name must not hang the host. O_NOCTTY: nor a terminal take it over.
  private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

  // What it means that a file can't be opened: nil where there is none.
  private func missed(_ file: String, _ number: Int32) throws(Refusal) -> ComponentFile? {
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

  /// Why the folder is not trusted; nil where it is, or can't be opened.
  var distrust: Distrust? { opened()?.distrust }

  private static func distrust(of folder: Int32) -> Distrust? {
    var status = stat()
    return fstat(folder, &status) == 0 ? Trust.distrust(of: FileStatus(status)) : nil
  }

  /// The reason where nobody can tell what is in the folder.
  static let unreadable = "folder_not_readable"

  // A link to nothing looks like no file, and is told apart for whoever made it.
  private func dangling(_ file: String) throws(Refusal) -> ComponentFile? {
    var status = stat()
    guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
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
