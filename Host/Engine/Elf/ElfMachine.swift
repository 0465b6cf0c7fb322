/// A kind of processor, by its number in the ELF header.
struct ElfMachine: RawRepresentable, Equatable, Sendable {
  let rawValue: UInt16

  /// The machine this host was compiled for; nil where its number is not known.
  static var host: ElfMachine? {
    #if arch(x86_64)
      ElfMachine(rawValue: 62)
    #elseif arch(arm64)
      ElfMachine(rawValue: 183)
    #elseif arch(riscv64)
      ElfMachine(rawValue: 243)
    #elseif arch(powerpc64le)
      ElfMachine(rawValue: 21)
    #else
      nil
    #endif
  }

  var name: String {
    switch rawValue {
    case 2: "sparc"
    case 3: "i386"
    case 8: "mips"
    case 20: "ppc"
    case 21: "ppc64"
    case 22: "s390x"
    case 40: "arm"
    case 43: "sparc64"
    case 62: "x86-64"
    case 183: "aarch64"
    case 243: "riscv64"
    case 247: "bpf"
    case 258: "loongarch64"
    default: "machine \(rawValue)"
    }
  }
}
