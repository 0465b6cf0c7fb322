import ComponentABI
import Glibc

/// A component's file, checked without running any of its code, then opened, with the `register` found in it.
struct LoadedFile {
  let entry: component_register
  /// What was loaded; nil where it was loaded in place. Its number stays taken for good, as the image stays.
  let copy: Descriptor?

  init(_ file: ComponentFile, inPlace: Bool, trustsAny: Bool) throws(Refusal) {
    func open(_ content: ByteSource, as path: String) throws(Refusal) -> Image {
      let verdict = try Verdict(content)
      try Siblings.open(verdict.dynamic, beside: file.folder, inPlace: inPlace, trustsAny: trustsAny)
      return try Image(path: path)
    }
    if inPlace {
      let image = try open(.of(file), as: "\(file.folder)/\(ComponentName.lastPart(of: file.path))")
      copy = nil
      entry = try LoadedFile.register(in: image)
    } else {
      let name = ComponentName.lastPart(of: file.path)
      let copy = try SealedCopy(of: file.descriptor, size: file.size, name: name)
      let path = "/proc/self/fd/\(copy.descriptor.number)"
      let image = try open(copy.content, as: path)
      // Open for good, as the image is.
      _ = Unmanaged.passRetained(copy.descriptor)
      self.copy = copy.descriptor
      entry = try LoadedFile.register(in: image)
    }
  }

  // The verdict says that this very file defines it, and a library's own symbols come before its dependencies'.
  private static func register(in image: Image) throws(Refusal) -> component_register {
    guard let function = image.function("register") else {
      throw Refusal("no_register", "the dynamic loader finds no 'register' in it")
    }
    return unsafeBitCast(function, to: component_register.self)
  }
}
