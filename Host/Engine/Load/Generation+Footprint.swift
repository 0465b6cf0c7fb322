import ComponentKit
import Glibc

// What a generation takes of the process, read when somebody asks: it never changes.
extension Generation {
  struct Footprint {
    /// The addresses of its image, and the memory of its copy.
    var bytes = 0
    var descriptors = 0
    var buildID: String?
  }

  /// Nothing for what is linked into the program.
  var footprint: Footprint {
    guard let image else { return Footprint() }
    var footprint = Footprint()
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    for segment in image.segments where segment.kind == .load {
      let begin = Int(segment.address) / page * page
      footprint.bytes += (Int(segment.address + segment.memorySize) - begin + page - 1) / page * page
    }
    footprint.buildID = (try? image.buildIdentifier()) ?? nil
    if let copy {
      footprint.descriptors = 1
      var status = stat()
      // A hole takes nothing.
      if fstat(copy.number, &status) == 0 { footprint.bytes += Int(status.st_blocks) * 512 }
    }
    return footprint
  }

  // What was loaded; where that was the file itself, as far as it is still there.
  private var image: Elf? {
    if let copy { return try? Elf(ByteSource(file: copy)) }
    guard let file else { return nil }
    let name = ComponentName.lastPart(of: file.path)
    let folder = PluginDirectory(path: String(file.path.dropLast(name.count + 1)))
    guard let now = try? folder.open(file: name, trustsAny: true), now.identity == file else { return nil }
    return try? Elf(ByteSource(file: now.descriptor))
  }
}
