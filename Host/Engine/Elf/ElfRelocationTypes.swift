/// The relocations of a processor with which a loader can be led astray, by their numbers.
struct ElfRelocationTypes: Sendable {
  let relative: UInt32
  /// Calls a function of the library for the value.
  let chosen: UInt32
  /// For programs only.
  let copy: UInt32
  let threadLocal: [UInt32]

  /// Nil for a processor whose numbers are not known.
  static let host: ElfRelocationTypes? = {
    switch ElfMachine.host?.rawValue {
    case 62: ElfRelocationTypes(relative: 8, chosen: 37, copy: 5, threadLocal: [16, 17, 18, 36])
    case 183: ElfRelocationTypes(relative: 1027, chosen: 1032, copy: 1024, threadLocal: [1028, 1029, 1030, 1031])
    case 243: ElfRelocationTypes(relative: 3, chosen: 58, copy: 4, threadLocal: [7, 9, 11])
    case 21: ElfRelocationTypes(relative: 22, chosen: 248, copy: 19, threadLocal: [68, 73, 78])
    default: nil
    }
  }()
}
