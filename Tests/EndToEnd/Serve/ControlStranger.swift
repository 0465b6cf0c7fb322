import Glibc

/// Somebody who speaks to a control socket as no client does.
struct ControlStranger {
  let socket: Int32

  init?(_ path: String) {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { place in
      for (index, byte) in path.utf8.enumerated() where index < place.count - 1 { place[index] = byte }
    }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result != 0 {
      Glibc.close(socket)
      return nil
    }
  }

  /// The head of a first message, whose text may be another.
  static func head(
    _ magic: String = "hostct1\n", bytes: UInt32, words: UInt32, values: UInt32 = 0, reserved: UInt32 = 0
  )
    -> [UInt8]
  {
    var head = Array(magic.utf8)
    for number in [bytes, words, values, reserved] { withUnsafeBytes(of: number) { head += $0 } }
    return head
  }

  /// Sends bytes, and with the first of them descriptors.
  @discardableResult
  func send(_ bytes: [UInt8], with descriptors: [Int32] = []) -> Int {
    if descriptors.isEmpty { return Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
    // As the kernel has it: the length, the level, what it is, and the descriptors.
    var control: [UInt8] = []
    withUnsafeBytes(of: 16 + descriptors.count * 4) { control += $0 }
    withUnsafeBytes(of: Int32(SOL_SOCKET)) { control += $0 }
    withUnsafeBytes(of: Int32(1)) { control += $0 }
    for descriptor in descriptors { withUnsafeBytes(of: descriptor) { control += $0 } }
    while control.count % 8 != 0 { control.append(0) }
    var content = bytes
    return content.withUnsafeMutableBytes { content in
      control.withUnsafeMutableBytes { control in
        var piece = iovec(iov_base: content.baseAddress, iov_len: content.count)
        return withUnsafeMutablePointer(to: &piece) { piece in
          var message = msghdr()
          message.msg_iov = piece
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          return sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
        }
      }
    }
  }

  /// What the host says: the kind of its answer; nil where it hangs up without one, or none comes in time.
  func answer(within limit: Duration = .seconds(30)) -> UInt32? {
    var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, Int32(limit.components.seconds) * 1000) > 0 else { return nil }
    var answer = (UInt32(0), Int32(0), Int32(0), UInt32(0))
    let count = withUnsafeMutableBytes(of: &answer) { recv(socket, $0.baseAddress, 16, Int32(MSG_WAITALL)) }
    return count == 16 ? answer.0 : nil
  }

  func close() { Glibc.close(socket) }
}
