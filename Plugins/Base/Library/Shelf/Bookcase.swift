import Glibc
import Synchronization

/// Keeps the shelf of a folder, and reads it anew when the folder has changed.
///
/// A file that came, went or was replaced is seen at once; one that was changed in place within a second.
public final class Bookcase: Sendable {
  public let folder: String
  private let kept = Mutex<Kept?>(nil)
  private let hear: @Sendable (ShelfChange) -> Void

  private struct Kept {
    let shelf: Shelf
    let folder: BookFile.Mark
    let files: [BookFile.Mark?]
    let names: [String]
    var looked: Int
  }

  /// - Parameter hear: hears what has changed since the last look, on the thread that has looked.
  public init(folder: String, hear: @escaping @Sendable (ShelfChange) -> Void = { _ in }) {
    self.folder = folder
    self.hear = hear
  }

  /// The books as they are now.
  public func shelf() throws(BookFault) -> Shelf {
    var change: ShelfChange?
    let result: Result<Shelf, BookFault> = kept.withLock { kept in
      Result { () throws(BookFault) in try look(&kept, &change) }
    }
    if let change { hear(change) }
    return try result.get()
  }

  private func look(_ kept: inout Kept?, _ change: inout ShelfChange?) throws(BookFault) -> Shelf {
    guard let mark = BookFile.Mark.of(folder) else {
      kept = nil
      throw .unreadable(BookFile.systemMessage())
    }
    let now = seconds()
    if let old = kept, old.folder == mark {
      if old.looked == now { return old.shelf }
      if marks(old.names) == old.files {
        kept?.looked = now
        return old.shelf
      }
    }
    let names = BookFile.names(in: folder) ?? []
    let files = marks(names)
    let shelf = try Shelf(folder: folder)
    change = kept.flatMap { ShelfChange(from: $0.shelf, to: shelf) }
    kept = Kept(shelf: shelf, folder: mark, files: files, names: names, looked: now)
    return shelf
  }

  private func marks(_ names: [String]) -> [BookFile.Mark?] { names.map { BookFile.Mark.of("\(folder)/\($0)") } }

  private func seconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
