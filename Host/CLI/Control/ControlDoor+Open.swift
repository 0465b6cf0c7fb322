import ComponentDoors
import ComponentHost
import ComponentKit

extension ControlDoor {
  static let usualName = "component-host.control"

  /// Where it lies if nobody says: beside the usual socket of a host that serves; nil where there is no folder for such.
  static func usualPath(_ console: Console) -> String? {
    guard let folder = console.environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return nil }
    return "\(folder)/\(usualName)"
  }

  /// Listens at a path, in a folder that only this process's user and root can write to, as all on the way to it: anybody
  /// else who could put another socket in its place would be given the streams of its clients.
  static func listen(at path: String) throws(Problem) -> Listener {
    let address: DoorAddress
    do throws(DoorFault) { address = try DoorAddress(path.utf8.contains(UInt8(ascii: "/")) ? path : "./\(path)") } catch
    {
      throw Problem(error)
    }
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
    if let distrust = FileDistrust.ofFolder(folder) {
      let isAbove = distrust.folder != folder
      throw Problem(
        .failed, "not_trusted",
        "the folder \(isAbove ? "\(quoted(distrust.folder)) on the way to" : "of") the control socket \(quoted(path)) is not safe: \(distrust.words)",
        help: ["choose one that only you can write to, as XDG_RUNTIME_DIR is"])
    }
    do throws(DoorFault) { return try Listener(address) } catch { throw Problem(error) }
  }
}
