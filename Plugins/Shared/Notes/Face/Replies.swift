/// A thought about a book.
public struct Note: Codable, Sendable, Equatable {
  public var id: Int
  public var book: Int
  public var page: Int?
  /// Seconds since 1970.
  public var time: Int
  public var text: String

  public init(id: Int, book: Int, page: Int?, time: Int, text: String) {
    self.id = id
    self.book = book
    self.page = page
    self.time = time
    self.text = text
  }
}

/// In what state the file of the notes is.
public struct NotesReport: Codable, Sendable, Equatable {
  /// Bytes that were records once.
  public struct Damage: Codable, Sendable, Equatable {
    public var from: Int
    public var to: Int

    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  public var file: String
  /// In bytes.
  public var size: Int
  public var notes: Int
  public var records: Int
  /// How many bytes of torn records have been cut off.
  public var cut: Int
  public var damaged: [Damage]

  public init(file: String, size: Int, notes: Int, records: Int, cut: Int, damaged: [Damage]) {
    self.file = file
    self.size = size
    self.notes = notes
    self.records = records
    self.cut = cut
    self.damaged = damaged
  }
}
