import ComponentKit
import Glibc

/// What an image takes of the process, read when somebody asks: it never changes.
struct Footprint {
  /// Its addresses, and the memory of its copies.
  var bytes = 0
  var descriptors = 0
  var buildID: String?

  /// Nothing for what is linked into the program.
  init(_ copy: Descriptor?, _ file: ComponentFile.Identity?, beside: Descriptor? = nil) {
    guard let image = Footprint.image(copy, file) else { return }
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    for segment in image.segments where segment.kind == .load {
      let begin = Int(segment.address) / page * page
      bytes += (Int(segment.address + segment.memorySize) - begin + page - 1) / page * page
    }
    buildID = (try? image.buildIdentifier()) ?? nil
    for held in [copy, beside].compactMap(\.self) {
      descriptors += 1
      var status = stat()
      // A hole takes nothing.
      if fstat(held.number, &status) == 0 { bytes += Int(status.st_blocks) * 512 }
    }
  }

  // What was loaded; where that was the file itself, as far as it is still there.
  private static func image(_ copy: Descriptor?, _ file: ComponentFile.Identity?) -> Elf? {
    if let copy { return try? Elf(ByteSource(file: copy)) }
    guard let file else { return nil }
    let name = ComponentName.lastPart(of: file.path)
    let folder = PluginDirectory(path: String(file.path.dropLast(name.count + 1)))
    guard let now = try? folder.open(file: name, trustsAny: true), now.identity == file else { return nil }
    return try? Elf(ByteSource(file: now.descriptor))
  }
}

extension Generation {
  var footprint: Footprint { Footprint(copy, file, beside: beside) }
}
