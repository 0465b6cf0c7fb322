import Glibc

/// The file of the notes; nil where nothing says in which folder the user's data lies.
func notesPath() -> String? {
  if let path = environment("HOST_NOTES") { return path }
  // The rules for this variable say that a relative path counts as none.
  if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return "\(data)/component-host/notes.log" }
  return environment("HOME").map { "\($0)/.local/share/component-host/notes.log" }
}

private func environment(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
