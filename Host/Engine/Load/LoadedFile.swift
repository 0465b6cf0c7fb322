import ComponentKit
import ComponentABI
import Glibc

/// A component's file, checked without running any of its code, then opened, with the `register` found in it.
struct LoadedFile {
  let entry: component_register
  /// What was loaded; nil where it was loaded in place. Its number stays taken for good, as the image stays.
  let copy: Descriptor?
  /// Libraries that it goes on with as they were loaded before, where others lie beside it by now.
  let stale: [String]

  init(
    _ file: ComponentFile, inPlace: Bool, trustsAny: Bool, settling: Settling, _ steps: LoadTrace
  ) throws(Refusal) {
    func open(_ verdict: Verdict, as path: LoaderPath) throws(Refusal) -> Image {
      try steps.step("open the libraries of") { () throws(Refusal) in
        try Siblings.open(
          verdict.dynamic, beside: file.folder, inPlace: inPlace, trustsAny: trustsAny, settling: settling)
      }
      // Its libraries may have taken their time, and what is loaded in place is the file as it is now.
      if inPlace, !file.isUnchanged(unwritten: false) { throw ComponentFile.changing }
      return try steps.step("open") { () throws(Refusal) in try Image(path) }
    }
    if inPlace {
      let verdict = try steps.step("check") { () throws(Refusal) in
        try file.whileStill(settling) { () throws(Refusal) in try Verdict(.of(file)) }
      }
      stale = []
      let image = try open(verdict, as: LoaderPath(file))
      copy = nil
      entry = try LoadedFile.register(in: image)
    } else {
      let name = file.name
      let copy = try steps.step("copy") { () throws(Refusal) in
        try file.whileStill(settling) { () throws(Refusal) in
          try SealedCopy(of: file.descriptor, size: file.size, name: name)
        }
      }
      let verdict = try steps.step("check") { () throws(Refusal) in try Verdict(copy.content) }
      stale = Siblings.stale(verdict.dynamic, beside: file.folder, trustsAny: trustsAny)
      let image = try open(verdict, as: LoaderPath(copy.descriptor))
      self.copy = copy.descriptor
      entry = try LoadedFile.register(in: image)
    }
  }

  /// The same bytes as those of a copy that was loaded before, from a fresh copy: the same one would give the old image.
  init(
    again copy: Descriptor, size: Int, name: String, folder: String, trustsAny: Bool, settling: Settling,
    _ steps: LoadTrace
  ) throws(Refusal) {
    let fresh = try steps.step("copy") { () throws(Refusal) in
      try SealedCopy(of: copy, size: size, name: ComponentName.file(name))
    }
    let verdict = try steps.step("check") { () throws(Refusal) in try Verdict(fresh.content) }
    try steps.step("open the libraries of") { () throws(Refusal) in
      try Siblings.open(
        verdict.dynamic, beside: folder, inPlace: false, trustsAny: trustsAny, settling: settling)
    }
    (self.copy, stale) = (fresh.descriptor, [])
    let image = try steps.step("open") { () throws(Refusal) in try Image(LoaderPath(fresh.descriptor)) }
    entry = try LoadedFile.register(in: image)
  }

  /// What another process has checked and passed on: its copy, or the file itself, which is then loaded by its path.
  init(passed descriptor: Descriptor, path: String, folder: String, inPlace: Bool, trustsAny: Bool) throws(Refusal) {
    let verdict = try Verdict(.of(descriptor))
    try Siblings.open(verdict.dynamic, beside: folder, inPlace: inPlace, trustsAny: trustsAny, settling: Settling())
    // By its path where that still leads to it: debuggers look for it there.
    let isThere = inPlace && LoadedFile.leads(path, to: descriptor) && !path.utf8.contains(UInt8(ascii: "$"))
    (copy, stale) = (descriptor, [])
    entry = try LoadedFile.register(in: Image(isThere ? LoaderPath(plain: path) : LoaderPath(descriptor)))
  }

  private static func leads(_ path: String, to descriptor: Descriptor) -> Bool {
    var (one, other) = (Glibc.stat(), Glibc.stat())
    guard stat(path, &one) == 0, fstat(descriptor.number, &other) == 0 else { return false }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  // The verdict says that this very file defines it, and a library's own symbols come before its dependencies'.
  private static func register(in image: Image) throws(Refusal) -> component_register {
    guard let function = image.function("register") else {
      throw Refusal("no_register", "the dynamic loader finds no 'register' in it")
    }
    return unsafeBitCast(function, to: component_register.self)
  }
}

extension Host {
  /// Loads one component from its file, in whatever folder it lies, and says its name. It goes before any file of the
  /// name in the plugin folders.
  package func load(file path: String) throws(Refusal) -> String {
    let last = ComponentName.lastPart(of: path)
    guard let name = ComponentName.name(ofFile: last) else {
      throw Refusal(
        "invalid_name", "its name is not of the form lib<Name>.so", help: "rename it; \(ComponentName.rule)",
        file: path)
    }
    let folder = path.utf8.contains(UInt8(ascii: "/")) ? String(path.dropLast(last.count + 1)) : "."
    let directory = PluginDirectory(path: folder.isEmpty ? "/" : folder)
    guard let file = try directory.open(name, trustsAny: settings.trustsAny) else {
      throw Refusal("no_such_file", "there is no file \(quoted(path))", file: path)
    }
    try loader.load(name, from: file)
    return name
  }
}
