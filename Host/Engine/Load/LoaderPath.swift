/// A path by which the dynamic loader opens one very file, with nothing in it that it takes for more than a path.
struct LoaderPath {
  let text: String
  /// What the path leads through, where it does.
  let descriptor: Descriptor?

  init(_ descriptor: Descriptor) {
    text = "/proc/self/fd/\(descriptor.number)"
    self.descriptor = descriptor
  }

  /// By its own path where that can be: debuggers look for it there.
  init(_ file: ComponentFile) {
    let path = "\(file.folder)/\(file.name)"
    // A dollar begins a placeholder.
    if path.utf8.contains(UInt8(ascii: "$")) { self.init(file.descriptor) } else { self.init(plain: path) }
  }

  /// A path as it is.
  init(plain path: String) {
    text = path
    descriptor = nil
  }

  /// Keeps it open for good, as the image is: with its number used again the path would lead to the old image.
  func keep() {
    if let descriptor { _ = Unmanaged.passRetained(descriptor) }
  }
}
