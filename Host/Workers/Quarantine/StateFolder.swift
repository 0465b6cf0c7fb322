package import ComponentHost
import ComponentKit
import Glibc

/// The folder in which a host keeps what is to outlast it: which builds of components have crashed.
///
/// Others may have written there. So nothing in it is followed, waited for, or taken for more than it can be; and what root
/// or this user alone could not have written is not read.
package struct StateFolder: Sendable {
  /// As it was given.
  package let path: String
  private let folder: OpenFolder

  /// Opens it, and makes it where there is none.
  package init(_ path: String) throws(Refusal) {
    self.path = path
    folder = try OpenFolder(path, "\(path)/crashes")
  }

  /// What is known of a build of a component.
  func build(_ component: String, _ build: String) throws(Refusal) -> CrashedBuild? {
    try self.build(CrashedBuild.key(component, build))
  }

  private func build(_ key: String) throws(Refusal) -> CrashedBuild? {
    guard let build = try folder.file("\(key).json").map({ (bytes) throws(Refusal) in try read(bytes, key) }) else {
      return nil
    }
    return build
  }

  /// Changes something that depends on what is there: no other host does meanwhile.
  func change(_ body: (StateFolder) throws(Refusal) -> Void) throws(Refusal) {
    try folder.locked { () throws(Refusal) in try body(self) }
  }

  /// What is known of all, by name; `fault` hears what can't be read.
  package func builds(_ fault: (Refusal) -> Void) -> [CrashedBuild] {
    builds(of: nil, fault)
  }

  // Of one component, or of all.
  private func builds(of component: String?, _ fault: (Refusal) -> Void) -> [CrashedBuild] {
    let (names, isWhole) = folder.names { name in
      guard let key = StateFolder.key(ofFile: name) else { return false }
      return component.map { key.component == $0 } ?? true
    }
    if !isWhole {
      fault(
        Refusal(
          "state", "\(folder.path) has more in it than \(OpenFolder.nameLimit) builds, and the rest is left out",
          help: "lift what is no longer needed with 'host pardon NAME', or remove its files"))
    }
    var builds: [CrashedBuild] = []
    for name in names.sorted() {
      do throws(Refusal) { if let build = try build(String(name.dropLast(5))) { builds.append(build) } } catch {
        fault(error)
      }
    }
    return builds.sorted { ($0.component, $0.build) < ($1.component, $1.build) }
  }

  /// Lifts what there is against a component; whether there was anything.
  package func pardon(_ component: String) throws(Refusal) -> Bool {
    var isFound = false
    try change { (state) throws(Refusal) in
      for build in state.builds(of: component, { _ in }) {
        try folder.remove("\(build.key).json")
        isFound = true
      }
    }
    return isFound
  }

  func write(_ build: CrashedBuild) throws(Refusal) {
    try folder.replace("\(build.key).json", with: build.value.jsonText)
  }

  // Nil for what is no business of the host's.
  private static func key(ofFile name: String) -> (component: String, build: String)? {
    guard name.hasSuffix(".json") else { return nil }
    let key = name.dropLast(5)
    guard let dot = key.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let build = String(key[key.utf8.index(after: dot)...])
    return ComponentName.isValid(key[..<dot].utf8) && BuildKey.isValid(build) ? (String(key[..<dot]), build) : nil
  }

  private func read(_ bytes: [UInt8], _ key: String) throws(Refusal) -> CrashedBuild {
    if let value = try? Value(json: bytes), let build = CrashedBuild(value), build.key == key { return build }
    throw Refusal(
      "state", "\(folder.path)/\(key).json is not what a host has written", help: "remove the file")
  }
}

extension Value {
  fileprivate var jsonText: [UInt8] {
    var bytes: [UInt8] = []
    do throws(JSONWriteError) { try appendJSON(to: &bytes) } catch { bytes = [] }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
