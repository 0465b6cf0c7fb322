import ComponentKit

/// An image that was opened, and of which no generation came: its registration was refused, say. It stays mapped for good,
/// as that of any other.
struct RefusedImage: Sendable {
  let name: String
  let file: ComponentFile.Identity
  private let copy: Descriptor?
  let loaded = Timestamp.now

  /// Nil for what is linked into the program.
  init?(_ name: String, _ file: ComponentFile.Identity?, _ copy: Descriptor?) {
    guard let file else { return nil }
    (self.name, self.file, self.copy) = (name, file, copy)
  }

  var footprint: Footprint { Footprint(copy, file) }
}

extension Loader {
  /// Counts an image among those that stay for nothing.
  func keep(_ image: RefusedImage?) {
    guard let image else { return }
    gate.locked { refusedImages[image.name, default: []].append(image) }
  }

  /// Gives back what a component handed over that was never let run.
  func discard(_ generation: Generation) {
    keep(RefusedImage(generation.name, generation.file, generation.copy))
    generation.staging.release()
  }
}
