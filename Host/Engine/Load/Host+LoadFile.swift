import ComponentKit

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
    guard loader.commit(try loader.make(name, file)) else { throw .closed }
    return name
  }
}
