import ComponentKit

/// An image that was opened, and of which no generation came: its registration was refused, say. It stays mapped for good,
/// as that of any other.
struct RefusedImage: Sendable {
  let name: String
  let file: ComponentFile.Identity
  let copy: Descriptor?
  let loaded = Timestamp.now

  /// Nil for what is linked into the program.
  init?(_ name: String, _ file: ComponentFile.Identity?, _ copy: Descriptor?) {
    guard let file else { return nil }
    (self.name, self.file, self.copy) = (name, file, copy)
  }

  fileprivate var isInPlace: Bool { copy == nil }

  fileprivate func isSameFile(as other: RefusedImage) -> Bool { file.isSameFile(as: other.file) }

  var footprint: Footprint { Footprint(copy, file) }
}

extension ComponentFile.Identity {
  // By which the system's loader tells what is loaded already, besides by its path.
  fileprivate func isSameFile(as other: ComponentFile.Identity) -> Bool {
    device == other.device && inode == other.inode
  }
}

extension Loader {
  /// Refuses a file for which the system's loader would give an image that it has: that of an earlier file at the same
  /// path, or that of the very file, while the component in it goes on or is not shut down yet.
  func checkInPlace(_ name: String, _ file: ComponentFile) throws(Refusal) {
    let (isTaken, isBusy) = gate.locked {
      let own = (generations[name] ?? []).filter { $0.copy == nil && !$0.isIsolated && !$0.isDescription }
      let images = own.compactMap(\.file) + (refusedImages[name] ?? []).filter(\.isInPlace).map(\.file)
      let isBusy = own.contains { $0.state != .retired && $0.file?.isSameFile(as: file.identity) == true }
      return (images.contains { $0.path == file.path && !$0.isSameFile(as: file.identity) }, isBusy)
    }
    guard isTaken || isBusy else { return }
    var refusal = Refusal(
      "loaded_in_place", "an earlier file of it was loaded in place, and its code would be found instead of this one's",
      help: "restart the host, or have it load from copies: without --in-place, or Settings.loadsInPlace")
    // One that was taken out may just be on its way.
    refusal.retry = isTaken || loaded[name] != nil ? .whenFileChanges : .whenCallsEnd
    throw refusal
  }

  /// Counts an image among those that stay for nothing, once. One that was loaded in place is there once however often its
  /// file is tried.
  func keep(_ image: RefusedImage?) {
    if let image { gate.locked { count(image) } }
  }

  /// The same under the gate.
  func count(_ image: RefusedImage) {
    let known = refusedImages[image.name] ?? []
    if known.contains(where: { $0.copy === image.copy && (!image.isInPlace || $0.isSameFile(as: image)) }) { return }
    refusedImages[image.name, default: []].append(image)
  }

  /// Whether it was this very file that was refused. One that was judged just after it was written may have been written to
  /// once more without a trace, so its bytes are compared where there is an image of what was judged.
  func isStill(_ refused: Refused, _ name: String, _ file: ComponentFile) -> Bool {
    guard let judged = refused.file, judged == file.identity else { return false }
    return judged.isSettled
      || copy(of: judged, name).map { file.isSame(as: $0, isBound: !settings.isolates(name)) } ?? false
  }

  // What was opened of a file, last of all.
  private func copy(of file: ComponentFile.Identity, _ name: String) -> Descriptor? {
    gate.locked {
      generations[name]?.last { $0.file == file }?.fileCopy ?? refusedImages[name]?.last { $0.file == file }?.copy
    }
  }

  /// Gives back what a component handed over that was never let run.
  func discard(_ generation: Generation) {
    if !generation.isIsolated { keep(RefusedImage(generation.name, generation.file, generation.copy)) }
    generation.staging.release()
  }
}
