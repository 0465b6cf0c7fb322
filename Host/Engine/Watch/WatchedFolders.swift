import ComponentKit
import Glibc
import HostNative

/// The folders that are watched, and what each is watched for: made anew whenever a path may lead elsewhere.
///
/// A path is gone part by part, links followed by hand, and the folder is watched in which each part is looked up, before
/// it is looked up: so whatever changes where the path leads is told afterwards. Where a part is missing the way ends, and
/// the folder that lacks it is watched for it.
struct WatchedFolders {
  private struct Folder {
    /// Without links.
    let path: PathBytes
    /// Names that ways lead through.
    var steps: Set<PathBytes> = []
    /// Whether it is a plugin folder.
    var hasComponents = false
    /// Files that links of loaded components lead to.
    var linked: [PathBytes: Set<String>] = [:]
  }

  /// A link of a plugin folder by which a component was loaded.
  struct Link: Hashable {
    let name: String
    /// The place of its folder among the plugin folders.
    let directory: Int
  }

  /// A file of a folder that is watched.
  struct File: Hashable {
    let watch: Int32
    let name: PathBytes
  }

  private var folders: [Int32: Folder] = [:]
  /// The components behind links, each with its folder.
  private(set) var links: Set<Link> = []
  /// Why not everything that happens is told; nil where it is.
  private(set) var fault: String?

  private enum End { case folder(Int32), file(Int32, PathBytes), nothing }

  /// Nothing is watched.
  init() {}

  init(_ directories: [PluginDirectory], _ links: [Link], in queue: Inotify) {
    var ends: [End] = []
    for directory in directories {
      let end = go(PathBytes(directory.place), from: .root, queue)
      if case .folder(let watch) = end { folders[watch]?.hasComponents = true }
      ends.append(end)
    }
    for link in links {
      self.links.insert(link)
      guard case .folder(let watch) = ends[link.directory], let folder = folders[watch] else { continue }
      if case .file(let place, let name) = go(PathBytes(ComponentName.file(link.name)), from: folder.path, queue) {
        folders[place]?.linked[name, default: []].insert(link.name)
      }
    }
  }

  /// Ends the watches of the earlier ones that are no longer needed.
  func replace(_ earlier: WatchedFolders, in queue: Inotify) {
    for watch in earlier.folders.keys where folders[watch] == nil { queue.remove(watch) }
  }

  // MARK: the way

  private mutating func go(_ path: PathBytes, from start: PathBytes, _ queue: Inotify) -> End {
    var folder = start
    var pending = path.partsFromEnd
    var linksLeft = 40
    while let part = pending.popLast() {
      if part.isUp {
        folder = folder.above
        continue
      }
      let watch = self.watch(folder, .way, queue)
      if let watch { folders[watch]?.steps.insert(part) }
      let next = folder.appending(part)
      var status = stat()
      guard next.withCString({ lstat($0, &status) }) == 0 else {
        if errno != ENOENT, errno != ENOTDIR { miss(next, systemReason(errno)) }
        return .nothing
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        linksLeft -= 1
        guard linksLeft >= 0, let target = next.linkTarget else { return .nothing }
        if target.isWhole { folder = .root }
        pending += target.partsFromEnd
      case S_IFDIR: folder = next
      default:
        // Its content is told by its folder as well.
        guard pending.isEmpty, let watch, self.watch(folder, .files, queue) != nil else { return .nothing }
        return .file(watch, part)
      }
    }
    return watch(folder, .files, queue).map(End.folder) ?? .nothing
  }

  private mutating func watch(_ folder: PathBytes, _ kinds: Inotify.Kinds, _ queue: Inotify) -> Int32? {
    do throws(Descriptor.Failure) {
      let watch = try queue.add(folder, kinds.union(.ofItself))
      if folders[watch] == nil {
        folders[watch] = Folder(path: folder)
        if folder.withCString({ host_is_local($0) }) == 0 {
          miss(folder, "its file system does not tell of what others do")
        }
      }
      return watch
    } catch {
      guard case .system(_, let code) = error else { return nil }
      switch code {
      // It is no longer there, which the folder above tells.
      case ENOENT, ENOTDIR: break
      case ENOSPC: miss(folder, "the system's limit of watched folders is reached (fs.inotify.max_user_watches)")
      default: miss(folder, systemReason(code))
      }
      return nil
    }
  }

  private mutating func miss(_ folder: PathBytes, _ reason: String) {
    if fault == nil { fault = "\(quoted(folder.text)) can't be watched: \(reason)" }
  }

  /// The names by which a load finds a file in plugin folders: its own, and those of links to it.
  func names(of file: File) -> Set<PathBytes> {
    guard let folder = folders[file.watch] else { return [] }
    var names = Set((folder.linked[file.name] ?? []).map { PathBytes(ComponentName.file($0)) })
    if folder.hasComponents, file.name.bytes.namesLibrary { names.insert(file.name) }
    return names
  }

  // MARK: what happens

  enum Meaning {
    case nothing
    /// Files of components were written to, and may be written to further.
    case begun(Set<String>)
    /// They were closed by who wrote to them.
    case closed(Set<String>)
    /// Their owner, rights or times are others, or what they lead to.
    case content(Set<String>)
    /// A component's file came, went or is another.
    case names(Set<String>)
    /// A library that is no component came, went or is another.
    case library
    case ways
  }

  func meaning(of event: Inotify.Event) -> Meaning {
    if !event.kinds.isDisjoint(with: .overflow) { return .ways }
    guard let folder = folders[event.watch] else { return .nothing }
    if event.name.isEmpty { return folder.hasComponents || event.kinds.isOfFolder ? .ways : .nothing }
    let isNamed = !event.kinds.isDisjoint(with: .names)
    if isNamed, !folder.steps.isEmpty, folder.steps.contains(PathBytes(event.name)) { return .ways }
    var components = folder.linked.isEmpty ? [] : folder.linked[PathBytes(event.name)] ?? []
    guard folder.hasComponents || !components.isEmpty else { return .nothing }
    let own = folder.hasComponents ? ComponentName.name(ofFile: event.name) : nil
    if let own { components.insert(own) }
    if components.isEmpty { return event.isOfLibrary ? .library : .nothing }
    if event.kinds.isDisjoint(with: [.names, .changed]) { return .begun(components) }
    if isNamed { return .names(components) }
    return event.kinds.isDisjoint(with: .closed) ? .content(components) : .closed(components)
  }
}

extension Inotify.Kinds {
  /// What folders are watched for that ways lead through: one that others may write to is trusted once they may not.
  fileprivate static let way: Inotify.Kinds = [.names, .rights]
  /// What plugin folders are watched for: their files as well.
  fileprivate static let files: Inotify.Kinds = [.names, .begun, .changed]

  fileprivate var isOfFolder: Bool { !isDisjoint(with: [.ofItself, .rights, .over]) }
}

extension Inotify.Event {
  // `libbeside.so.1`, say, which a component needs; being written to is not news yet.
  fileprivate var isOfLibrary: Bool {
    !kinds.isDisjoint(with: [.names, .changed]) && name.namesLibrary
  }
}

extension Collection<UInt8> {
  fileprivate var namesLibrary: Bool { count > 3 && indices.contains { self[$0...].starts(with: ".so".utf8) } }
}
