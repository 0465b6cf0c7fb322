import ComponentKit
package import Glibc

/// A reason not to run code from a file, or from a directory.
///
/// A user who can write to a file decides what the host runs; one who can write to its directory can put another file
/// there.
enum Distrust: Equatable, Sendable {
  case groupCanWrite(mode: UInt32)
  case othersCanWrite(mode: UInt32)
  case foreignOwner(UInt32)
}

/// Decides whether a file can be changed by root and the user of this process only.
///
/// Access control lists need no look of their own: a right to write that they give shows in the group's bits. A sticky
/// directory is no exception, since anybody can still add files to it. `Way` has one for those above it.
enum Trust {
  /// Why a file or directory with this status is not trusted; nil if it is.
  ///
  /// The owner is named first, for an owner can also change the mode. Pure: asks nothing of the system.
  static func distrust(of status: FileStatus, user: UInt32) -> Distrust? {
    distrust(mode: status.mode, owner: status.owner, user: user)
  }

  /// As above, for the effective user of this process.
  static func distrust(of status: FileStatus) -> Distrust? {
    distrust(of: status, user: geteuid())
  }

  static func distrust(mode: UInt32, owner: UInt32, user: UInt32) -> Distrust? {
    let permissions = mode & 0o7777
    if owner != 0 && owner != user { return .foreignOwner(owner) }
    if permissions & 0o002 != 0 { return .othersCanWrite(mode: permissions) }
    if permissions & 0o020 != 0 { return .groupCanWrite(mode: permissions) }
    return nil
  }
}

extension Distrust: CustomStringConvertible {
  /// The reason as the rest of a sentence about the file.
  var description: String {
    switch self {
    case .groupCanWrite(let mode): "its group can write to it (mode \(octal(mode)))"
    case .othersCanWrite(let mode): "others can write to it (mode \(octal(mode)))"
    case .foreignOwner(let user): "it belongs to user \(user), neither root nor you"
    }
  }

  /// A command that ends the distrust, ready for a shell.
  func help(for path: String) -> String { Distrust.help([(path, self)]) }

  /// A command that ends all of them.
  static func help(_ distrusted: [(path: String, distrust: Distrust)]) -> String {
    var open: [String] = []
    var foreign: [String] = []
    for (path, distrust) in distrusted {
      if case .foreignOwner = distrust { foreign.append(path) } else { open.append(path) }
    }
    let commands = [("sudo chown \"$(id -u)\"", foreign), ("chmod go-w", open)]
    return commands.filter { !$0.1.isEmpty }.map { $0 + shellWords($1) }.joined(separator: " && ")
  }
}

private func octal(_ mode: UInt32) -> String {
  let digits = String(mode, radix: 8)
  return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

/// The paths as words of a shell command, each behind a space.
private func shellWords(_ paths: [String]) -> String {
  (paths.contains { $0.hasPrefix("-") } ? " --" : "") + paths.map { " " + ($0.shellWord ?? quoted($0)) }.joined()
}

/// The same of a file that a part above the engine has opened.
package enum FileDistrust {
  /// Why a file with this status could have been written by others; nil where it could not.
  package static func of(_ status: stat) -> String? { Trust.distrust(of: FileStatus(status)).map { "\($0)" } }

  /// Why others could put something else in the place of what is in a folder: the folder itself or one on the way to it, and
  /// what is wrong with that; nil where nobody could, or where there is no such folder.
  package static func ofFolder(_ path: String) -> (folder: String, words: String)? {
    guard let way = Way(to: path), let end = way.end else { return nil }
    if let fault = way.faults.first { return (fault.folder, "\(fault.distrust)") }
    return Trust.distrust(of: end).map { (path, "\($0)") }
  }
}
