import Glibc
import HostNative

/// Messages over a socket, one behind the other.
final class SocketLine: @unchecked Sendable {
  // Sendable: one thread reads, and writing is under the lock.
  private let socket: Int32
  private let writing = ChannelLock()

  init(_ socket: Int32) { self.socket = socket }
  deinit { Glibc.close(socket) }

  func greet() throws(ChannelFault) {
    guard sendAll(UInt64(Channel.version) << 32 | 0x4c4e4843) else { throw .over(.hungUp) }
  }

  func beGreeted() throws(ChannelFault) {
    var greeting: UInt64 = 0
    guard withUnsafeMutableBytes(of: &greeting, { receiveAll($0) }) else { throw .over(.hungUp) }
    guard greeting == UInt64(Channel.version) << 32 | 0x4c4e4843 else {
      throw .over(.broken("the host speaks version \(greeting >> 32) of the channel, this worker \(Channel.version)"))
    }
  }

  func shutDown() { Glibc.shutdown(socket, Int32(SHUT_RDWR)) }

  func send(_ frame: Frame, _ descriptor: Int32?, _ fill: (UnsafeMutableRawBufferPointer) -> Void) -> Bool {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: Frame.size + Int(frame.length), alignment: 8)
    defer { bytes.deallocate() }
    bytes.storeBytes(of: frame, as: Frame.self)
    fill(UnsafeMutableRawBufferPointer(rebasing: bytes[Frame.size...]))
    return writing.locked { sendAll(UnsafeRawBufferPointer(bytes)) }
  }

  func receive() throws(ChannelEnd) -> Message {
    var frame = Frame(length: 0, manner: 0)
    guard withUnsafeMutableBytes(of: &frame, { receiveAll($0) }) else { throw .hungUp }
    guard let manner = Manner(rawValue: frame.manner) else { throw .broken("a message of the manner \(frame.manner)") }
    guard frame.length % 8 == 0, Int(frame.length) <= Channel.messageLimit else {
      throw .broken("a message of \(frame.length) bytes")
    }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(frame.length), alignment: 8)
    let message = Message(manner, frame, bytes)
    guard receiveAll(bytes) else { throw .hungUp }
    return message
  }

  private func sendAll(_ word: UInt64) -> Bool { withUnsafeBytes(of: word) { sendAll($0) } }

  private func sendAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let sent = Glibc.send(
        socket, UnsafeRawBufferPointer(rebasing: bytes).baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      if sent < 0, errno == EINTR { continue }
      guard sent > 0 else { return false }
      bytes = bytes.dropFirst(sent)
    }
    return true
  }

  private func receiveAll(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let got = recv(socket, UnsafeMutableRawBufferPointer(rebasing: bytes).baseAddress, bytes.count, 0)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return false }
      bytes = bytes.dropFirst(got)
    }
    return true
  }
}
