import ComponentHost
import Glibc

/// Why nothing can be found in a folder; nil where it can be read.
func folderFault(_ path: String) -> String? {
  var status = stat()
  guard stat(path, &status) == 0 else { return errno == ENOENT ? "no such folder" : systemReason(errno) }
  guard status.st_mode & S_IFMT == S_IFDIR else { return "not a folder" }
  return access(path, R_OK | X_OK) == 0 ? nil : systemReason(errno)
}

/// Whether a path leads to something.
func fileExists(_ path: String) -> Bool {
  var status = stat()
  // A link to nothing is there: the engine has more to say of it.
  return lstat(path, &status) == 0 || errno != ENOENT && errno != ENOTDIR
}
