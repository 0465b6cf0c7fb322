import ComponentHost
import ComponentKit
import Glibc
import HostNative

/// A socket at which a door listens.
public final class Listener: Sendable {
  public let socket: Int32
  /// Where it is bound, as the system says it: with the port that it found.
  public let name: String
  /// Whether it is a Unix socket.
  let isLocal: Bool
  /// Whether only this machine reaches it, as far as its name says.
  var isOfThisMachine: Bool {
    if isLocal { return true }
    do throws(DoorFault) { return try DoorAddress(name).isLocal } catch { return false }
  }
  // The file that it made; nil where it made none, or it was handed over.
  private let file: Made?

  private struct Made {
    let path: String
    let device: dev_t
    let inode: ino_t
  }

  /// Listens at an address.
  ///
  /// A socket file that is left from a process that has ended is replaced. Anything else at its path stays, and is why it
  /// fails.
  public convenience init(_ address: DoorAddress) throws(DoorFault) {
    switch address {
    case .path(let path): try self.init(path: path)
    case .internet(let digits, let port):
      let socket = host_listen_internet(digits, port)
      guard socket >= 0 else { throw Listener.fault(address, -socket) }
      self.init(socket, nil)
    }
  }

  private convenience init(path: String) throws(DoorFault) {
    // Two that begin at once don't take each other's socket for one that is left: one after the other holds its folder.
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
    let turn = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard turn >= 0 else { throw Listener.fault(.path(path), errno) }
    defer { Glibc.close(turn) }
    try Listener.lock(turn, path)
    try Listener.makeRoom(at: path)
    let socket = host_listen_unix(path)
    guard socket >= 0 else { throw Listener.fault(.path(path), -socket) }
    var status = stat()
    let made = lstat(path, &status) == 0 ? Made(path: path, device: status.st_dev, inode: status.st_ino) : nil
    self.init(socket, made)
  }

  // The wait has an end: any process that can read the folder may hold it. A file system that knows no locks needs none.
  private static func lock(_ folder: Int32, _ path: String) throws(DoorFault) {
    let end = Clock.moment(after: .seconds(1))
    while flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
      guard Clock.now < end else {
        throw DoorFault(
          "folder_held", "can't listen at \(quoted(path)): another process holds a lock on its folder",
          help: "end that process, or choose a path in a folder that only you can read")
      }
      usleep(10_000)
    }
  }

  /// Takes over a socket that listens already.
  convenience init(handed socket: Int32) throws(DoorFault) {
    let result = host_take_listener(socket)
    guard result == 0 else {
      throw DoorFault(
        "not_a_listener", "descriptor \(socket), which was handed over, can't be listened at: \(systemReason(-result))",
        help: "hand over stream sockets that listen, as ListenStream= in a systemd socket unit makes them")
    }
    self.init(socket, nil)
  }

  private init(_ socket: Int32, _ file: Made?) {
    self.socket = socket
    self.file = file
    name = Listener.name(of: socket)
    isLocal = host_is_unix(socket)
  }

  /// Where a socket is bound, or who is at its other end; empty where that has no name.
  static func name(of socket: Int32, peer: Bool = false) -> String {
    let bytes = [CChar](unsafeUninitializedCapacity: 256) { room, count in
      guard let text = room.baseAddress else { return }
      count = max(0, Int(host_socket_name(socket, peer, text, room.count)))
    }
    return String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Nobody is let in any more from here on; who waits already can be taken.
  ///
  /// Of those that connect at the last moment each is either refused or taken, and none loses what it sends. Only over TCP,
  /// where the system knows no such end, one may. A socket that was handed over goes on: others may listen at it.
  func refuse() {
    guard file != nil else { return }
    removeFile()
    shutdown(socket, Int32(SHUT_RD))
  }

  /// Stops listening; who waits to be taken is refused. The file goes first, if it is still its own.
  public func close() {
    removeFile()
    Glibc.close(socket)
  }

  private func removeFile() {
    guard let file else { return }
    var status = stat()
    if lstat(file.path, &status) == 0, status.st_dev == file.device, status.st_ino == file.inode { unlink(file.path) }
  }

  // A socket at which nobody answers is what a process left that could not tidy up.
  private static func makeRoom(at path: String) throws(DoorFault) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw DoorFault(
        "address_taken", "\(quoted(path)) is there, and is no socket", help: "take it away, or choose another path")
    }
    let answer = host_answers_unix(path)
    if answer == -ECONNREFUSED {
      if unlink(path) == 0 || errno == ENOENT { return }
      throw fault(.path(path), errno)
    }
    if answer == -ENOENT { return }
    // Where it has no room just now somebody is there.
    if answer == 0 || answer == -EAGAIN {
      throw DoorFault(
        "address_taken", "somebody answers at \(quoted(path)) already",
        help: "end that host, or choose another path")
    }
    throw fault(.path(path), -answer)
  }

  private static func fault(_ address: DoorAddress, _ error: Int32) -> DoorFault {
    var help: String?
    if error == EADDRINUSE { help = "another program listens there: choose another port" }
    if error == EACCES { help = "ports below 1024 need rights of their own, and so do folders of others" }
    if error == ENOENT { help = "its folder has to be there" }
    return DoorFault(
      "not_listening", "can't listen at \(quoted("\(address)")): \(systemReason(error))", help: help)
  }
}
