import NotesFace
import NotesLog

// What is in the log, as the face tells it.

extension Note {
  init(_ note: LoggedNote) {
    self.init(id: note.id, book: note.book, page: note.page, time: note.time, text: note.text)
  }
}

extension NotesReport {
  init(_ report: LogReport, file: String) {
    self.init(
      file: file, size: report.size, notes: report.notes, records: report.records, cut: report.cut,
      damaged: report.damaged.map { Damage(from: $0.lowerBound, to: $0.upperBound) })
  }
}
