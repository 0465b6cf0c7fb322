// swift-format-ignore-file
import ComponentABI
import ComponentKit
import Glibc
@preconcurrency import LibraryFace
import struct NotesFace.Note

// import Reader
/* import Reader /* import Library */ import Reader */
let text = """
  import Reader \(quoted("import Reader")) import Reader
  """
let raw = #"import Reader "import Library"# + "\"import Reader"
func quoted(import Reader: String) -> String { `import`.import(Reader, import: 1) }
#if canImport(Reader)
#endif
