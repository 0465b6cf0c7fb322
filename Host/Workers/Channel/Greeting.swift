import Glibc
import HostNative

/// The first that a host says to its worker, over the socket, with the descriptor of the memory that they share.
///
/// The descriptor is sent and not inherited: the greeting has to come in any case, since a worker may be another build of the
/// program, and maps nothing before the versions and sizes are known to fit. So a worker inherits no more for its channel than
/// the socket, whose place is the same in all roles; both ends take the same way where one process has them both; and where
/// the worker is not there to take it, the memory is gone with the socket.
struct Greeting {
  private var mark: UInt32 = 0x4c4e_4843
  private var version = Channel.version
  private var capacity = UInt64(SharedRings.capacity)

  func send(over socket: Int32, with descriptor: Int32) -> Bool {
    var greeting = self
    return host_send_descriptor(socket, &greeting, MemoryLayout<Greeting>.size, descriptor)
  }

  /// The memory's descriptor, which is the caller's to close.
  static func receive(from socket: Int32) throws(ChannelFault) -> Int32 {
    var greeting = Greeting()
    greeting.mark = 0
    let descriptor = host_receive_descriptor(socket, &greeting, MemoryLayout<Greeting>.size)
    if descriptor < 0 { throw .over(greeting.mark == 0 ? .hungUp : .broken("no host's greeting")) }
    if greeting.mark == Greeting().mark, greeting.version == Channel.version,
      greeting.capacity == UInt64(SharedRings.capacity)
    {
      return descriptor
    }
    Glibc.close(descriptor)
    throw .over(
      .broken(
        greeting.mark == Greeting().mark
          ? "the host speaks version \(greeting.version) of the channel, this worker version \(Channel.version)"
          : "no host's greeting"))
  }
}
