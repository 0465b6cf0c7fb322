import Glibc

/// Writes a line, at once.
func say(_ line: String, on descriptor: Int32 = STDOUT_FILENO) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(descriptor, bytes, bytes.count)
}
