import HostCarried

/// The files of the SDK that the program carries with it.
enum CarriedFiles {
  /// Those below a folder, `include/` or `rust/`, for a package that keeps them in `place`.
  static func files(below folder: String, in place: String) -> [PackageFile] {
    var files: [PackageFile] = []
    var index = 0
    while let file = carried_file_at(index)?.pointee {
      let path = String(cString: file.path)
      if path.hasPrefix(folder) {
        files.append(PackageFile(place + path.dropFirst(folder.count), String(cString: file.bytes)))
      }
      index += 1
    }
    return files
  }
}
