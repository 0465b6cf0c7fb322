import ComponentKit
import Glibc

/// One folder of components: finding a component is opening one file.
struct PluginDirectory: Sendable {
  /// As it was named: what messages say.
  let path: String
  /// The same folder, wherever a component changes the current one to.
  let place: String
  let keeper = Keeper()

  init(path: String) {
    self.path = path
    place = PluginDirectory.absolute(path)
  }

  private static func absolute(_ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return plain(path) }
    guard let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return plain("\(String(cString: current))/\(path)")
  }

  /// The same path without parts that say nothing: "lib" and "./lib" are one folder to whoever compares paths. A ".." stays,
  /// because it may lead elsewhere behind a link.
  private static func plain(_ path: String) -> String {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
    return "/" + parts.map { String(Substring($0)) }.joined(separator: "/")
  }

  /// Where a file lies that is named by this folder's path.
  private func place(of file: String) -> String {
    if path == place { return file }
    return place + String(Substring(file.utf8.dropFirst(path.utf8.count)))
  }

  /// The component's file, opened; nil where the folder has none.
  func open(_ name: String, trustsAny: Bool) throws(Refusal) -> ComponentFile? {
    try open(path: path(of: name), trustsAny: trustsAny)
  }

  /// The same in the folder that was opened for many files, and is judged once for all of them; nil for this one alone.
  func open(_ name: String, in folder: Folder?, trustsAny: Bool) throws(Refusal) -> ComponentFile? {
    guard let folder else { return try open(name, trustsAny: trustsAny) }
    return try open(file: path(of: name), in: folder, trustsAny: trustsAny)
  }

  /// Any file of the folder.
  func open(file name: String, trustsAny: Bool) throws(Refusal) -> ComponentFile? {
    try open(path: "\(path)/\(name)", trustsAny: trustsAny)
  }

  private func open(path file: String, trustsAny: Bool) throws(Refusal) -> ComponentFile? {
    if trustsAny {
      let descriptor = try descriptor(file, place(of: file).withCString { Glibc.open($0, PluginDirectory.flags) })
      return if let descriptor { try ComponentFile(descriptor, path: file, in: self) } else { nil }
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

  /// Whether there is a file of the component.
  func holds(_ name: String) -> Bool { access("\(place)/\(ComponentName.file(name))", F_OK) == 0 }

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
    guard let (file, isLink) = try find(path, in: folder, followsLinks: trustsAny) else { return nil }
    if !trustsAny { try checkTrust(file, in: folder, isLink) }
    return file
  }

  // The file, and whether a link leads to it where that matters.
  private func find(_ path: String, in folder: Folder, followsLinks: Bool) throws(Refusal) -> (ComponentFile, Bool)? {
    let name = path.utf8.count - self.path.utf8.count - 1
    func open(_ more: Int32) -> Int32 {
      path.withCString { openat(folder.descriptor.number, $0 + (path.utf8.count - name), PluginDirectory.flags | more) }
    }
    var number = open(followsLinks ? 0 : O_NOFOLLOW)
    let isLink = number < 0 && errno == ELOOP && !followsLinks
    if isLink { number = open(0) }
    guard let descriptor = try descriptor(path, number) else { return nil }
    return (try ComponentFile(descriptor, path: path, in: self), isLink)
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
    if let kind = kind(of: file) { throw ComponentFile.notAFile(kind, file) }
    if number == EMFILE || number == ENFILE {
      throw Refusal(
        PluginDirectory.noDescriptor, "it can't be opened: \(systemReason(number))", help: PluginDirectory.moreFiles,
        file: file)
    }
    if number == EACCES, access(place, X_OK) != 0 {
      throw Refusal(
        PluginDirectory.unreadable, "its folder can't be searched: \(systemReason(number))",
        help: "let its owner give you the right: chmod +rx \(quoted(path))", file: file)
    }
    throw Refusal("not_readable", "it can't be opened: \(systemReason(number))", file: file)
  }

  // Nil for a regular file, and where the system does not tell.
  private func kind(of file: String) -> String? {
    var status = stat()
    guard stat(place(of: file), &status) == 0 else { return nil }
    return ComponentFile.kind(status.st_mode)
  }

  // A file is as good as the folders that lead to it; one behind a link, as those that the link leads through, wherever it
  // lies.
  private func checkTrust(_ file: ComponentFile, in folder: Folder, _ isLink: Bool) throws(Refusal) {
    let way = isLink ? Way(to: place(of: file.path), user: folder.user) : folder.way
    if let refusal = openness(of: file, in: folder, way, isLink).refusal(of: file.path) { throw refusal }
    // A way that breaks off is judged only in part, and one that ends elsewhere is another's.
    guard let end = way?.end else {
      throw Refusal(
        "not_trusted", "the way to it can't be followed to its end, so nobody can tell whose folders it leads through",
        help: "name its folder by a path without links, or --trust-any", file: file.path)
    }
    let (device, inode) = isLink ? (file.identity.device, file.identity.inode) : (folder.device, folder.inode)
    guard end.device == device, end.inode == inode else { throw ComponentFile.changing }
  }

  private func openness(of file: ComponentFile, in folder: Folder, _ way: Way?, _ isLink: Bool) -> Openness {
    var openness = Openness()
    if let way { openness.add(way) }
    if !isLink { openness.add("its folder", path, folder.distrust) }
    openness.add("it", file.path, file.distrust(by: folder.user))
    return openness
  }

  /// What others could change of a file and the way to it, a clause for each part.
  func distrusts(of name: String) -> [String] {
    guard let folder = try? opened(), let (file, isLink) = try? find("\(path)/\(name)", in: folder, followsLinks: false)
    else { return [] }
    let way = isLink ? Way(to: place(of: file.path), user: folder.user) : folder.way
    return openness(of: file, in: folder, way, isLink).clauses
  }

  /// The reason where the folder's content can't be read.
  static let unreadable = "folder_not_readable"
  /// The reason where the process may open no more files.
  static let noDescriptor = "too_many_files"
  static let moreFiles = "let the process open more files: ulimit -n"

  // A link to nothing is told apart from a missing file: its owner meant a component to be there.
  private func dangling(_ file: String) throws(Refusal) {
    var status = stat()
    guard lstat(place(of: file), &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
    throw Refusal(
      "dangling_link", "it is a link to a file that doesn't exist", help: "remove or mend the link", file: file)
  }

  /// By what a component's file is told from the one that was there before: of a link what it leads to, else its own. Nil
  /// where there is none.
  func identity(of name: String) -> ComponentFile.Identity? {
    let file = path(of: name)
    let whole = place(of: file)
    var status = stat()
    guard stat(whole, &status) == 0 || lstat(whole, &status) == 0 else { return nil }
    return ComponentFile.Identity(status, path: file)
  }

  /// Names of the components whose files lie here, sorted.
  func names() throws(NotOpened) -> [String] {
    guard let folder = opendir(place) else { throw NotOpened(number: errno) }
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
