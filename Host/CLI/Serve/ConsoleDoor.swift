import ComponentDoors
import ComponentHost
import ComponentKit

/// The owner's own door, for a browser: all actions answer there, and what is asked of the host as a whole is answered by a
/// component of the program's own. The page at its `/` is the component Console, if that is there.
struct ConsoleDoor: Sendable {
  /// The component whose the page is, and the path of the page.
  static let page = "Console"
  static let front = "/\(page)/page"

  /// What its page hears of.
  static var events: [String] { Host.ownEvents }

  private let door: HTTPDoor
  private let owner: OwnerToken
  private let observation: Observation
  /// What the owner opens.
  let addresses: [String]

  /// Opens it.
  ///
  /// - Parameters:
  ///   - figures: what the host's doors have counted.
  ///   - log: is told what the owner would miss.
  init(
    _ host: Host, _ settings: HTTPDoor.Settings, figures: @escaping @Sendable () -> [ActionSample], _ log: ServeLog
  ) throws(Problem) {
    owner = settings.owner ?? OwnerToken()
    let names = Set(host.names)
    var told = settings
    // Where it listens its address says, and with the service it ends.
    told.tell = { if !["listening", "stopping"].contains($0.kind) { log.write($0) } }
    let door = HTTPDoor(host, told)
    self.door = door
    HostDesk.begin(host) { ActionSample.together(figures(), door.samples) }
    do throws(Refusal) { try host.register(HostDesk.self) } catch {
      throw Problem(.failed, error.reason, "the console can't be opened: \(error.message)")
    }
    let hides: @Sendable () -> Void = {
      let why = HostDesk.hiding
      log.write(.warning, why.reason, "the component \(HostDesk.name) can't be called: \(why.message)")
    }
    do throws(Failure) {
      observation = try host.mediator.observe(HostEvent.added) { notice in
        if notice.value["name"]?.text == HostDesk.name { hides() }
      }
    } catch {
      throw Problem(.failed, error.reason, "the console can't be opened: \(error.message)")
    }
    do throws(DoorFault) { try door.start() } catch { throw Problem(error) }
    addresses = door.listening.map { [owner] place in
      "http://\(LoopbackTwin.hold(of: place) ? "\(owner.hostName):\(place.port)" : place)\(owner.address)"
    }
    if names.contains(HostDesk.name) { hides() }
    if !names.contains(ConsoleDoor.page) {
      log.write(
        .warning, "no_page",
        "the owner's page is the component \(ConsoleDoor.page), which is in no plugin folder; it is shown once it is there"
      )
    }
  }

  /// Ends it within a moment: nothing is lost with a page.
  func stop() {
    observation.cancel()
    door.stop(within: .seconds(1))
  }
}
