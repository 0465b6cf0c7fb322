import ComponentDoors
import ComponentHost
import ComponentKit

/// The owner's own door, for a browser: all actions answer there, and what is asked of the host as a whole is answered by a
/// component of the program's own. The page at its `/` is the component Console, if that is there.
struct ConsoleDoor: Sendable {
  /// What its page hears of.
  static let events = ["host:added", "host:loaded", "host:replaced", "host:refused", "host:retired"]

  private let door: HTTPDoor
  private let owner: OwnerToken

  /// Opens it.
  ///
  /// - Parameter figures: what the host's doors have counted.
  init(
    _ host: Host, _ settings: HTTPDoor.Settings, figures: @escaping @Sendable () -> [ActionSample]
  ) throws(Problem) {
    owner = settings.owner ?? OwnerToken()
    let door = HTTPDoor(host, settings)
    self.door = door
    HostDesk.begin(host) { ActionSample.together(figures(), door.samples) }
    do throws(Refusal) { try host.register(HostDesk.self) } catch {
      throw Problem(.failed, error.reason, "the console can't be opened: \(error.message)")
    }
    do throws(DoorFault) { try door.start() } catch { throw Problem(error) }
  }

  /// What the owner opens.
  var addresses: [String] { door.listening.map { "http://\($0)\(owner.address)" } }

  /// Ends it within a moment: nothing is lost with a page.
  func stop() { door.stop(within: .seconds(1)) }
}
