import ComponentABI

/// What the loader makes of a file before any of its code runs: the facts it goes on with, or the refusal.
struct Verdict {
  let note: ComponentNote
  let dynamic: ElfDynamic

  /// Tells the version of the contract as soon as it is known, also where the file is then refused.
  init(_ source: ByteSource, abi: (UInt32) -> Void = { _ in }) throws(Refusal) {
    let result: Result<Verdict, Refusal>
    do throws(ElfFault) {
      result = try Verdict.read(Elf(source), abi)
    } catch {
      result = .failure(Verdict.refusal(error))
    }
    switch result {
    case .success(let verdict): self = verdict
    case .failure(var refusal):
      // The same bytes get the same verdict; but what can't be read may be read another time.
      if refusal.reason != ElfFault.unreadable(code: 0).reason { refusal.retry = .whenFileChanges }
      throw refusal
    }
  }

  private init(note: ComponentNote, dynamic: ElfDynamic) {
    self.note = note
    self.dynamic = dynamic
  }

  private static func read(_ elf: Elf, _ abi: (UInt32) -> Void) throws(ElfFault) -> Result<Verdict, Refusal> {
    guard let note = try elf.componentNote() else { return .failure(noNote) }
    abi(note.abi)
    guard note.abi == COMPONENT_ABI_VERSION else { return .failure(otherVersion(note.abi)) }
    if let compiler = note.compiler, !compiler.fits(.own) { return .failure(otherCompiler(compiler)) }
    let dynamic = try elf.dynamic()
    guard try elf.defines("register", dynamic: dynamic) else { return .failure(noRegister) }
    try elf.checkForLoader(dynamic)
    return .success(Verdict(note: note, dynamic: dynamic))
  }

  static let noNote = Refusal(
    "no_note", "it has no component note",
    help: "a Swift component links ComponentKit, a C or C++ component uses COMPONENT_REGISTER in one file")

  private static let noRegister = Refusal(
    "no_register", "it does not export a function named 'register'",
    help: "export it with @c(register) in Swift, with COMPONENT_REGISTER in C and C++")

  private static func otherVersion(_ version: UInt32) -> Refusal {
    let help =
      version > COMPONENT_ABI_VERSION
      ? "use a newer host, or build the component with this host's kit" : "build the component with this host's kit"
    return Refusal(
      "abi_version", "it speaks version \(version) of the contract, and this host version \(COMPONENT_ABI_VERSION)",
      help: help)
  }

  private static func otherCompiler(_ compiler: SwiftCompiler) -> Refusal {
    Refusal(
      "swift_version",
      "it was built with \(compiler), and this host, whose standard library it would get, with \(SwiftCompiler.own)",
      help: "build both with the same compiler")
  }

  private static func refusal(_ fault: ElfFault) -> Refusal {
    switch fault {
    case .empty, .truncated:
      Refusal(fault.reason, fault.description, help: "copy the file again, it is not whole")
    case .wrongMachine, .wrongClass, .wrongByteOrder, .wrongSystem:
      Refusal(fault.reason, fault.description, help: "build the component for this machine")
    case .wrongType:
      Refusal(fault.reason, fault.description, help: "link it as a shared library (-shared)")
    default: Refusal(fault.reason, fault.description)
    }
  }
}

extension ElfFault {
  /// The word for programs.
  var reason: String {
    switch self {
    case .unreadable: "not_readable"
    case .notRegular: "not_a_file"
    case .empty: "empty"
    case .notElf: "not_elf"
    case .truncated: "truncated"
    case .wrongClass: "wrong_class"
    case .wrongByteOrder: "wrong_byte_order"
    case .wrongMachine: "wrong_machine"
    case .wrongSystem: "wrong_system"
    case .wrongType: "not_shared"
    case .noDynamicSection: "no_dynamic_section"
    case .notToBeOpened: "not_to_be_opened"
    case .malformed: "malformed"
    }
  }
}

extension ByteSource {
  static func of(_ descriptor: Descriptor) throws(Refusal) -> ByteSource {
    try refusing { () throws(ElfFault) in try ByteSource(file: descriptor) }
  }

  static func of(_ file: ComponentFile) throws(Refusal) -> ByteSource { try of(file.descriptor, size: file.size) }

  /// Of a regular file whose size is known.
  static func of(_ descriptor: Descriptor, size: Int) throws(Refusal) -> ByteSource {
    try refusing { () throws(ElfFault) in try ByteSource(file: descriptor, size: UInt64(size)) }
  }

  private static func refusing(_ body: () throws(ElfFault) -> ByteSource) throws(Refusal) -> ByteSource {
    do throws(ElfFault) { return try body() } catch { throw Refusal(error.reason, error.description) }
  }
}
