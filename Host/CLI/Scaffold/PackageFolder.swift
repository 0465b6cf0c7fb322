import ComponentKit
import ComponentHost
import Glibc

/// Makes a package's folder, whole or not at all.
///
/// The files are written into a folder beside it, which then takes the package's name. The name is reserved first by an
/// empty folder, which can't be made if anything is there, be it a link to nothing; and a folder can only take the
/// place of an empty one. So nothing is ever overwritten.
struct PackageFolder {
  private let path: String
  private let aside: String
  /// What was made, to be taken away again after a failure.
  private var folders: [String] = []
  private var written: [String] = []

  /// Makes the folder `name` in `parent` with these files.
  static func make(_ name: String, in parent: String, _ files: [PackageFile]) throws(Problem) {
    let path = "\(parent)/\(name)"
    if fileExists(path) { throw exists(name) }
    let number = UInt32.random(in: .min ... .max)
    var folder = PackageFolder(path: path, aside: "\(parent)/.\(name).\(String(number, radix: 16))")
    guard mkdir(folder.aside, 0o777) == 0 else { throw fault("make the folder", name, errno) }
    do throws(Problem) {
      for file in files { try folder.write(file, of: name) }
      try folder.rename(name)
    } catch {
      folder.remove()
      throw error
    }
  }

  private init(path: String, aside: String) {
    self.path = path
    self.aside = aside
  }

  private mutating func write(_ file: PackageFile, of name: String) throws(Problem) {
    try makeFolders(above: file.path, of: name)
    let place = "\(aside)/\(file.path)"
    let descriptor = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.isExecutable ? 0o777 : 0o666)
    guard descriptor >= 0 else { throw PackageFolder.fault("make the file", "\(name)/\(file.path)", errno) }
    written.append(place)
    var number = Stream(number: descriptor).write(file.text)
    if close(descriptor) != 0, number == 0 { number = errno }
    if number != 0 { throw PackageFolder.fault("write the file", "\(name)/\(file.path)", number) }
  }

  private mutating func makeFolders(above file: String, of name: String) throws(Problem) {
    for index in file.utf8.indices where file.utf8[index] == UInt8(ascii: "/") {
      let folder = "\(aside)/\(file[..<index])"
      if folders.contains(folder) { continue }
      guard mkdir(folder, 0o777) == 0 else {
        throw PackageFolder.fault("make the folder", "\(name)/\(file[..<index])", errno)
      }
      folders.append(folder)
    }
  }

  private func rename(_ name: String) throws(Problem) {
    guard mkdir(path, 0o777) == 0 else {
      throw errno == EEXIST ? PackageFolder.exists(name) : PackageFolder.fault("make the folder", name, errno)
    }
    guard Glibc.rename(aside, path) == 0 else {
      let number = errno
      rmdir(path)
      throw PackageFolder.fault("make the folder", name, number)
    }
  }

  private func remove() {
    for file in written { unlink(file) }
    for folder in folders.reversed() { rmdir(folder) }
    rmdir(aside)
  }

  private static func exists(_ name: String) -> Problem {
    Problem(
      .failed, "exists", "there is something named \(quoted(name)) here already, and nothing of it was touched",
      help: ["choose another name, or go to another folder"])
  }

  private static func fault(_ doing: String, _ name: String, _ number: Int32) -> Problem {
    Problem(
      .failed, "not_written", "can't \(doing) \(quoted(name)): \(systemReason(number))",
      help: number == EACCES || number == EPERM || number == EROFS ? ["go to a folder that you can write to"] : [])
  }
}

/// One file of a new package.
struct PackageFile: Sendable, Equatable {
  /// Its place in the package, such as `include/component.h`.
  let path: String
  let text: String
  let isExecutable: Bool

  init(_ path: String, _ text: String, isExecutable: Bool = false) {
    self.path = path
    self.text = text
    self.isExecutable = isExecutable
  }
}
