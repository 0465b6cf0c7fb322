/// The first 64 bytes of an ELF file, checked to be of a shared library for this machine.
struct ElfHeader: Equatable, Sendable {
  let type: ElfType
  let machine: ElfMachine
  /// The number of the system's binary interface: 0 is System V, 3 is GNU/Linux.
  let system: UInt8
  let programHeaderOffset: UInt64
  let programHeaderCount: UInt16
  let sectionHeaderOffset: UInt64
  let sectionHeaderCount: UInt16
  let sectionNameIndex: UInt16

  static let size: UInt64 = 64
  static let programHeaderSize: UInt64 = 56
  static let sectionHeaderSize: UInt64 = 64
  private static let magic: UInt32 = 0x464c_457f

  // Whether a file begins with as much of the magic number.
  private static func isMagic(_ start: UnsafeRawBufferPointer, count: Int) -> Bool {
    (0..<count).allSatisfy { start.byte(at: $0) == UInt8(truncatingIfNeeded: magic >> UInt32($0 * 8)) }
  }

  init(_ source: ByteSource) throws(ElfFault) {
    guard source.size > 0 else { throw .empty }
    self = try source.lend(at: 0, count: min(source.size, Self.size), of: .header) { (start) throws(ElfFault) in
      try ElfHeader(start, fileSize: source.size)
    }
  }

  /// Reads the header. The checks go from the coarse to the fine, so that the fault names the outermost reason.
  private init(_ start: UnsafeRawBufferPointer, fileSize: UInt64) throws(ElfFault) {
    guard Self.isMagic(start, count: min(start.count, 4)) else { throw .notElf }
    if start.count > 4, start.byte(at: 4) != 2 {
      guard start.byte(at: 4) == 1 else { throw .malformed(.header, "its class is \(start.byte(at: 4))") }
      throw .wrongClass
    }
    if start.count > 5, start.byte(at: 5) != 1 {
      guard start.byte(at: 5) == 2 else { throw .malformed(.header, "its byte order is \(start.byte(at: 5))") }
      throw .wrongByteOrder
    }
    guard fileSize >= Self.size else { throw .truncated(.header, has: fileSize, needs: Self.size) }

    type = ElfType(rawValue: start.half(at: 16))
    machine = ElfMachine(rawValue: start.half(at: 18))
    system = start.byte(at: 7)
    programHeaderOffset = start.long(at: 32)
    programHeaderCount = start.half(at: 56)
    sectionHeaderOffset = start.long(at: 40)
    sectionHeaderCount = start.half(at: 58) == Self.sectionHeaderSize ? start.half(at: 60) : 0
    sectionNameIndex = start.half(at: 62)

    if let host = ElfMachine.host, machine != host { throw .wrongMachine(found: machine.name, host: host.name) }
    guard system == 0 || system == 3 else { throw .wrongSystem(systemName) }
    guard start.byte(at: 6) == 1, start.word(at: 20) == 1 else { throw .malformed(.header, "its version is not 1") }
    guard (8..<16).allSatisfy({ start.byte(at: $0) == 0 }) else {
      throw .malformed(.header, "bytes that are kept for later systems are set")
    }
    guard type == .sharedLibrary else { throw .wrongType(type) }
    guard UInt64(start.half(at: 54)) == Self.programHeaderSize else {
      throw .malformed(.header, "a program header has \(start.half(at: 54)) bytes instead of \(Self.programHeaderSize)")
    }
  }

  /// Type and machine of any ELF file, also of one that is not for this host; nil for what is no ELF file.
  static func glance(_ source: ByteSource) -> (type: ElfType, machine: ElfMachine)? {
    do throws(ElfFault) {
      return try source.lend(at: 0, count: 20, of: .header) { (start) throws(ElfFault) in
        guard isMagic(start, count: 4) else { return nil }
        let isBig = start.byte(at: 5) == 2
        let (type, machine) = (start.half(at: 16), start.half(at: 18))
        return (
          ElfType(rawValue: isBig ? type.byteSwapped : type),
          ElfMachine(rawValue: isBig ? machine.byteSwapped : machine)
        )
      }
    } catch {
      return nil
    }
  }

  var systemName: String {
    switch system {
    case 0: "System V"
    case 3: "GNU/Linux"
    case 2: "NetBSD"
    case 6: "Solaris"
    case 9: "FreeBSD"
    case 12: "OpenBSD"
    default: "system \(system)"
    }
  }
}
