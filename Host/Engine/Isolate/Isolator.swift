public import ComponentKit

/// Runs components in processes of their own. The engine knows of such a process no more than this.
///
/// Everything that stays here of an isolated component is a proxy at the contract's border: its registration is that of a
/// component whose functions pass on what they are asked. So whatever is decided about calls is decided here, in the same
/// way for all components.
public protocol Isolator: Sendable {
  /// Has a process load a component that was checked here, and register it.
  ///
  /// On the thread of whoever needs the component, and refused in the words of a load in this process. That process ends
  /// when the result is let go of, if not before.
  func load(_ component: ComponentToIsolate) throws(Refusal) -> any IsolatedComponent
}

/// A component that a process of its own has loaded.
public protocol IsolatedComponent: AnyObject, Sendable {
  /// Says to a registration what the component said to its own. Each context has a release; behind the last of them the
  /// process ends.
  func register(_ host: HostTable, _ registration: Registration) -> Int32

  /// Has `tell` be called once the process has ended by itself, ahead of the ends of the calls that were under way in it,
  /// so whoever hears one of these and calls again has the component started anew. It may be called more than once.
  func whenLost(_ tell: @escaping @Sendable () -> Void)
}

/// A component's file on its way to the process that loads it.
public struct ComponentToIsolate: Sendable {
  public let name: String
  /// The file's path, for messages.
  public let path: String
  /// The whole path of the folder where it lies.
  public let folder: String
  /// Whether it is loaded from the file itself, for debuggers; else `descriptor` is that of its sealed copy.
  public let loadsInPlace: Bool
  /// What is to be loaded. Open as long as this lives.
  public var descriptor: Int32 { open.number }
  public let settings: Settings
  let open: Descriptor

  init(_ name: String, _ file: ComponentFile, copy: Descriptor?, _ settings: Settings) {
    self.name = name
    path = file.path
    folder = file.folder
    loadsInPlace = copy == nil
    open = copy ?? file.descriptor
    self.settings = settings
  }

  init(_ name: String, again copy: Descriptor, path: String, folder: String, _ settings: Settings) {
    self.name = name
    self.path = path
    self.folder = folder
    loadsInPlace = false
    open = copy
    self.settings = settings
  }

  /// What is about to be loaded from a file that is only looked at.
  package init?(lookingAt path: String, _ settings: Settings) {
    let last = ComponentName.lastPart(of: path)
    let folder = String(Substring(path.utf8.dropLast(last.utf8.count)))
    guard let name = ComponentName.name(ofFile: last),
      let file = try? PluginDirectory(path: folder.isEmpty ? "." : folder).open(name, trustsAny: true)
    else { return nil }
    self.init(name, file, copy: nil, settings)
  }

  /// The identity that the linker gave its build; nil where there is none.
  public var buildID: String? {
    guard let elf = try? Elf(ByteSource(file: open)) else { return nil }
    return (try? elf.buildIdentifier()) ?? nil
  }

  /// The names of the functions in it.
  package var symbolNames: SymbolNames? { SymbolNames(open) }
}
