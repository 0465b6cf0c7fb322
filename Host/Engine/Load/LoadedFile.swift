import ComponentABI
import Glibc

/// A component's file, checked without running any of its code, then opened, with the `register` found in it.
struct LoadedFile {
  let entry: component_register

  /// In place or from a sealed copy; a copy's descriptor stays open for good, as the image does.
  init(_ file: ComponentFile, directory: String, inPlace: Bool) throws(Refusal) {
    if inPlace {
      entry = try LoadedFile.register(in: LoadedFile.open(file.descriptor, as: file.path, file, directory))
    } else {
      try Verdict.checkMagic(file)
      let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
      let copy = try SealedCopy.make(of: file.descriptor, size: file.size, name: name)
      let image: Image
      do throws(Refusal) {
        image = try LoadedFile.open(copy, as: "/proc/self/fd/\(copy)", file, directory)
      } catch {
        close(copy)
        throw error
      }
      entry = try LoadedFile.register(in: image)
    }
  }

  private static func open(
    _ descriptor: Int32, as path: String, _ file: ComponentFile, _ directory: String
  ) throws(Refusal) -> Image {
    let verdict = try Verdict(descriptor: descriptor, size: file.size)
    try Siblings.open(verdict.needed, beside: directory, of: file.path)
    return try Image(path: path, name: file.path)
  }

  // The verdict says that this very file defines it, and a library's own symbols come before its dependencies'.
  private static func register(in image: Image) throws(Refusal) -> component_register {
    guard let function = image.function("register") else {
      throw Refusal("no_register", "the dynamic loader finds no register in it")
    }
    return unsafeBitCast(function, to: component_register.self)
  }
}
