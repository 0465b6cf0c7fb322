/// Everything that can be read from a file without running any of its code.
public struct Inspection: Sendable {
  public enum Note: Sendable, Equatable {
    case missing
    case malformed(String)
    case present(abi: UInt32, language: String)
  }

  public struct Library: Sendable, Equatable {
    public enum Place: Sendable, Equatable {
      case found(String)
      /// In the component's own folder, where the host finds it.
      case beside(String)
      case missing
      /// It can't be told without running the dynamic loader.
      case unknown
    }

    public let name: String
    public let place: Place
  }

  public let file: String
  public let size: Int
  /// "ELF 64-bit shared library, x86-64"; nil for what is no ELF file.
  public let kind: String?
  public let machine: String?
  public let note: Note
  public let soname: String?
  public let buildID: String?
  /// "swift", "c", "c++", "rust"
  public let languageRuntime: String?
  public let libraries: [Library]
  public let definesRegister: Bool
  /// What it exports beyond `register`.
  public let otherExports: [String]
  /// Why the file or its folder would not be trusted; empty where there is nothing to say.
  public let permissionProblems: [String]
  /// What the loader would say; nil where it would go on and open it.
  public let refusal: Refusal?

  /// Reads a file.
  ///
  /// - Throws: where the file can't be opened at all.
  public init(file: String, trustsAny: Bool = false) throws(Refusal) {
    throw Refusal("not_yet", file)
  }
}
